import FiresteelFlagAuthoring
import FiresteelFlags
import FlagTesting
import Foundation
import Testing

@Suite("Parents and environments are exported as plain targeting")
struct ExportingTests {
    private static let bool = #""state": "ENABLED", "variants": {"on": true, "off": false}"#

    /// Compares a child in a file and in its export, and whether its parent is on, for many contexts.
    private func compare(
        _ text: String, environment: String? = nil, version: FractionalVersion = .v2
    ) throws -> [(child: Bool?, exported: Bool?, parent: Bool?)] {
        let options = FlagDefinitions.Options(fractional: version)
        let definitions = try RuleTesting.definitions(text, options: options)
        #expect(definitions.errors.isEmpty)
        let export = definitions.exported(for: environment)
        #expect(export.diagnostics.isEmpty)
        let plain = try RuleTesting.definitions(export.json(), options: options)
        #expect(plain.errors.isEmpty)
        func value(_ definitions: FlagDefinitions, _ key: String, _ context: EvaluationContext) -> Bool? {
            guard case .value(.bool(let value))? = definitions.rule(for: key)?.evaluate(context, now: 0).outcome else {
                return nil
            }
            return value
        }
        return (0..<400).map { number in
            let context = EvaluationContext(
                targetingKey: number % 10 == 0 ? nil : "user-\(number)",
                attributes: ["plan": .string(number % 3 == 0 ? "premium" : "free"), "age": .int(number % 80)])
            return (
                value(definitions, "child", context), value(plain, "child", context),
                value(definitions, "parent", context)
            )
        }
    }

    @Test(
        "A child is on only where its parent is on",
        arguments: [
            #""defaultVariant": "on""#,
            #""defaultVariant": "off""#,
            #""defaultVariant": "off", "targeting": {"if": [{"==": [{"var": "plan"}, "premium"]}, "on"]}"#,
            #""defaultVariant": "on", "targeting": {"if": [{"==": [{"var": "plan"}, "premium"]}, "off"]}"#,
            #""defaultVariant": "off", "targeting": {"fractional": [["on", 40], ["off", 60]]}"#,
            #""defaultVariant": "on", "targeting": {"fractional": [{"var": "plan"}, ["on", 40], ["off", 60]]}"#,
            #""defaultVariant": "off", "targeting": {"if": [{"$ref": "adult"}, {"fractional": [["on", 70], ["off", 30]]}, "off"]}"#,
            #""defaultVariant": "off", "targeting": {"if": [{"==": [{"var": "$flagd.flagKey"}, "parent"]}, "on", "off"]}"#,
        ])
    func parents(parent: String) throws {
        for child in [
            #""defaultVariant": "on""#,
            #""defaultVariant": "on", "targeting": {"fractional": [["on", 50], ["off", 50]]}"#,
        ] {
            let text = """
                {"$evaluators": {"adult": {">=": [{"var": "age"}, 18]}},
                 "flags": {"parent": {\(Self.bool), \(parent)},
                           "child": {\(Self.bool), \(child), "metadata": {"parent": "parent", "owner": "us"}}}}
                """
            for (number, row) in try compare(text).enumerated() {
                #expect(row.exported == (row.parent == true ? row.child : false), "context \(number)")
            }
        }
    }

    @Test("Expressed metadata is removed, and the rest is unchanged")
    func metadata() throws {
        let text = """
            {"flags": {"parent": {\(Self.bool), "defaultVariant": "on"}, "child": {\(Self.bool), "defaultVariant": "on",
              "metadata": {"parent": "parent", "local": "on", "owner": "us"}}}}
            """
        let plain = try RuleTesting.definitions(RuleTesting.definitions(text).exported().json())
        #expect(plain.rule(for: "child")?.metadata == ["owner": "us"])
    }

