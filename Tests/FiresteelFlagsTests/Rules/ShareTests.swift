import FiresteelBase
import FiresteelFlags
import FlagTesting
import Testing

@Suite("Shares are drawn evenly and stay where they are")
struct ShareTests {
    /// Keys `user-0000000`, `user-0000001` and so on, hashed as the rules do, without making a text of each.
    private static func hashes(_ count: Int, _ version: FractionalVersion) -> [UInt32] {
        var key = Array("user-0000000".utf8)
        var before: [UInt8] = []
        switch version {
        case .v2: before.append(contentsOf: "new-editor".utf8)
        case .v3:
            DeterministicCBOR.encodeHead(4, 2, into: &before)
            DeterministicCBOR.encode(text: "new-editor", into: &before)
            DeterministicCBOR.encodeHead(3, UInt64(key.count), into: &before)
        }
        var start = MurmurHash3()
        before.withUnsafeBufferPointer { start.write($0) }
        return (0..<count).map { _ in
            var hash = start
            key.withUnsafeBufferPointer { hash.write($0) }
            var place = key.count - 1
            while key[place] == UInt8(ascii: "9") {
                key[place] = UInt8(ascii: "0")
                place -= 1
            }
            key[place] += 1
            return hash.value
        }
    }

    /// Pearson's χ² of counts.
    private static func deviation(_ counts: [Int], _ expected: [Double]) -> Double {
        zip(counts, expected).reduce(0) { $0 + (Double($1.0) - $1.1) * (Double($1.0) - $1.1) / $1.1 }
    }

    @Test("A flag's key and a targeting key hash as one text")
    func joined() {
        #expect(Bucketing.hash(flagKey: "new-editor", targetingKey: "user-ä") == MurmurHash3.hash("new-editoruser-ä"))
    }

    @Test("A million keys fall evenly into buckets and shares, by χ²", arguments: FractionalVersion.allCases)
    func distribution(version: FractionalVersion) throws {
        let count = 1_000_000
        let hashes = Self.hashes(count, version)
        var buckets = [Int](repeating: 0, count: 100)
        for hash in hashes { buckets[Int(Bucketing.bucket(hash: hash, total: 100))] += 1 }
        // Beyond 148.2 one of a thousand even distributions with 99 degrees of freedom lies.
        #expect(Self.deviation(buckets, Array(repeating: Double(count) / 100, count: 100)) < 148.2)
        // And of uneven shares with 3 degrees of freedom, beyond 16.27.
        let ends = [1, 6, 40, 100]
        let shares = zip([0] + ends, ends).map { begin, end in buckets[begin..<end].reduce(0, +) }
        #expect(Self.deviation(shares, [0.01, 0.05, 0.34, 0.6].map { $0 * Double(count) }) < 16.27)
    }

