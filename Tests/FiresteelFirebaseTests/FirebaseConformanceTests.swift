import FiresteelFirebase
import FiresteelFlags
import Testing

@Suite("Firebase's server templates, as Firebase evaluates them") struct FirebaseConformanceTests {
    private func context(_ test: FlagValue) -> EvaluationContext {
        var attributes = test["context"].object
        let key = attributes.removeValue(forKey: "randomization_id")?.text
        return EvaluationContext(targetingKey: key, attributes: attributes)
    }

    @Test("Every parameter has the value that Firebase's own library gives it")
    func texts() throws {
        let vectors = try FirebaseVectors()
        #expect(vectors.cases.count > 1_000)
        let templates = try vectors.templates(as: .string)
        var wrong: [String] = []
        for test in vectors.cases {
            guard case .int(let number) = test["template"] else { continue }
            for (key, expected) in test["expect"].object {
                let answer = templates[number].rule(for: key)?.evaluate(context(test), now: 0)
                let outcome = answer?.outcome ?? .programDefault
                let isRemote = expected["source"] == "remote"
                if outcome != (isRemote ? .value(expected["string"]) : .programDefault) {
                    wrong.append("\(test["id"].text ?? "") \(key): \(outcome)")
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) differ: \(wrong.prefix(5))")
    }

    @Test("What Firebase reads as true is true, and what can be no truth value is none")
    func truthValues() throws {
        let vectors = try FirebaseVectors()
        let templates = try vectors.templates(as: .bool)
        var count = 0
        for test in vectors.cases {
            guard case .int(let number) = test["template"] else { continue }
            for (key, expected) in test["expect"].object where expected["source"] == "remote" {
                let outcome = templates[number].rule(for: key)?.evaluate(context(test), now: 0).outcome
                if case .failed(let error)? = outcome {
                    #expect(error.code == .parseError)
                    #expect(expected["bool"] == false)
                } else {
                    #expect(outcome == .value(expected["bool"]))
                    count += 1
                }
            }
        }
        #expect(count > 100)
    }

    @Test("A share is drawn by the user's number of 100 million")
    func percents() throws {
        for test in try FirebaseVectors().percents {
            guard case .int(let number) = test["microPercentile"] else { continue }
            let context = EvaluationContext(targetingKey: test["id"].text)
            for (bound, isIn) in [(number, true), (number - 1, false)] where bound >= 0 {
                let condition: FlagValue = [
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
