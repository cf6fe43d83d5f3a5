import FiresteelFlagAuthoring
import FiresteelFlags
import FlagTesting
import Testing

@Suite("Editable flags compile to flagd's format")
struct FlagCompilingTests {
    struct Comparison: Sendable {
        let test: AttributeTest
        let holds: [JSONValue]
        let fails: [JSONValue]

        init(_ test: AttributeTest, _ holds: [JSONValue], _ fails: [JSONValue]) {
            (self.test, self.holds, self.fails) = (test, holds, fails)
        }
    }

    private static let names: [String: JSONValue] = ["on": true, "off": false]

    private func evaluate(
        _ flag: EditableFlag, _ targeting: FlagTargeting, segments: [String: FlagSegment] = [:],
        _ targetingKey: String? = "u-1", _ attributes: [String: JSONValue] = [:]
    ) throws -> FlagEvaluation {
        let items = EditableFlags(flags: ["flag": flag], segments: segments, targetings: ["flag": targeting])
        let definitions = try FlagDefinitions(json: Array(items.compiled().json().utf8))
        #expect(definitions.errors.isEmpty && definitions.warnings.isEmpty)
        return try #require(definitions.rule(for: "flag")).evaluation(targetingKey, attributes)
    }

    @Test("A flag that is off has its off variant for everyone")
    func off() throws {
        let rules = [TargetingRule(id: "1", if: [.attribute("plan", .exists)], then: .variant("on"))]
        let targeting = FlagTargeting(isOn: false, rules: rules, otherwise: .variant("on"))
        #expect(try evaluate(.bool(), targeting, "u-1", ["plan": 1]) == .value(false, variant: "off", reason: .static))
        #expect(
            try evaluate(.bool(), FlagTargeting(isOn: false, off: .programDefault))
                == FlagEvaluation(.programDefault, reason: .disabled))
        let text = EditableFlag(type: .string, variants: [.init("a", "A"), .init("b", "B")])
        #expect(try evaluate(text, FlagTargeting()) == FlagEvaluation(.programDefault, reason: .disabled))
        #expect(
            try evaluate(text, FlagTargeting(off: .variant("b"))) == .value("B", variant: "b", reason: .static))
    }

    @Test("A flag without targeting is off, and an archived one is left out")
    func missing() throws {
        var items = EditableFlags(flags: ["a": .bool(), "b": .bool()])
        items.flags["b"]?.isArchived = true
        #expect(
            try items.compiled()
                == ["flags": ["a": ["state": "ENABLED", "variants": .object(Self.names), "defaultVariant": "off"]]])
    }

    @Test("The first rule whose conditions all hold applies, otherwise the last result")
    func rules() throws {
        let targeting = FlagTargeting(
            isOn: true,
            rules: [
                TargetingRule(
                    id: "1",
                    if: [
                        .attribute("system", .versionAtLeast, ["26.0"]),
                        .attribute("version", .versionAtMost, ["3.4.1"]),
                    ],
                    then: .variant("off")),
                TargetingRule(id: "2", if: [.segment("employees")], then: .variant("on")),
            ],
            otherwise: .split([TargetingShare("on", 0), TargetingShare("off", 5)]))
        let segments = [
            "employees": FlagSegment(if: [.attribute("email", .endsWith, ["@example.com"])], people: ["boss"])
        ]
        func variant(_ key: String?, _ attributes: [String: JSONValue]) throws -> String? {
            try evaluate(.bool(), targeting, segments: segments, key, attributes).variant
        }
        let employee: JSONValue = "a@example.com"
        #expect(try variant("u", ["system": "26.1", "version": "3.4.1", "email": employee]) == "off")
        #expect(try variant("u", ["system": "26.1", "version": "3.4.2", "email": employee]) == "on")
        #expect(try variant("boss", [:]) == "on")
        #expect(try variant("u", [:]) == "off")
        // Without a targeting key nothing is drawn, and the off variant applies.
        let answer = try evaluate(.bool(), targeting, segments: segments, nil)
        #expect(answer == .value(false, variant: "off", reason: .default))
    }

    @Test("Without the attribute of a split, the off variant applies")
    func splitByAttribute() throws {
        let targeting = FlagTargeting(
            isOn: true, otherwise: .split([TargetingShare("on", 1)], by: "company"))
        #expect(try evaluate(.bool(), targeting).reason == .default)
        #expect(try evaluate(.bool(), targeting).variant == "off")
        #expect(try evaluate(.bool(), targeting, nil, ["company": "A"]).variant == "on")
    }

    private static let comparisons: [Comparison] = [
        Comparison(AttributeTest("a", .oneOf, ["x", 1]), ["x", 1, 1.0], ["1", .null, true, ["x"]]),
        Comparison(AttributeTest("a", .oneOf, [1], isLoose: true), [1, "1", true], [2, "x"]),
        Comparison(AttributeTest("a", .notOneOf, ["x"]), ["y", 1], ["x"]),
        Comparison(AttributeTest("a", .contains, ["x", "y"]), ["axe", ["y"]], ["abc", ["xy"], 5]),
        Comparison(AttributeTest("a", .notContains, ["x"]), ["abc"], ["axe"]),
        Comparison(AttributeTest("a", .startsWith, ["x", "y"]), ["xa", "ya"], ["ax", 5]),
        Comparison(AttributeTest("a", .endsWith, [".org"]), ["b.org"], ["b.com"]),
        Comparison(AttributeTest("a", .less, [18]), [17, "17", -1], [18, .null, "x"]),
        Comparison(AttributeTest("a", .less, [18], isLoose: true), [17, .null], [18]),
        Comparison(AttributeTest("a", .lessOrEqual, [18]), [18], [18.5]),
        Comparison(AttributeTest("a", .greater, [-1]), [0], [-1, .null]),
        Comparison(AttributeTest("a", .greaterOrEqual, [2.5]), [2.5], [2]),
        Comparison(AttributeTest("a", .versionAtLeast, ["3.4"]), ["3.4.0", "4"], ["3.3.9", "x"]),
        Comparison(AttributeTest("a", .versionAtMost, ["3.4"]), ["3.4.0"], ["3.4.1"]),
        Comparison(AttributeTest("a", .versionIs, ["3.4"]), ["v3.4.0"], ["3.4.1"]),
        Comparison(AttributeTest("a", .versionIsNot, ["3.4"]), ["3.4.1"], ["3.4.0", "x"]),
        Comparison(AttributeTest("a", .versionBelow, ["3.4"]), ["3.4.0-beta"], ["3.4.0"]),
        Comparison(AttributeTest("a", .versionAbove, ["3.4"]), ["3.4.1"], ["3.4.0"]),
        Comparison(AttributeTest("a", .exists), ["", 0, false], [.null]),
        Comparison(AttributeTest("a", .notExists), [.null], ["", 0]),
        Comparison(
            AttributeTest("a", .before, ["2024-01-01"]), [1_704_067_199, "2023-12-31T23:59:59Z", 0],
            [1_704_067_200, .null, "x"]),
        Comparison(
            AttributeTest("a", .after, [1_704_067_200]), [1_704_067_201, "2024-01-01T00:00:01Z"],
            [1_704_067_200, .null]),
        Comparison(AttributeTest("a", .after, ["2024-01-01T02:00+02:00"]), [1_704_067_201], [1_704_067_200]),
        Comparison(AttributeTest("$flagd.timestamp", .after, [1_699_999_999]), [0], []),
        Comparison(AttributeTest("targetingKey", .oneOf, ["u-1"]), [0], []),
    ]

    @Test("A comparison holds for some values", arguments: comparisons)
    func holds(comparison: Comparison) throws {
        let (test, holds, fails) = (comparison.test, comparison.holds, comparison.fails)
        let rule = TargetingRule(id: "1", if: [FlagCondition(.attribute(test))], then: .variant("on"))
        let targeting = FlagTargeting(isOn: true, rules: [rule], otherwise: .variant("off"))
        for value in holds {
            #expect(try evaluate(.bool(), targeting, "u-1", ["a": value]).variant == "on", "\(value)")
        }
        for value in fails {
            #expect(try evaluate(.bool(), targeting, "u-1", ["a": value]).variant == "off", "\(value)")
        }
        if fails.contains(.null) { #expect(try evaluate(.bool(), targeting).variant == "off", "missing") }
    }

    @Test("Metadata is that of flagd's definitions, as a stack reads it")
    func metadata() throws {
        var flag = EditableFlag.bool(name: "Fast Save")
        flag.kind = .operational
        flag.expires = FlagDate("2027-03-01")
        flag.tags = ["a"]
        flag.parent = "parent"
        flag.exclusionGroup = "group"
        flag.metadata = ["ticket": 1, "owner": "x"]
        flag.owner = "Team"
        let items = EditableFlags(flags: ["flag": flag, "parent": .bool()])
        let definitions = try FlagDefinitions(json: Array(items.compiled().json().utf8))
        #expect(
            definitions.rule(for: "flag")?.metadata == [
                "name": "Fast Save", "kind": "operational", "expires": "2027-03-01", "tags": ["a"], "parent": "parent",
                "exclusionGroup": "group", "ticket": 1, "owner": "Team",
            ])
        #expect(definitions.exported().diagnostics.map(\.key) == ["flag"])
    }

    @Test("One flag is compiled with the segments that it needs")
    func single() throws {
        let rule = TargetingRule(id: "1", if: [.segment("a")], then: .variant("on"))
        let items = EditableFlags(
            flags: ["flag": .bool(), "other": EditableFlag(type: .int, variants: [])],
            segments: [
                "a": FlagSegment(if: [.segment("b")]), "b": FlagSegment(people: ["u-1"]), "c": FlagSegment(),
            ],
            targetings: ["flag": FlagTargeting(isOn: true, rules: [rule])])
        guard case .object(let root) = try items.compiled(flag: "flag") else { return #expect(Bool(false)) }
        #expect(root["$evaluators"]?.objectValue?.keys.sorted() == ["a", "b"])
        #expect(root["flags"]?.objectValue?.keys.sorted() == ["flag"])
        #expect(throws: FlagDocumentError.self) { try items.compiled() }
        #expect(throws: FlagDocumentError.self) { try items.compiled(flag: "other") }
        #expect(throws: FlagDocumentError.self) { try items.compiled(flag: "nothing") }
    }

    @Test("Shared rules refer to no other ones, which flagd wouldn't resolve, and are read back as segments")
    func nestedSegments() throws {
        let rule = TargetingRule(id: "1", if: [.segment("all")], then: .variant("on"))
        let employees = FlagSegment(if: [.attribute("email", .endsWith, ["@example.com"])])
        let items = EditableFlags(
            flags: ["flag": .bool()],
            segments: [
                "all": FlagSegment(
                    if: [.segment("beta"), .segment("blocked", isMember: false)]),
                "beta": FlagSegment(if: [.segment("employees"), .attribute("plan", .oneOf, ["a"])], people: ["u-1"]),
                "blocked": FlagSegment(people: ["u-2"]), "employees": employees,
            ],
            targetings: ["flag": FlagTargeting(isOn: true, rules: [rule], otherwise: .variant("off"))])
        let compiled = try items.compiled()
        let evaluators = try #require(compiled.objectValue?["$evaluators"])
        #expect(!evaluators.json().contains("$ref"))
        let read = try FlagImport(flagd: Array(compiled.json().utf8))
        #expect(read.items.segments == items.segments)
        let definitions = try FlagDefinitions(json: Array(compiled.json().utf8))
        for (key, email, plan, isOn) in [
            ("u-1", "", "", true), ("u-3", "a@example.com", "a", true), ("u-3", "a@example.com", "b", false),
            ("u-2", "a@example.com", "a", false),
        ] {
            let context = EvaluationContext(
                targetingKey: key, attributes: ["email": .string(email), "plan": .string(plan)])
            let result = try #require(definitions.rule(for: "flag")).evaluate(context, now: 1_700_000_000)
            #expect(result.variant == (isOn ? "on" : "off"))
        }
    }

    @Test("Segments that grow too large with those that they use are an error")
    func largeSegments() throws {
        var segments = ["s0": FlagSegment(people: (0..<1_000).map { "u-\($0)" })]
        for level in 1..<12 {
            segments["s\(level)"] = FlagSegment(
                if: Array(repeating: .segment("s\(level - 1)"), count: 10))
        }
        let items = EditableFlags(flags: [:], segments: segments, targetings: [:])
        let error = try #require(throws: FlagDocumentError.self) { try items.compiled() }
        #expect(error.diagnostics.map(\.item).contains(.segment("s4")))
        #expect(error.diagnostics.allSatisfy { $0.message.contains("values with those of the segments that it uses") })
    }

    @Test("Many flags compile in bounded time, the same ones always alike")
    func many() throws {
        var random = RandomDocuments(seed: 1)
        var items = random.documents()
        for index in 0..<5_000 {
            let rules = (0..<4).map {
                TargetingRule(
                    id: "\($0)", if: [.segment("employees"), .attribute("plan", .oneOf, ["a", "b", .int(index)])],
                    then: .variant("on"))
            }
            items.flags["many-\(index)"] = .bool(name: "Flag \(index)")
            items.targetings["many-\(index)"] = FlagTargeting(
                isOn: true, rules: rules, otherwise: .split([TargetingShare("on", 25), TargetingShare("off", 75)]))
        }
        let clock = ContinuousClock()
        var text = ""
        let duration = try clock.measure { text = try items.compiled().json() }
        // A release build takes about a tenth of it.
        #expect(duration < .seconds(20))
        #expect(try items.compiled().json() == text)
    }
}
