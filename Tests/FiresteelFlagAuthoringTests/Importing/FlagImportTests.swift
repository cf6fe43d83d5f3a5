import FiresteelFlagAuthoring
import FiresteelFlags
import FlagTesting
import Foundation
import Testing

@Suite("Definitions in flagd's format become editable")
struct FlagImportTests {
    private func imported(_ targeting: String, fallback: String? = "a") throws -> FlagTargeting {
        let fallback = fallback.map { "\"defaultVariant\": \"\($0)\"," } ?? ""
        let text = """
            {"$evaluators": {"adult": {">=": [{"var": "age"}, 18]}}, "flags": {"flag": {"state": "ENABLED",
             "variants": {"a": "a", "b": "b", "true": "t", "false": "f"}, \(fallback) "targeting": \(targeting)}}}
            """
        let result = try FlagImport(flagd: Array(text.utf8))
        #expect(result.diagnostics.isEmpty)
        return try #require(result.items.targetings["flag"])
    }

    @Test(
        "Targeting with conditions and results becomes rules",
        arguments: [
            (#"{"if": [{"==": [{"var": "plan"}, "x"]}, "a", "b"]}"#, 1),
            (
                #"{"if": [{"===": ["x", {"var": ["plan"]}]}, "a", {"if": [{"in": ["x", {"var": "roles"}]}, "b", "a"]}]}"#,
                2
            ),
            (#"{"if": [{"or": [{"==": [{"var": "plan"}, "x"]}, {"==": [{"var": "plan"}, "y"]}]}, "b"]}"#, 1),
            (#"{"if": [{"or": [{"==": [{"var": "plan"}, "x"]}, {"==": [{"var": "age"}, 3]}]}, "b"]}"#, 2),
            (#"{"if": [{"and": [{"!": {"in": [{"var": "plan"}, ["x", "y"]]}}, {"$ref": "adult"}]}, "b", "a"]}"#, 1),
            (#"{"if": [{"<=": [18, {"var": "age"}, 65]}, {"if": [{"!": [{"$ref": "adult"}]}, "a", "b"]}, "a"]}"#, 2),
            (#"{"if": [{"sem_ver": [{"var": "version"}, ">=", "1.0.0"]}, {"fractional": [["a", 1], ["b"]]}, "a"]}"#, 1),
            (#"{"fractional": [{"var": "email"}, ["a", 50], ["b", 50]]}"#, 0),
            (#"{"fractional": [{"cat": [{"var": "$flagd.flagKey"}, {"var": "email"}]}, ["a", 50], ["b", 50]]}"#, 0),
            (
                #"{"?:": [{"starts_with": [{"var": "email"}, "a"]}, "a", {"ends_with": [{"var": "email"}, "b"]}, "b"]}"#,
                2
            ),
            (#"{"in": [{"var": "plan"}, ["x"]]}"#, 1),
            (#"{"if": [{">": [{"var": "$flagd.timestamp"}, 1700000000]}, "b", null]}"#, 1),
        ])
    func rules(targeting: String, count: Int) throws {
        let read = try imported(targeting)
        #expect(read.logic == nil)
        #expect(read.rules.count == count)
        #expect(
            read.rules.allSatisfy { $0.conditions.allSatisfy { if case .logic = $0.test { false } else { true } } })
    }

    @Test(
        "Other targeting stays JsonLogic, unchanged",
        arguments: [
            #"{"var": "variant"}"#, #"{"if": [{"var": "x"}, {"cat": ["a", ""]}, "b"]}"#, #""a""#, #"{"if": ["a"]}"#,
            #"{"fractional": [["a", {"var": "x"}], ["b", 1]]}"#, #"{"if": [true, "unknown"]}"#,
            #"{"if": [{"var": "x"}, {"if": [{"var": "y"}, "a"]}, "b"]}"#, #"{"fractional": [["a", 0]]}"#,
        ])
    func logic(targeting: String) throws {
        let read = try imported(targeting)
        #expect(read.logic == (try JSONValue(json: Array(targeting.utf8))))
        #expect(read.rules.isEmpty)
    }

    @Test("States and metadata are those of the environment, also from the file's metadata")
    func states() throws {
        let text = """
            {"metadata": {"environments": {"production": "DISABLED"}, "flagSetId": "set", "parent": "own"}, "flags": [
              {"key": "own", "state": "ENABLED", "variants": {"off": false, "on": true}, "defaultVariant": "on",
               "metadata": {"environments": {"staging": "DISABLED"}, "parent": "", "kind": "operational",
                            "expires": "soon", "tags": ["x"]}},
              {"key": "shared", "state": "ENABLED", "variants": {"off": false, "on": true}, "defaultVariant": "off"},
              {"key": "mixed", "state": "ENABLED", "variants": {"off": false, "on": 1}},
              {"key": "broken", "state": "ENABLED", "variants": {"a": 1}, "targeting": {"nope": []}}]}
            """
        let production = try FlagImport(flagd: Array(text.utf8), environment: "production")
        #expect(production.items.targetings["own"] == FlagTargeting(isOn: true, otherwise: .variant("on")))
        #expect(
            production.items.targetings["shared"]
                == FlagTargeting(isOn: false, off: .programDefault, otherwise: .variant("off")))
        #expect(production.items.flags["shared"]?.parent == "own")
        #expect(production.items.metadata == ["flagSetId": "set"])
        #expect(production.diagnostics.map(\.item) == [.flag("broken"), .flag("mixed")])
        let own = try #require(production.items.flags["own"])
        #expect(own.kind == .operational && own.tags == ["x"] && own.parent == nil && own.expires == nil)
        #expect(own.metadata == ["expires": "soon"])
        #expect(own.variants.map(\.name) == ["on", "off"])
        let staging = try FlagImport(flagd: Array(text.utf8), environment: "staging")
        #expect(
            staging.items.targetings["own"]
                == FlagTargeting(isOn: false, off: .programDefault, otherwise: .variant("on")))
        #expect(staging.items.targetings["shared"] == FlagTargeting(isOn: false, otherwise: .variant("on")))
    }

    @Test("Written flags are read back from their definitions", arguments: 0..<300)
    func roundTrip(seed: Int) throws {
        var random = RandomDocuments(seed: UInt64(seed))
        let items = random.documents()
        let read = try FlagImport(flagd: Array(items.compiled().json().utf8))
        #expect(read.diagnostics.isEmpty)
        #expect(read.items.flags == items.flags)
        for (key, targeting) in items.targetings {
            #expect(read.items.targetings[key]?.json.json(pretty: true) == targeting.json.json(pretty: true), "\(key)")
        }
        for (key, segment) in read.items.segments { #expect(segment == items.segments[key], "\(key)") }
        #expect(read.items.metadata == items.metadata)
    }

    /// Returns whether evaluations are equal; the default variant of a Bool flag with rules may have become the result
    /// for everyone else, with another reason.
    private static func isAlike(
        _ original: FlagEvaluation?, _ compiled: FlagEvaluation?, _ targeting: FlagTargeting?
    ) -> Bool {
        guard var original, original.reason == .default, compiled?.reason == .targetingMatch,
            let targeting, !targeting.rules.isEmpty, targeting.off == .automatic,
            case .variant(let name)? = targeting.otherwise?.outcome, original.variant == name
        else { return original == compiled }
        original.reason = .targetingMatch
        return original == compiled
    }

    private func boolFlag(_ state: String, fallback: String, targeting: String) throws -> FlagImport {
        let text = """
            {"flags": {"flag": {"state": "\(state)", "variants": {"on": true, "off": false},
             "defaultVariant": "\(fallback)", "targeting": \(targeting)}}}
            """
        return try FlagImport(flagd: Array(text.utf8))
    }

    /// Returns the variants of an imported flag for two plans, after a change of its targeting.
    private func variants(
        of read: FlagImport, _ change: (inout FlagTargeting) -> Void = { _ in }
    ) throws -> [String?] {
        var items = read.items
        var targeting = try #require(items.targetings["flag"])
        change(&targeting)
        items.targetings["flag"] = targeting
        let definitions = try FlagDefinitions(json: Array(items.compiled().json().utf8))
        let rule = try #require(definitions.rule(for: "flag"))
        return ["free", "pro"].map {
            rule.evaluate(EvaluationContext(targetingKey: "u", attributes: ["plan": .string($0)]), now: 0).variant
        }
    }

    @Test(
        "An imported Bool flag that is turned off is off for everyone, whatever its default variant",
        arguments: [
            (#"{"if": [{"==": [{"var": "plan"}, "free"]}, "off"]}"#, "on", ["off", "on"]),
            (#"{"if": [{"==": [{"var": "plan"}, "free"]}, "off", null]}"#, "on", ["off", "on"]),
            (#"{"if": [{"==": [{"var": "plan"}, "free"]}, "on", "off"]}"#, "on", ["on", "off"]),
            (#"{"if": [{"==": [{"var": "plan"}, "free"]}, "on"]}"#, "off", ["on", "off"]),
            ("{}", "on", ["on", "on"]), ("{}", "off", ["off", "off"]),
        ])
    func turnedOff(targeting: String, fallback: String, expected: [String]) throws {
        let read = try boolFlag("ENABLED", fallback: fallback, targeting: targeting)
        #expect(read.diagnostics.isEmpty)
        #expect(read.items.targetings["flag"]?.off == .automatic)
        #expect(try variants(of: read) == expected)
        #expect(try variants(of: read) { $0.isOn = false } == ["off", "off"])
    }

    @Test(
        "A default variant that isn't false stays the off variant with a warning, where targeting may have no result",
        arguments: [#"{"var": "plan"}"#, #"{"fractional": [{"var": "group"}, ["on", 1], ["off", 1]]}"#])
    func offIsNotFalse(targeting: String) throws {
        let read = try boolFlag("ENABLED", fallback: "on", targeting: targeting)
        #expect(read.items.targetings["flag"]?.off == .variant("on"))
        #expect(try variants(of: read) { $0.isOn = false } == ["on", "on"])
        let warning = try #require(read.diagnostics.first)
        #expect(read.diagnostics.count == 1 && warning.severity == .warning && warning.item == .flag("flag"))
        #expect(warning.path == "$.flags['flag'].defaultVariant")
        #expect(warning.message.hasPrefix("Turning the flag off gives everyone “on”, which isn't false"))
        #expect(try boolFlag("ENABLED", fallback: "off", targeting: targeting).diagnostics.isEmpty)
    }

    @Test("The default variant of a disabled flag applies when it is turned on")
    func disabled() throws {
        let rule = #"{"if": [{"==": [{"var": "plan"}, "free"]}, "off"]}"#
        for (targeting, expected) in [("{}", ["on", "on"]), (rule, ["off", "on"])] {
            let read = try boolFlag("DISABLED", fallback: "on", targeting: targeting)
            #expect(read.diagnostics.isEmpty)
            #expect(try variants(of: read) == [nil, nil])
            #expect(try variants(of: read) { $0.isOn = true } == expected)
        }
        let read = try boolFlag("DISABLED", fallback: "on", targeting: #"{"var": "plan"}"#)
        #expect(read.diagnostics.map(\.severity) == [.warning])
        #expect(read.diagnostics.first?.message.hasPrefix("The default variant “on” is omitted") == true)
    }

    /// Evaluates definitions and what they are after being imported and compiled, for random contexts.
    private func compare(
        _ bytes: [UInt8], _ random: inout RandomDocuments, sourceLocation: SourceLocation = #_sourceLocation
    )
        throws
    {
        let original = try FlagDefinitions(json: bytes)
        let read = try FlagImport(flagd: bytes)
        let text = try read.items.compiled().json()
        let compiled = try FlagDefinitions(json: Array(text.utf8))
        #expect(compiled.errors.isEmpty, sourceLocation: sourceLocation)
        for _ in 0..<30 {
            let context = random.context()
            for key in read.items.flags.keys {
                let now = RuleTesting.now + Int64(random.values.number(-2..<3))
                let first = original.rule(for: key)?.evaluate(context, now: now)
                let second = compiled.rule(for: key)?.evaluate(context, now: now)
                #expect(
                    Self.isAlike(first, second, read.items.targetings[key]), "\(key) \(context) \(text)",
                    sourceLocation: sourceLocation)
            }
        }
    }

    @Test("Random definitions evaluate alike after being imported and compiled", arguments: 0..<150)
    func evaluation(seed: Int) throws {
        var random = RandomDocuments(seed: UInt64(seed))
        var rules = RandomLogic(seed: UInt64(seed))
        var flags: [String: JSONValue] = [:]
        for index in 0..<8 {
            var flag: [String: JSONValue] = [
                "state": random.values.number(0..<6) == 0 ? "DISABLED" : "ENABLED",
                "variants": random.values.number(0..<2) == 0
                    ? ["a": "A", "b": "B", "true": "T", "false": "F"] : ["a": true, "b": false, "true": true],
            ]
            if random.values.number(0..<3) > 0 { flag["defaultVariant"] = random.values.pick(["a", "b", true]) }
            if random.values.number(0..<5) > 0 { flag["targeting"] = rules.targeting(depth: 4) }
            flags["flag-\(index)"] = .object(flag)
        }
        let document: JSONValue = [
            "flags": .object(flags),
            "$evaluators": ["s1": rules.condition(depth: 3), "s2": rules.condition(depth: 3)],
            "metadata": ["fractional": random.values.pick(["v2", "v3"])],
        ]
        try compare(Array(document.json().utf8), &random)
    }

    @Test("Rules of every operator evaluate alike after being imported and compiled", arguments: 0..<300)
    func everyOperator(seed: Int) throws {
        var rules = RandomRules(seed: UInt64(seed))
        var random = RandomDocuments(seed: UInt64(seed))
        let document: JSONValue = [
            "flags": [
                "flag": [
                    "state": "ENABLED", "variants": ["a": 1, "b": 2, "true": 3], "defaultVariant": "b",
                    "targeting": rules.rule(depth: 5),
                ]
            ],
            "$evaluators": ["s": rules.rule(depth: 3)],
        ]
        let bytes = Array(document.json().utf8)
        guard try FlagDefinitions(json: bytes).errors.isEmpty else { return }
        try compare(bytes, &random)
    }

    @Test("flagd's conformance cases evaluate alike after being imported and compiled", arguments: ["v2", "v3"])
    func conformance(version: String) throws {
        var count = 0
        for item in try ConformanceVectors.cases("fractional_cases") {
            guard case .object(let context)? = item["context"], let key = item["flagKey"]?.text, let flag = item["flag"]
            else {
                continue
            }
            let document: JSONValue = [
                "flags": .object([key: flag]), "metadata": ["fractional": .string(version)],
            ]
            let bytes = Array(document.json().utf8)
            let original = try FlagDefinitions(json: bytes)
            let read = try FlagImport(flagd: bytes)
            guard let rule = original.rule(for: key), read.items.flags[key] != nil else { continue }
            let compiled = try FlagDefinitions(json: Array(read.items.compiled().json().utf8))
            let evaluated = EvaluationContext(targetingKey: item["targetingKey"]?.text, attributes: context)
            #expect(compiled.rule(for: key)?.evaluate(evaluated, now: 0) == rule.evaluate(evaluated, now: 0), "\(key)")
            count += 1
        }
        #expect(count > 1_300)
    }

    @Test("JsonLogic's conformance cases hold alike as conditions")
    func conditions() throws {
        var count = 0
        for item in try ConformanceVectors.cases("jsonlogic_cases") {
            guard case .object(let attributes)? = item["data"], let rule = item["rule"] else { continue }
            let document: JSONValue = [
                "flags": [
                    "flag": [
                        "state": "ENABLED", "variants": ["a": true, "b": false], "defaultVariant": "a",
                        "targeting": ["if": [rule, "a", ["$ref": "b"], "b"]],
                    ]
                ],
                "$evaluators": ["b": ["!": [rule]]],
            ]
            let bytes = Array(document.json().utf8)
            let original = try FlagDefinitions(json: bytes)
            guard original.errors.isEmpty else { continue }
            let compiled = try FlagDefinitions(json: Array(FlagImport(flagd: bytes).items.compiled().json().utf8))
            let context = EvaluationContext(targetingKey: "u", attributes: attributes)
            #expect(
                compiled.rule(for: "flag")?.evaluate(context, now: 0)
                    == original.rule(for: "flag")?.evaluate(context, now: 0), "\(rule)")
            count += 1
        }
        #expect(count > 100)
    }

    @Test("Every file of the fuzz target is imported or rejected, and evaluates alike")
    func seeds() throws {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        folder.append(path: "Fuzz/Seeds/FlagFileFuzz")
        var random = RandomDocuments(seed: 1)
        var count = 0
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let bytes = Array(try Data(contentsOf: file))
            guard let read = try? FlagImport(flagd: bytes), (try? read.items.compiled()) != nil else { continue }
            try compare(bytes, &random)
            count += 1
        }
        #expect(count >= 1)
    }

    @Test("Targeting beyond the limits of rules stays JsonLogic, and compiles")
    func limits() throws {
        let equal = (0..<30_000).map { JSONValue.object(["==": [["var": "plan"], .string("p\($0)")]]) }
        let different = (0..<300).map { JSONValue.object(["==": [["var": .string("a\($0)")], 1]]) }
        for (logic, isRule) in [
            (JSONValue.object(["or": .array(equal)]), true), (.object(["or": .array(Array(equal[..<9_000]))]), true),
            (.object(["in": [["var": "plan"], .array((0..<20_000).map { .int($0) })]]), true),
            (.object(["and": .array(different)]), false),
        ] {
            let document: JSONValue = [
                "flags": [
                    "flag": [
                        "state": "ENABLED", "variants": ["a": true, "b": false], "defaultVariant": "b",
                        "targeting": ["if": [logic, "a", ["$ref": "s"], "b"]],
                    ]
                ],
                "$evaluators": ["s": logic],
            ]
            let bytes = Array(document.json().utf8)
            let read = try FlagImport(flagd: bytes)
            #expect((read.items.targetings["flag"]?.logic == nil) == isRule)
            let compiled = try FlagDefinitions(json: Array(read.items.compiled().json().utf8))
            for plan in ["p8999", "p29999", "x"] {
                let rule = try FlagDefinitions(json: bytes).rule(for: "flag")
                #expect(
                    compiled.rule(for: "flag")?.evaluation("u", ["plan": .string(plan)])
                        == rule?.evaluation("u", ["plan": .string(plan)]))
            }
        }
    }

    @Test("Deep and damaged definitions are rejected or read, never more")
    func hostile() throws {
        let deep = String(repeating: #"{"!": ["#, count: 100) + "1" + String(repeating: "]}", count: 100)
        let ands = String(repeating: #"{"and": [{"var": "x"}, "#, count: 50) + "1" + String(repeating: "]}", count: 50)
        let ifs =
            String(repeating: #"{"if": [{"var": "x"}, "#, count: 50) + #""a""#
            + String(repeating: #", "b"]}"#, count: 50)
        for targeting in [deep, ands, #"{"if": [\#(deep), "a", "b"]}"#, #"{"if": [\#(ands), "a", "b"]}"#, ifs] {
            let text =
                #"{"flags": {"f": {"state": "ENABLED", "variants": {"a": 1, "b": 2}, "targeting": \#(targeting)}}}"#
            let read = try FlagImport(flagd: Array(text.utf8))
            #expect(read.items.targetings["f"] != nil || !read.diagnostics.isEmpty)
            #expect(throws: Never.self) { try read.items.compiled() }
        }
        #expect(throws: FlagDefinitionsError.self) { try FlagImport(flagd: Array("[".utf8)) }
        #expect(throws: FlagDefinitionsError.self) { try FlagImport(flagd: Array("{}".utf8)) }
        let nested = Array(String(repeating: "[", count: 1_000).utf8)
        #expect(throws: FlagDefinitionsError.self) { try FlagImport(flagd: nested) }
    }
}