    @Test("Rules draw by these hashes", arguments: FractionalVersion.allCases)
    func rulesAgree(version: FractionalVersion) throws {
        let rule = try RuleTesting.rule(
            #"{"fractional": [["a", 10], ["b", 30], ["c", 60]]}"#, key: "new-editor", version: version)
        for (number, hash) in Self.hashes(1_000, version).enumerated() {
            let digits = "000000\(number)".suffix(7)
            let bucket = Bucketing.bucket(hash: hash, total: 100)
            #expect(rule.evaluation("user-\(digits)").variant == (bucket < 10 ? "a" : bucket < 40 ? "b" : "c"))
        }
    }

    /// A share that grows at its end takes from the next one only: users in it stay, and so do those behind both.
    ///
    /// That holds as long as the sum of all weights is the same, and the order of the shares.
    @Test("Users stay in a growing share, and don't move between others", arguments: FractionalVersion.allCases)
    func stickiness(version: FractionalVersion) throws {
        func variants(_ first: Int, _ second: Int, _ third: Int) throws -> [String?] {
            let rule = try RuleTesting.rule(
                #"{"fractional": [["a", \#(first)], ["b", \#(second)], ["c", \#(third)]]}"#, version: version)
            return (0..<2_000).map { rule.evaluation("user-\($0)").variant }
        }
        var before = try variants(0, 70, 30)
        var moved = 0
        for first in stride(from: 5, through: 70, by: 5) {
            let after = try variants(first, 70 - first, 30)
            for (old, new) in zip(before, after) where old != new {
                moved += 1
                #expect(old == "b" && new == "a")
            }
            before = after
        }
        #expect(moved > 1_000)
    }

    @Test("Weights that all grow by one factor move no user", arguments: FractionalVersion.allCases)
    func scaling(version: FractionalVersion) throws {
        let small = try RuleTesting.rule(#"{"fractional": [["a", 1], ["b", 3], ["c", 4]]}"#, version: version)
        let large = try RuleTesting.rule(
            #"{"fractional": [["a", 1000], ["b", 3000], ["c", 4000]]}"#, version: version)
        for number in 0..<2_000 {
            #expect(small.evaluation("user-\(number)").variant == large.evaluation("user-\(number)").variant)
        }
    }

    @Test("Without a targeting key there is no split by the flag's own key")
    func withoutKey() throws {
        for version in FractionalVersion.allCases {
            let rule = try RuleTesting.rule(#"{"fractional": [["b", 1], ["c", 1]]}"#, version: version)
            #expect(rule.evaluation() == .value("a", variant: "a", reason: .default))
            #expect(rule.evaluation("") == .value("a", variant: "a", reason: .default))
            #expect(rule.evaluation("u").reason == .targetingMatch)
        }
    }

    @Test("Weights are whole numbers up to 2³¹ − 1 in sum; one below 0 counts as 0")
    func weights() throws {
        func evaluation(_ shares: String) throws -> FlagEvaluation {
            try RuleTesting.rule("{\"fractional\": [\(shares)]}").evaluation("user")
        }
        let nothing = FlagEvaluation.value("a", variant: "a", reason: .default)
        #expect(try evaluation(#"["b", -5], ["c", 1]"#).variant == "c")
        #expect(try evaluation(#"["b", 0], ["c"]"#).variant == "c")
        #expect(try evaluation(#"["b", 0], ["c", 3.0]"#).variant == "c")
        #expect(try evaluation(#"["b", 2147483647]"#).variant == "b")
        #expect(try evaluation(#"["b", 2147483647], ["c", 1]"#) == nothing)
        #expect(try evaluation(#"["b", 2147483648]"#) == nothing)
        #expect(try evaluation(#"["b", 0], ["c", 0]"#) == nothing)
        #expect(try evaluation(#"["b", 1.5]"#) == nothing)
        #expect(try evaluation(#"["b", "1"]"#) == nothing)
    }

    @Test("A null weight is the default weight in version 2, and invalid in version 3")
    func nullWeight() throws {
        let lists = [
            #"["b", null], ["c", 0]"#, #"["b", {"var": "absent"}], ["c", 0]"#, #"{"var": "share"}, ["c", 0]"#,
        ]
        for shares in lists {
            let rule = "{\"fractional\": [\(shares)]}"
            let attributes: [String: JSONValue] = ["share": ["b", .null]]
            #expect(try RuleTesting.rule(rule).evaluation("user", attributes).variant == "b")
            #expect(
                try RuleTesting.rule(rule, version: .v3).evaluation("user", attributes)
                    == .value("a", variant: "a", reason: .default))
        }
    }

    @Test("A number names a variant", arguments: FractionalVersion.allCases)
    func numbersAsNames(version: FractionalVersion) throws {
        let definitions = try RuleTesting.definitions(
            """
            {"flags": {"x": {"state": "ENABLED", "variants": {"1": "one", "2.5": "more"}, "targeting":
              {"fractional": ["k", [{"var": "n"}, 1], [1, 0], [2.5, {"var": "weight"}]]}}}}
            """, options: FlagDefinitions.Options(fractional: version))
        let rule = try #require(definitions.rule(for: "x"))
        #expect(rule.evaluation("u", ["n": 1, "weight": 0]).outcome == .value("one"))
        #expect(rule.evaluation("u", ["n": 2.5, "weight": 0]).outcome == .value("more"))
        let fixed = try RuleTesting.definitions(
            #"{"flags": {"x": {"state": "ENABLED", "variants": {"1": "one"}, "targeting": {"fractional": [[1, 1]]}}}}"#,
            options: FlagDefinitions.Options(fractional: version))
        #expect(fixed.rule(for: "x")?.evaluation("u").outcome == .value("one"))
    }

    @Test(
        "A computed first operand that is a list is a share by the targeting key", arguments: FractionalVersion.allCases
    )
    func computedFirstShare(version: FractionalVersion) throws {
        let written = try RuleTesting.rule(#"{"fractional": [["b", 1], ["c", 1]]}"#, version: version)
        let computed = try RuleTesting.rule(#"{"fractional": [{"var": "first"}, ["c", 1]]}"#, version: version)
        for number in 0..<100 {
            let expected = written.evaluation("user-\(number)")
            #expect(computed.evaluation("user-\(number)", ["first": ["b", 1]]) == expected)
        }
        #expect(computed.evaluation(nil, ["first": ["b", 1]]) == .value("a", variant: "a", reason: .default))
    }
}