    @Test(
        "A flag that is off in this build is false for everyone; one that is on in some environments, outside of them")
    func environments() throws {
        func child(_ local: String, _ environment: String?) throws -> Set<Bool?> {
            let text = """
                {"flags": {"child": {\(Self.bool), "defaultVariant": "on", "metadata": {"local": \(local)}}}}
                """
            return Set(try compare(text, environment: environment).map(\.exported))
        }
        #expect(try child(#""off""#, nil) == [false])
        #expect(try child(#""on""#, nil) == [true])
        #expect(try child(#""staging, development""#, "staging") == [true])
        #expect(try child(#""staging, development""#, "production") == [false])
        // As a stack reads it: a truth value is a state, and anything else is ignored.
        #expect(try child("false", nil) == [false])
        #expect(try child("true", nil) == [true])
        #expect(try child("5", nil) == [true])
        #expect(try child(#"" , ""#, nil) == [true])
    }

    @Test("The state in the environment becomes the state, also from the file's metadata")
    func states() throws {
        let text = """
            {"metadata": {"environments": {"production": "DISABLED"}, "team": "us"}, "flags": {
              "own": {\(Self.bool), "defaultVariant": "on", "metadata": {"environments": {"staging": "DISABLED"}}},
              "shared": {\(Self.bool), "defaultVariant": "on"},
              "same": {\(Self.bool), "defaultVariant": "on", "metadata": {"environments": {"production": "ENABLED"}}}}}
            """
        let definitions = try RuleTesting.definitions(text)
        func enabled(in environment: String) throws -> [String] {
            let export = definitions.exported(for: environment)
            #expect(export.diagnostics.isEmpty)
            let plain = try RuleTesting.definitions(export.json())
            #expect(plain.metadata == ["team": "us"])
            return plain.keys.sorted().filter { key in
                #expect(plain.rule(for: key)?.metadata["environments"] == nil)
                let answer = plain.rule(for: key)?.evaluation()
                // What a stack in that environment says is what the plain file says.
                let stack = FlagStack(
                    [DefinitionsOfTest(definitions)], environment: FlagEnvironment(rawValue: environment))
                #expect(stack.resolve(key: key).reason == answer?.reason, "\(key) in \(environment)")
                return answer?.reason == .static
            }
        }
        #expect(try enabled(in: "production") == ["own", "same"])
        #expect(try enabled(in: "staging") == ["same", "shared"])
        #expect(try enabled(in: "development") == ["own", "same", "shared"])
        #expect(definitions.exported().diagnostics.map(\.key) == ["own", "shared"])
        let parent = """
            {"flags": {"child": {\(Self.bool), "defaultVariant": "on", "metadata": {"parent": "parent"}}, "parent":
              {\(Self.bool), "defaultVariant": "on", "metadata": {"environments": {"production": "DISABLED"}}}}}
            """
        let families = try RuleTesting.definitions(parent)
        #expect(families.exported().diagnostics.map(\.key) == ["child", "parent"])
        #expect(families.exported(for: "staging").diagnostics.isEmpty)
        #expect(families.exported(for: "production").diagnostics.map(\.key) == ["child"])
    }

    /// A provider with the rules of a file.
    private struct DefinitionsOfTest: FlagProvider {
        let name = "File"
        let definitions: FlagDefinitions
        init(_ definitions: FlagDefinitions) { self.definitions = definitions }
        var keys: Set<String>? { definitions.keys }
        func rule(for key: String) -> (any FlagRule)? { definitions.rule(for: key) }
    }

    @Test("Parents of parents count, and their environments")
    func chains() throws {
        let text = """
            {"flags": {
              "top": {\(Self.bool), "defaultVariant": "off", "targeting": {"if": [{"==": [{"var": "plan"}, "premium"]}, "on"]}},
              "parent": {\(Self.bool), "defaultVariant": "off", "metadata": {"parent": "top", "local": "staging"},
                "targeting": {"if": [{"<": [{"var": "age"}, 40]}, "on"]}},
              "child": {\(Self.bool), "defaultVariant": "on", "metadata": {"parent": "parent"}}}}
            """
        for (number, row) in try compare(text, environment: "staging").enumerated() {
            let isPremium = number % 3 == 0
            #expect(row.exported == (isPremium && number % 80 < 40))
        }
        #expect(Set(try compare(text, environment: "production").map(\.exported)) == [false])
    }

