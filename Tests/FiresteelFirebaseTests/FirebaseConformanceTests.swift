import FiresteelFirebase
import FiresteelFlags
import FlagTesting
import Testing

@Suite("Firebase's server templates, as Firebase evaluates them") struct FirebaseConformanceTests {
    private func context(_ test: JSONValue) -> EvaluationContext {
        var attributes = test["context"].object
        let key = attributes.removeValue(forKey: "randomization_id")?.text
        return EvaluationContext(targetingKey: key, attributes: attributes)
    }

    /// A parameter as Firebase's own library tells of it.
    private func parameter(_ outcome: FlagEvaluation.Outcome, _ key: String, _ vectors: FirebaseVectors) -> JSONValue {
        if case .value(let value) = outcome { return ["string": value, "source": "remote"] }
        guard outcome == .programDefault else { return ["source": .string("\(outcome)")] }
        guard let value = vectors.programDefaults[key] else { return ["string": "", "source": "static"] }
        return ["string": value, "source": "default"]
    }

    @Test("Every parameter has the value, from the place, that Firebase's own library gives it")
    func texts() throws {
        let vectors = try FirebaseVectors()
        #expect(vectors.cases.count == 1_500)
        let templates = try vectors.templates(as: .string)
        #expect(templates.count == 120)
        var count = 0
        var wrong: [String] = []
        for test in vectors.cases {
            let template = templates[try #require(test["template"].number)]
            for (key, expected) in test["expect"].object {
                let outcome = template.rule(for: key)?.evaluate(context(test), now: 0).outcome ?? .programDefault
                let found = parameter(outcome, key, vectors)
                count += 1
                if found != ["string": expected["string"], "source": expected["source"]] {
                    wrong.append("\(test["id"].text ?? "") \(key): \(found)")
                }
            }
        }
        #expect(count == 8_210)
        #expect(wrong.isEmpty, "\(wrong.count) differ: \(wrong.prefix(5))")
    }

    @Test("Texts that Firebase reads as true are true, and others aren't Booleans")
    func truthValues() throws {
        let vectors = try FirebaseVectors()
        let templates = try vectors.templates(as: .bool)
        var (right, refused) = (0, 0)
        for test in vectors.cases {
            let template = templates[try #require(test["template"].number)]
            for (key, expected) in test["expect"].object where expected["source"] == "remote" {
                let outcome = template.rule(for: key)?.evaluate(context(test), now: 0).outcome
                if case .failed(let error)? = outcome {
                    #expect(error.code == .parseError)
                    #expect(expected["bool"] == false)
                    refused += 1
                } else {
                    #expect(outcome == .value(expected["bool"]))
                    right += 1
                }
            }
        }
        #expect(right + refused == 3_392)
        #expect(right == 537)
    }

    @Test("A share is drawn by the user's number of 100 million")
    func percents() throws {
        let vectors = try FirebaseVectors()
        #expect(vectors.percents.count == 250)
        for test in vectors.percents {
            let number = try #require(test["microPercentile"].number)
            let user: String = try #require(test["id"].text)
            let context = EvaluationContext(targetingKey: user)
            for (bound, isIn) in [(number, true), (number - 1, false)] where bound >= 0 {
                let condition: JSONValue = [
                    "percent": [
                        "percentOperator": "LESS_OR_EQUAL", "seed": test["seed"], "microPercent": .int(bound),
                    ]
                ]
                let template = try FirebaseTemplate(json: Templates.one(condition))
                #expect(template.rule(for: "flag")?.evaluate(context, now: 0).outcome == .value(.bool(isIn)))
            }
        }
    }
}
