import FiresteelFlags
import FlagTesting
import Testing

@Suite("A flag's value is explained")
struct ExplainingTests {
    private func explain(
        _ rule: any FlagRule, _ targetingKey: String? = nil, _ attributes: [String: JSONValue] = [:]
    ) -> [ExplanationStep] {
        rule.explain(EvaluationContext(targetingKey: targetingKey, attributes: attributes), now: RuleTesting.now)
    }

    @Test("Each condition has its result, the values that it read, and its JSON path")
    func conditions() throws {
        let rule = try RuleTesting.rule(
            #"{"if": [{"and": [{"==": [{"var": "plan"}, "premium"]}, {">=": [{"var": "age"}, 18]}]}, "b", null]}"#)
        let steps = explain(rule, "u", ["plan": "premium", "age": 17])
        #expect(
            steps == [
                ExplanationStep("all of 2 conditions", result: "false", path: "$.flags['flag'].targeting.if[0]"),
                ExplanationStep(
                    "plan is “premium”", result: "true", path: "$.flags['flag'].targeting.if[0].and[0]", depth: 1),
                ExplanationStep(
                    "plan", result: "“premium”", path: "$.flags['flag'].targeting.if[0].and[0]['=='][0]", depth: 2),
                ExplanationStep(
                    "age is at least 18", result: "false", path: "$.flags['flag'].targeting.if[0].and[1]", depth: 1),
                ExplanationStep(
                    "age", result: "17", path: "$.flags['flag'].targeting.if[0].and[1]['>='][0]", depth: 2),
                ExplanationStep("No condition is true", path: "$.flags['flag'].targeting.if[2]"),
                ExplanationStep("The targeting returns nothing", path: "$.flags['flag'].targeting"),
                ExplanationStep("The default variant is “a”", result: "“a”", path: "$.flags['flag'].defaultVariant"),
            ])
    }

    @Test("A split has its bucket and all ranges")
    func shares() throws {
        let rule = try RuleTesting.rule(#"{"fractional": [["a", 2500], ["b", 2500], ["c", 5000]]}"#)
        let bucket = Bucketing.bucket(hash: Bucketing.hash(flagKey: "flag", targetingKey: "u"), total: 10_000)
        let (name, range) =
            bucket < 2_500 ? ("a", "0 to 2,500") : bucket < 5_000 ? ("b", "2,500 to 5,000") : ("c", "5,000 to 10,000")
        let steps = explain(rule, "u")
        let first = try #require(steps.first)
        #expect(first.text == "Split by the flag’s key and the targeting key")
        #expect(first.result.hasSuffix(" of 10,000: “\(name)” has \(range)"), "\(first)")
        #expect(first.result.filter(\.isNumber).hasPrefix("\(bucket)"))
        #expect(steps.filter { $0.result == "this one" }.map(\.text) == ["“\(name)” has \(range)"])
        #expect(steps.contains { $0.text == "the targeting key" && $0.result == "“u”" })
        #expect(explain(rule)[0].result == "nothing: the context has no targeting key")
    }

    @Test("A disabled flag, and one without targeting, are explained as such")
    func plain() throws {
        let definitions = try RuleTesting.definitions(
            """
            {"flags": {"off": {"state": "DISABLED", "variants": {"on": true}},
              "plain": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"},
              "none": {"state": "ENABLED", "variants": {"on": true}}}}
            """)
        func results(_ key: String) throws -> [String] {
            explain(try #require(definitions.rule(for: key))).map(\.result)
        }
        #expect(try results("off") == ["the program’s default"])
        #expect(try results("plain") == ["", "true"])
        #expect(try results("none") == ["", "the program’s default"])
    }

    @Test("Shared rules have their names and their own paths")
    func sharedRules() throws {
        let definitions = try RuleTesting.definitions(
            """
            {"$evaluators": {"staff": {"ends_with": [{"var": "email"}, "@example.org"]}},
             "flags": {"x": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
               "targeting": {"if": [{"$ref": "staff"}, "on"]}}}}
            """)
        let steps = explain(try #require(definitions.rule(for: "x")), "u", ["email": "a@example.org"])
        #expect(steps.contains { $0.text == "the shared rule “staff”" && $0.result == "true" })
        #expect(
            steps.contains { $0.path == "$['$evaluators']['staff'].ends_with[0]" && $0.result == "“a@example.org”" })
    }

    @Test("An explanation describes the evaluation that it belongs to, with the same result", arguments: 0..<8)
    func agreement(seed: UInt64) throws {
        var random = RandomRules(seed: 300 + seed)
        for number in 0..<500 {
            let limits = number.isMultiple(of: 7) ? LogicLimits(steps: 12) : LogicLimits()
            let rule = try RuleTesting.rule(
                random.rule(depth: 4).json(), version: number.isMultiple(of: 2) ? .v2 : .v3, limits: limits)
            let key = number.isMultiple(of: 5) ? nil : "u\(number)"
            let context = EvaluationContext(targetingKey: key, attributes: random.attributes())
            let answer = rule.evaluate(context, now: RuleTesting.now)
            var steps: [ExplanationStep] = []
            #expect(rule.evaluate(context, now: RuleTesting.now, explaining: &steps) == answer)
            #expect(steps == rule.explain(context, now: RuleTesting.now))
            let last = try #require(steps.last)
            #expect(steps.count <= 401)
            guard steps.count < 400 else { continue }
            if answer.code != nil {
                #expect(last.result == "an error")
            } else {
                #expect(last.text.contains(answer.variant.map { "“\($0)”" } ?? "no default"), "\(last) for \(answer)")
            }
        }
    }
}