    @Test(
        "Inexpressible flags are reported with the reason, and unchanged",
        arguments: [
            (#""metadata": {"exclusionGroup": "themes"}"#, "themes"),
            (#""metadata": {"local": "staging"}"#, "environments"),
            (#""metadata": {"parent": "gone"}"#, "gone"),
            (#""metadata": {"parent": "disabled"}"#, "disabled"),
            (#""metadata": {"parent": "child"}"#, "cycle"),
            (#""metadata": {"parent": "grouped"}"#, "exclusion group"),
            (#""metadata": {"parent": "broken"}"#, "invalid"),
            (#""metadata": {"parent": "computed"}"#, "computes"),
            (#""metadata": {"parent": "open"}"#, "no default variant"),
        ])
    func inexpressible(member: String, words: String) throws {
        let text = """
            {"flags": {"child": {\(Self.bool), "defaultVariant": "on", \(member)},
              "text": {"state": "ENABLED", "variants": {"a": "a"}, "defaultVariant": "a"},
              "disabled": {"state": "DISABLED", "variants": {"on": true}},
              "grouped": {\(Self.bool), "defaultVariant": "on", "metadata": {"exclusionGroup": "g"}},
              "broken": {\(Self.bool), "defaultVariant": "on", "targeting": {"nope": 1}},
              "computed": {\(Self.bool), "defaultVariant": "on", "targeting": {"cat": ["o", "n"]}},
              "open": {\(Self.bool)}}}
            """
        let definitions = try RuleTesting.definitions(text)
        let export = definitions.exported()
        let fault = try #require(export.diagnostics.first { $0.key == "child" })
        #expect(fault.reason.contains(words), "\(fault)")
        #expect(try JSONValue(json: Array(export.json().utf8)) == JSONValue(json: Array(text.utf8)))
    }

    @Test(
        "A parent whose value may be the program's default counts as off if that is requested",
        arguments: [
            (#"{"state": "DISABLED", "variants": {"on": true}}"#, false),
            (#"{"state": "ENABLED", "variants": {"on": true, "off": false}}"#, false),
            (#"{"state": "ENABLED", "variants": {"a": "a"}, "defaultVariant": "a"}"#, false),
            (#"{"state": "ENABLED", "variants": {"on": true}, "targeting": {"if": [true, "on"]}}"#, true),
            (#"{"state": "ENABLED", "variants": {"on": true}, "targeting": {"if": [true, "gone"]}}"#, false),
            (#"{"state": "ENABLED", "variants": {"on": true}, "targeting": {"cat": ["o", "n"]}}"#, true),
            (#"{"state": "ENABLED", "variants": {"true": true}, "targeting": {"var": "paid"}}"#, true),
            (
                #"{"state": "ENABLED", "variants": {"1": true}, "targeting": {"if": [{"var": "paid"}, {"+": [1]}]}}"#,
                true
            ),
            (
                #"{"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on", "targeting": {"var": "none"}}"#,
                true
            ),
        ])
    func defaults(parent: String, isOn: Bool) throws {
        let children = """
            "bool": {\(Self.bool), "defaultVariant": "on", "metadata": {"parent": "parent"}},
            "disabled": {"state": "DISABLED", "variants": {"on": true}, "metadata": {"parent": "parent"}},
            "only-on": {"state": "ENABLED", "variants": {"off": true}, "defaultVariant": "off",
              "metadata": {"parent": "parent"}},
            "text": {"state": "ENABLED", "variants": {"a": "A", "b": "B"}, "defaultVariant": "a",
              "metadata": {"parent": "parent"}},
            "ruled": {"state": "ENABLED", "variants": {"a": "A", "": "B"}, "defaultVariant": "a",
              "targeting": {"if": [{"var": "paid"}, ""]}, "metadata": {"parent": "parent"}},
            "open": {"state": "ENABLED", "variants": {"a": "A"}, "targeting": {"if": [{"var": "paid"}, "a"]},
              "metadata": {"parent": "parent"}}
            """
        let definitions = try RuleTesting.definitions("{\"flags\": {\"parent\": \(parent), \(children)}}")
        let export = definitions.exported(defaultsAreOff: true)
        #expect(export.diagnostics.isEmpty)
        let plain = try RuleTesting.definitions(export.json())
        #expect(plain.errors.isEmpty && plain.dependentRules(in: .staging).isEmpty)
        let dependent = definitions.dependentRules(in: .staging)
        let context = EvaluationContext(targetingKey: "u", attributes: ["paid": true])
        let expected: [String: FlagEvaluation.Outcome] = [
            "bool": .value(.bool(isOn)), "disabled": isOn ? .programDefault : .value(false),
            "only-on": .value(.bool(isOn)), "text": isOn ? .value("A") : .programDefault,
            "ruled": isOn ? .value("B") : .programDefault, "open": isOn ? .value("A") : .programDefault,
        ]
        for (key, outcome) in expected {
            #expect(plain.rule(for: key)?.evaluate(context, now: 0).outcome == outcome, "\(key) \(export.json())")
            #expect(dependent[key]?.evaluate(context, now: 0).outcome == outcome, "\(key)")
        }
    }

    @Test("Rules that depend on others have the values that a stack decides, with exclusion groups", arguments: 0..<20)
    func dependent(seed: UInt64) throws {
        var random = RandomFamily(seed: seed, hasGroups: true)
        for _ in 0..<20 {
            let definitions = try RuleTesting.definitions(random.file())
            let export = definitions.exported(for: "staging", defaultsAreOff: true)
            let plain = try RuleTesting.definitions(export.json())
            let dependent = plain.dependentRules(in: .staging)
            let inexpressible = export.diagnostics.filter { $0.cause == .exclusionGroup }.map(\.key)
            #expect(Set(inexpressible).isSubset(of: dependent.keys))
            let stack = FlagStack([DefinitionsOfTest(definitions)], environment: .staging)
            let undecided = Set(export.diagnostics.filter { $0.cause == .definition }.map(\.key))
            for key in definitions.keys.sorted() where !undecided.contains(key) {
                let rule = try #require(dependent[key] ?? plain.rule(for: key))
                for number in 0..<10 {
                    let context = EvaluationContext(
                        targetingKey: "user-\(number)-\(seed)",
                        attributes: ["plan": .string(number % 3 == 0 ? "pro" : "free"), "age": .int(number * 9)])
                    let decided = stack.resolve(key: key, in: context)
                    let evaluation = rule.evaluate(context, now: 0)
                    #expect(evaluation.outcome == .value(decided.value), "\(key): \(definitions.exported().json())")
                    let isTurnedOff = evaluation.reason == .parentOff || evaluation.reason == .excluded
                    #expect(!isTurnedOff || evaluation.variant == "off")
                    var steps: [ExplanationStep] = []
                    #expect(rule.evaluate(context, now: 0, explaining: &steps).outcome == evaluation.outcome)
                }
            }
        }
    }

    @Test("For random parents, rules and states the export has the values that a stack decides", arguments: 0..<20)
    func random(seed: UInt64) throws {
        var random = RandomFamily(seed: seed)
        var compared = 0
        for _ in 0..<20 {
            let definitions = try RuleTesting.definitions(random.file())
            // Only parents in a circle are wrong.
            #expect(definitions.errors.allSatisfy { $0.path.hasSuffix(".metadata.parent") })
            let export = definitions.exported(for: "staging")
            let plain = try RuleTesting.definitions(export.json())
            let stack = FlagStack([DefinitionsOfTest(definitions)], environment: .staging)
            let inexpressible = Set(export.diagnostics.map(\.key))
            for key in definitions.keys.sorted() where !inexpressible.contains(key) {
                let rule = try #require(plain.rule(for: key))
                #expect(rule.metadata["parent"] == nil && rule.metadata["local"] == nil)
                for number in 0..<10 {
                    let context = EvaluationContext(
                        targetingKey: number == 0 ? nil : "user-\(number)-\(seed)",
                        attributes: ["plan": .string(number % 3 == 0 ? "pro" : "free"), "age": .int(number * 9)])
                    let decided = stack.resolve(key: key, in: context)
                    #expect(rule.evaluate(context, now: 0).outcome == .value(decided.value), "\(key): \(export.json())")
                    compared += 1
                }
            }
        }
        #expect(compared > 400)
    }

    @Test("A file without parents and environments is exported unchanged")
    func plain() throws {
        let text =
            #"{"$schema": "s", "flags": {"x": {"state": "ENABLED", "variants": {"a": 1, "b": 1.0}, "note": 1}}, "y": [null]}"#
        let export = try RuleTesting.definitions(text).exported()
        #expect(export.diagnostics.isEmpty)
        #expect(try JSONValue(json: Array(export.json().utf8)) == JSONValue(json: Array(text.utf8)))
    }

    @Test("Flags may be an array, in which each has its key")
    func array() throws {
        let flag = #""state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on""#
        let text = """
            {"flags": [{"key": "b", \(flag)}, {"key": "a", \(flag), "metadata": {"local": "off"}},
              {\(flag)}, 1, {"key": "b", \(flag)}]}
            """
        let definitions = try RuleTesting.definitions(text)
        let exported = try RuleTesting.definitions(definitions.exported().json())
        #expect(exported.rule(for: "a")?.evaluation().outcome == .value(false))
        #expect(exported.rule(for: "b")?.evaluation().outcome == .value(true))
        #expect(exported.errors.isEmpty)
    }

    @Test("A flag that is its own ancestor isn't exported")
    func circle() throws {
        let flag = #""state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on""#
        let text = """
            {"flags": {"a": {\(flag), "metadata": {"parent": "b"}}, "b": {\(flag), "metadata": {"parent": "it's"}},
              "it's": {\(flag), "metadata": {"parent": "a"}}}}
            """
        let export = try RuleTesting.definitions(text).exported()
        #expect(export.diagnostics.first { $0.key == "a" }?.reason.contains("cycle") == true)
    }

    @Test("Shared rules that double at each level aren't written out for a child")
    func doubling() throws {
        let shared = (0..<50).map { #""e\#($0)": {"and": [{"$ref": "e\#($0 + 1)"}, {"$ref": "e\#($0 + 1)"}]}"# }
        let text = """
            {"$evaluators": {\(shared.joined(separator: ",")), "e50": {"var": "x"}}, "flags": {"x": {"state": "ENABLED",
              "variants": {"on": true}, "targeting": {"if": [{"$ref": "e0"}, "on"]}},
              "child": {"state": "ENABLED", "variants": {"on": true, "off": false}, "metadata": {"parent": "x"}}}}
            """
        let export = try RuleTesting.definitions(text).exported()
        #expect(export.diagnostics.map(\.key) == ["child"])
        #expect(export.diagnostics.allSatisfy { $0.reason.contains("too long") })
    }

    @Test("Every seed of the fuzz target for files of flags that can be read is exported")
    func seeds() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../../Fuzz/Seeds/FlagFileFuzz").standardized
        var readable = 0
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            guard let definitions = try? FlagDefinitions(json: Array(Data(contentsOf: file))) else { continue }
            readable += 1
            #expect(definitions.exported(for: "production").json().hasPrefix("{"))
        }
        #expect(readable >= 4)
    }
}
