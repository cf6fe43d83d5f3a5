import FiresteelFlags
import FlagTesting
import Testing

/// Each of these would run for ages, fill the memory or overflow the stack without bounds.
@Suite("Hostile files are bounded")
struct HostileRuleTests {
    private static func nested(_ depth: Int, _ begin: String, _ inner: String, _ end: String) -> String {
        String(repeating: begin, count: depth) + inner + String(repeating: end, count: depth)
    }

    @Test("Operators that lie too deep in each other are a fault")
    func depth() throws {
        let limits = LogicLimits(steps: .max, depth: .max)
        #expect(limits.depth == 120)
        let fits = Self.nested(119, "{\"!\":[", "true", "]}")
        #expect(throws: Never.self) { try JsonLogic(json: Array(fits.utf8), limits: limits).evaluate() }
        for text in [
            Self.nested(125, "{\"!\":[", "true", "]}"), Self.nested(125, "{\"var\":", "\"x\"", "}"),
            Self.nested(125, "[", "{\"var\":\"x\"}", "]"), Self.nested(62, "{\"fractional\":[[", "1", "]]}"),
        ] {
            let error = try #require(throws: JsonLogicError.self) {
                try JsonLogic(json: Array(text.utf8), limits: limits)
            }
            #expect(error.message.contains("120"), "\(error)")
        }
    }

    @Test("A chain of shared rules is at most as deep as a rule may be")
    func chain() throws {
        let shared = (0..<500).map { #""e\#($0)": {"!": {"$ref": "e\#($0 + 1)"}}"# }.joined(separator: ",")
        let text = """
            {"$evaluators": {\(shared), "e500": true}, "flags": {"x": {"state": "ENABLED", "variants": {"on": true},
              "targeting": {"if": [{"$ref": "e0"}, "on"]}}}}
            """
        let definitions = try RuleTesting.definitions(text)
        #expect(definitions.errors.contains { $0.key == "x" })
        #expect(definitions.rule(for: "x")?.evaluation().code == .parseError)
    }

    @Test("Shared rules that double at each level end at the limit of steps")
    func doubling() throws {
        let shared = (0..<50).map { #""e\#($0)": {"and": [{"$ref": "e\#($0 + 1)"}, {"$ref": "e\#($0 + 1)"}]}"# }
        let text = """
            {"$evaluators": {\(shared.joined(separator: ",")), "e50": {"var": "x"}}, "flags": {"x": {"state": "ENABLED",
              "variants": {"on": true}, "targeting": {"if": [{"$ref": "e0"}, "on"]}}}}
            """
        let definitions = try RuleTesting.definitions(text)
        #expect(definitions.errors.isEmpty)
        let rule = try #require(definitions.rule(for: "x"))
        #expect(rule.evaluation("u", ["x": 1]).code == .general)
        #expect(!rule.explain(EvaluationContext(attributes: ["x": 1]), now: 0).isEmpty)
    }

    @Test(
        "Loops, growing lists and growing texts end at the limit of steps",
        arguments: [
            #"{"map": [{"var": "n"}, {"map": [{"var": "$"}, {"map": [{"var": "$"}, 1]}]}]}"#,
            #"{"map": [{"var": ""}, {"reduce": [[1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0], {"merge": [{"var": "accumulator"}, {"var": "accumulator"}]}, [1]]}]}"#,
            #"{"reduce": [{"var": ""}, {"cat": [{"var": "accumulator"}, {"var": "accumulator"}, "0123456789"]}, "x"]}"#,
            #"{"reduce": [{"var": ""}, [{"var": "accumulator"}, {"var": "accumulator"}], "x"]}"#,
            #"{"map": [{"var": ""}, {"in": [{"cat": ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "b"]}, {"var": ""}]}]}"#,
        ])
    func growth(rule: String) throws {
        let rule = try JsonLogic(json: Array(rule.utf8))
        let long = JSONValue.string(String(repeating: "a", count: 100_000))
        let data: JSONValue = .array((0..<200).map { _ in long })
        do {
            // What does come to an end is small.
            #expect(try rule.evaluate(data).json().utf8.count < 1_000_000)
        } catch {
            #expect(error.code == .general)
        }
    }

    @Test("The caller sets the limit of steps, which the error has")
    func steps() throws {
        let limits = LogicLimits(steps: 10)
        let rule = try RuleTesting.rule(
            #"{"if": [{"all": [{"var": "x"}, {"==": [{"var": ""}, 1]}]}, "b", "c"]}"#, limits: limits)
        #expect(rule.evaluation("u", ["x": [1]]).variant == "b")
        let answer = rule.evaluation("u", ["x": .array(Array(repeating: 1, count: 50))])
        #expect(answer.code == .general)
        if case .failed(let error) = answer.outcome { #expect(error.message.contains("10")) }
    }

    @Test("The path of a variable is bounded")
    func longPaths() throws {
        let path = String(repeating: "a.", count: 100_000)
        #expect(throws: JsonLogicError.self) { try JsonLogic.compile(["var": .string(path)]) }
        let computed = try JsonLogic.compile(["var": [["cat": [["var": "p"], "b"]]]])
        #expect(throws: FlagError.self) { try computed.evaluate(["p": .string(path)]) }
    }

    @Test("Random rules over random data give a value or an error, the same one again", arguments: 0..<6)
    func random(seed: UInt64) throws {
        var random = RandomRules(seed: seed)
        for _ in 0..<250 {
            let text = random.rule(depth: 5).json()
            for version in FractionalVersion.allCases {
                guard let rule = try? JsonLogic(json: Array(text.utf8), fractional: version) else {
                    Issue.record("\(text) can't be compiled")
                    continue
                }
                let data = random.values.value(depth: 3)
                #expect(Self.message(rule, data) == Self.message(rule, data), "\(text)")
            }
        }
    }

    private static func message(_ rule: JsonLogic, _ data: JSONValue) -> String {
        do { return try rule.evaluate(data).json() } catch { return "\(error)" }
    }
}
