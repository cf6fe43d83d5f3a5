import FiresteelFlags
import Testing

@Suite("Versions are compared as Semantic Versioning 2.0.0 says")
struct VersionConditionTests {
    /// The specification's own example, in its order, with others around it.
    private static let ordered = [
        "0.9.10", "1.0.0-0", "1.0.0-1", "1.0.0-10", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta",
        "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1", "1.9.0", "1.10.0", "1.11.0", "2.0.0", "2.1.0",
        "2.1.1", "10.0.0",
    ]

    @Test("Each version comes before all that follow it")
    func precedence() {
        for (index, first) in Self.ordered.enumerated() {
            for (other, second) in Self.ordered.enumerated() {
                #expect(VersionCondition.less.holds(first, second) == (index < other), "\(first) < \(second)")
                #expect(VersionCondition.lessOrEqual.holds(first, second) == (index <= other))
                #expect(VersionCondition.greater.holds(first, second) == (index > other))
                #expect(VersionCondition.greaterOrEqual.holds(first, second) == (index >= other))
                #expect(VersionCondition.equal.holds(first, second) == (index == other))
                #expect(VersionCondition.notEqual.holds(first, second) == (index != other))
            }
        }
    }

    @Test("Build metadata and a leading v don't count")
    func builds() {
        #expect(VersionCondition.equal.holds("1.2.3+20130313144700", "1.2.3+exp.sha.5114f85") == true)
        #expect(VersionCondition.equal.holds("1.2.3-a+001", "v1.2.3-a") == true)
        #expect(VersionCondition.equal.holds("v1.2", "1.2.0") == true)
        #expect(VersionCondition.equal.holds("1", "1.0.0") == true)
        #expect(VersionCondition.equal.holds("V1.0.0", "1.0.0") == true)
        #expect(VersionCondition.less.holds("1.2", "V1.3") == true)
    }

    @Test("Numbers of a version have any length")
    func longNumbers() {
        // 2⁶⁴ and its neighbor.
        let (first, second) = ("18446744073709551616", "18446744073709551617")
        #expect(VersionCondition.less.holds("\(first).0.0", "\(second).0.0") == true)
        #expect(VersionCondition.less.holds("1.0.\(first)", "1.0.\(second)") == true)
        #expect(VersionCondition.greater.holds("1.\(first)0", "1.\(second)") == true)
        #expect(VersionCondition.equal.holds(first, "v\(first).0") == true)
        #expect(VersionCondition.sameMajor.holds("\(first).1.0", "\(first).2.0") == true)
        #expect(VersionCondition.sameMajor.holds(first, second) == false)
        #expect(VersionCondition.sameMinor.holds("1.\(first).1", "1.\(first).2") == true)
        #expect(VersionCondition.sameMinor.holds("1.\(first)", "1.\(second)") == false)
        #expect(VersionCondition.greater.holds("1.0.0", "0.\(first).0") == true)
    }

    @Test("The same major version, and the same minor one")
    func ranges() {
        #expect(VersionCondition.sameMajor.holds("1.2.3", "1.9.0") == true)
        #expect(VersionCondition.sameMajor.holds("2.0.0", "1.9.0") == false)
        #expect(VersionCondition.sameMinor.holds("1.2.3", "1.2.9") == true)
        #expect(VersionCondition.sameMinor.holds("1.3.0", "1.2.9") == false)
    }

    @Test(
        "An invalid version can't be compared",
        arguments: [
            "", "a", "v", "1.", "1.2.", ".1", "1.2.3.4", "01.2.3", "1.02.3", "1.2.03", "1.2.3-", "1.2.3-01",
            "1.2.3-a..b",
            "1.2.3+", "1.2.3+a..b", "1.2.3-ä", "-1.0.0", "1.2.3 ", " 1.2.3", "1.2-a", "099999999999999999999.0.0",
            "vv1", "vV1", "00",
        ])
    func invalid(text: String) {
        for condition in VersionCondition.allCases {
            #expect(condition.holds(text, "1.0.0") == nil)
            #expect(condition.holds("1.0.0", text) == nil)
        }
    }
}
