import FiresteelFlags
import FlagTesting
import Testing

@Suite("Flags are read in flagd's format")
struct FlagDefinitionsTests {
    @Test("A flag without targeting, or with an empty one, is the same for everyone")
    func constant() throws {
        for targeting in ["", #", "targeting": {}"#, #", "targeting": null"#] {
            let definitions = try RuleTesting.definitions(
                """
                {"flags": {"x": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on"\(targeting)}}}
                """)
            let rule = try #require(definitions.rule(for: "x"))
            #expect(rule.evaluation("u") == .value(true, variant: "on", reason: .static))
            #expect(!rule.dependsOnContext && !rule.dependsOnTime)
        }
    }

    @Test("Targeting that names a variant chooses it")
    func match() throws {
        let rule = try RuleTesting.rule(#"{"if": [{"==": [{"var": "plan"}, "premium"]}, "b", null]}"#)
        #expect(rule.dependsOnContext && !rule.dependsOnTime)
        #expect(rule.evaluation("u", ["plan": "premium"]) == .value("b", variant: "b", reason: .targetingMatch))
        #expect(rule.evaluation("u", ["plan": "free"]) == .value("a", variant: "a", reason: .default))
        #expect(rule.evaluation() == .value("a", variant: "a", reason: .default))
    }

    @Test("Targeting that is null leaves it to the program where there is no default variant")
    func withoutDefault() throws {
        let rule = try RuleTesting.rule(#"{"if": [{"var": "x"}, "b"]}"#, fallback: nil)
        #expect(rule.evaluation() == FlagEvaluation(.programDefault, reason: .default))
        let fixed = try RuleTesting.definitions(#"{"flags": {"x": {"state": "ENABLED", "variants": {"on": true}}}}"#)
        #expect(fixed.rule(for: "x")?.evaluation() == FlagEvaluation(.programDefault, reason: .default))
    }

    @Test("A missing variant is an error with any default")
    func missingVariant() throws {
        let rule = try RuleTesting.rule(#"{"cat": ["d", {"var": "x"}]}"#)
        #expect(rule.evaluation().code == .general)
        #expect(try RuleTesting.rule(#"{"merge": [{"var": "x"}]}"#).evaluation().code == .general)
    }

    @Test("True, false and numbers choose the variants that are called so")
    func namesOfValues() throws {
        let definitions = try RuleTesting.definitions(
            """
            {"flags": {"x": {"state": "ENABLED", "variants": {"true": "yes", "false": "no", "1": "one"},
              "defaultVariant": true, "targeting": {"if": [{"var": "n"}, {"var": "n"}, {"==": [{"var": "a"}, 1]}]}}}}
            """)
        let rule = try #require(definitions.rule(for: "x"))
        #expect(rule.evaluation("u", ["a": 1]).variant == "true")
        #expect(rule.evaluation("u", ["a": 2]).outcome == .value("no"))
        #expect(rule.evaluation("u", ["n": 1]).outcome == .value("one"))
        #expect(rule.evaluation("u", ["n": 1.0]).outcome == .value("one"))
    }

    @Test("A disabled flag has the program's default, regardless of its targeting")
    func disabled() throws {
        let definitions = try RuleTesting.definitions(
            """
            {"flags": {"x": {"state": "DISABLED", "variants": {"on": true}, "defaultVariant": "on",
              "targeting": {"if": [{"var": "u"}, "on"]}}}}
            """)
        let rule = try #require(definitions.rule(for: "x"))
        #expect(rule.evaluation("u") == FlagEvaluation(.programDefault, reason: .disabled))
        #expect(!rule.dependsOnContext)
    }

    @Test("A disabled flag leaves it to the program, whatever is wrong with the rest of it")
    func disabledAndBroken() throws {
        let definitions = try RuleTesting.definitions(
            """
            {"flags": {
              "rule": {"state": "DISABLED", "variants": {"on": true}, "targeting": {"nope": []}},
              "variants": {"state": "DISABLED"},
              "there": {"state": "ENABLED", "variants": {"on": true}, "targeting": {"nope": []},
                "metadata": {"environments": {"production": "DISABLED"}}}}}
            """)
        #expect(definitions.errors.map(\.key) == ["rule", "variants", "there"])
        for key in ["rule", "variants"] {
            #expect(definitions.rule(for: key)?.evaluation() == FlagEvaluation(.programDefault, reason: .disabled))
        }
        let rule = try #require(definitions.rule(for: "there") as? any EnvironmentRule)
        #expect(rule.evaluation().code == .parseError)
        #expect(rule.rule(in: .production).evaluation() == FlagEvaluation(.programDefault, reason: .disabled))
        #expect(rule.rule(in: .staging).evaluation().code == .parseError)
    }

    @Test("Flags may be an array, in which each has its key")
    func array() throws {
        let flag = #""state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on""#
        let text = """
            {"flags": [{"key": "b", \(flag)}, {"key": "a", \(flag), "metadata": {"local": "off"}},
              {\(flag)}, 1, {"key": "b", \(flag)}]}
            """
        let definitions = try RuleTesting.definitions(text)
        #expect(definitions.keys == ["a", "b"])
        #expect(definitions.rule(for: "b")?.evaluation() == .value(true, variant: "on", reason: .static))
        #expect(definitions.errors.map(\.path) == ["$.flags[2]", "$.flags[3]", "$.flags[4].key"])
        #expect(definitions.errors.map(\.line) == [2, 2, 2])
    }

    @Test("An empty default variant is the same as a missing one, whatever the variants are")
    func emptyDefault() throws {
        for variants in [#"{"on": true}"#, #"{"": true, "on": true}"#] {
            let definitions = try RuleTesting.definitions(
                #"{"flags": {"x": {"state": "ENABLED", "variants": \#(variants), "defaultVariant": ""}}}"#)
            #expect(definitions.errors.isEmpty)
            #expect(definitions.rule(for: "x")?.evaluation() == FlagEvaluation(.programDefault, reason: .default))
        }
    }

    @Test("The arithmetic of rollouts is metadata of the file, not of its flags")
    func fractionalMetadata() throws {
        let definitions = try RuleTesting.definitions(
            """
            {"metadata": {"fractional": "v3", "owner": "all"}, "flags": {
              "x": {"state": "ENABLED", "variants": {"on": true}}, "broken": {"state": "ENABLED"}}}
            """)
        #expect(definitions.metadata == ["fractional": "v3", "owner": "all"])
        #expect(definitions.rule(for: "x")?.metadata == ["owner": "all"])
        #expect(definitions.rule(for: "broken")?.metadata == ["owner": "all"])
    }

    @Test("Shared rules are replaced by their contents, also within each other")
    func evaluators() throws {
        let definitions = try RuleTesting.definitions(
            """
            {"$evaluators": {
               "staff": {"ends_with": [{"var": "email"}, "@example.org"]},
               "insider": {"or": [{"$ref": "staff"}, {"==": [{"var": "plan"}, "beta"]}]}},
             "flags": {"x": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
               "targeting": {"if": [{"$ref": "insider"}, "on", "off"]}}}}
            """)
        #expect(definitions.errors.isEmpty)
        let rule = try #require(definitions.rule(for: "x"))
        #expect(rule.evaluation("u", ["email": "a@example.org"]).outcome == .value(true))
        #expect(rule.evaluation("u", ["plan": "beta"]).outcome == .value(true))
        #expect(rule.evaluation("u", ["email": "a@example.com"]).outcome == .value(false))
        #expect(rule.dependsOnContext)
    }

    @Test("A flag's metadata wins over the file's")
    func metadata() throws {
        let definitions = try RuleTesting.definitions(
            """
            {"metadata": {"flagSetId": "s", "owner": "all"}, "flags": {
              "x": {"state": "ENABLED", "variants": {"on": true}, "metadata": {"owner": "search", "expires": "2027-01-31"}},
              "y": {"state": "ENABLED", "variants": {"on": true}}}}
            """)
        #expect(definitions.metadata == ["flagSetId": "s", "owner": "all"])
        #expect(definitions.keys == ["x", "y"])
        #expect(
            definitions.rule(for: "x")?.metadata == ["flagSetId": "s", "owner": "search", "expires": "2027-01-31"])
        #expect(definitions.rule(for: "y")?.metadata == definitions.metadata)
    }

    @Test("The file determines the version of its splits, regardless of the reader")
    func versionOfFile() throws {
        let text = #"{"metadata": {"fractional": "v3"}, "flags": {}}"#
        #expect(try RuleTesting.definitions(text).fractional == .v3)
        #expect(try RuleTesting.definitions(#"{"flags": {}}"#).fractional == .v2)
    }

    @Test("Rules see the flag's key, the targeting key and the time")
    func injected() throws {
        let key = try RuleTesting.rule(#"{"if": [{"==": [{"var": "$flagd.flagKey"}, "flag"]}, "b", "c"]}"#)
        #expect(key.evaluation().variant == "b")
        #expect(!key.dependsOnContext)
        let time = try RuleTesting.rule(#"{"if": [{">=": [{"var": "$flagd.timestamp"}, 1700000000]}, "b", "c"]}"#)
        #expect(time.dependsOnTime && !time.dependsOnContext)
        #expect(time.evaluate(.empty, now: 1_699_999_999).variant == "c")
        #expect(time.evaluate(.empty, now: 1_700_000_000).variant == "b")
        let target = try RuleTesting.rule(#"{"if": [{"==": [{"var": "targetingKey"}, "u"]}, "b", "c"]}"#)
        #expect(target.evaluation("u").variant == "b")
        #expect(target.evaluation(nil, ["targetingKey": "u"]).variant == "b")
        #expect(target.evaluation("v", ["targetingKey": "u"]).variant == "c")
    }

    @Test("A rule that doesn't read the context returns one value for every context", arguments: 0..<4)
    func dependence(seed: UInt64) throws {
        var random = RandomRules(seed: 50 + seed)
        for _ in 0..<200 {
            let rule = try RuleTesting.rule(random.rule(depth: 4).json())
            if !rule.dependsOnContext {
                let answer = rule.evaluation()
                for _ in 0..<5 {
                    #expect(rule.evaluation("u\(random.values.number(0..<9))", random.attributes()) == answer)
                }
            }
            if !rule.dependsOnTime {
                let context = EvaluationContext(targetingKey: "u", attributes: random.attributes())
                #expect(rule.evaluate(context, now: 1) == rule.evaluate(context, now: 2_000_000_000))
            }
        }
    }
}
