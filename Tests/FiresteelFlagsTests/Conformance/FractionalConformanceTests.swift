import FiresteelFlags
import FlagTesting
import Testing

@Suite("Flags are evaluated as flagd does")
struct FractionalConformanceTests {
    @Test(
        "Whole definitions have flagd's results with either version of fractional",
        arguments: FractionalVersion.allCases)
    func definitions(version: FractionalVersion) throws {
        let cases = try ConformanceVectors.cases("fractional_cases")
        #expect(cases.count == 1_334)
        for test in cases {
            guard let key = test["flagKey"]?.text, let flag = test["flag"],
                case .object(var attributes)? = test["context"],
                let python = test["expect_\(version.rawValue)"], let fallback = test["default"]
            else { throw ConformanceVectors.MissingVectorError() }
            attributes["targetingKey"] = nil
            let context = EvaluationContext(targetingKey: test["targetingKey"]?.text, attributes: attributes)
            let file: JSONValue = [
                "flags": .object([key: flag]), "metadata": ["fractional": .string(version.rawValue)],
            ]
            let definitions = try FlagDefinitions(json: Array(file.json().utf8))
            #expect(definitions.errors.isEmpty)
            let rule = try #require(definitions.rule(for: key))
            let answer = Self.value(rule.evaluate(context, now: 1_700_000_000), fallback)
            // Where the Go implementation of version 2 differs, it is followed.
            let expected = version == .v2 ? test["go_v2"] ?? python : python
            if answer != expected {
                Issue.record("\(test["id"] ?? ""): \(flag.json()) gave \(answer.json()) instead of \(expected.json())")
            }
        }
    }

    static func value(_ evaluation: FlagEvaluation, _ fallback: JSONValue) -> JSONValue {
        let value: JSONValue
        switch evaluation.outcome {
        case .failed(let error): return ["errorCode": .string(error.code.rawValue)]
        case .value(let given): value = given
        case .programDefault: value = fallback
        }
        return [
            "value": value, "variant": evaluation.variant.map { .string($0) } ?? .null,
            "reason": .string(evaluation.reason.rawValue),
        ]
    }
}
