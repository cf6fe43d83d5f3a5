import FiresteelFlags
import FiresteelOptimizely
import Testing

@Suite("Optimizely's decisions") struct OptimizelyConformanceTests {
    private struct Expected: Hashable {
        let variation: String?
        let rule: String?
        let isEnabled: Bool
        let variables: [String: FlagValue]

        init(_ value: FlagValue) {
            variation = value["variationKey"].text
            rule = value["ruleKey"].text
            isEnabled = value["enabled"] == true
            variables = value["variables"].object
        }

        init(_ decision: OptimizelyDecision) {
            variation = decision.variationKey
            rule = decision.ruleKey
            isEnabled = decision.isEnabled
            variables = decision.variables
        }
    }

    @Test("Every decision is that of Optimizely's own libraries")
    func decisions() throws {
        let vectors = try OptimizelyVectors()
        #expect(vectors.cases.count > 1_000)
        var wrong: [String] = []
        for test in vectors.cases {
            let datafile = try #require(vectors.datafiles[test["datafile"].text ?? ""])
            let forced = test["forced"].array.map {
                OptimizelyForcedDecision(rule: $0["rule"].text, variation: $0["variation"].text ?? "")
            }
            let decision = try #require(
                try datafile.decide(
                    test["flag"].text ?? "", userID: test["userId"].text ?? "", attributes: test["attributes"].object,
                    forced: forced))
            var accepted = [Expected(test["expect"])]
            if test["expectSwiftSDK"] != .null { accepted.append(Expected(test["expectSwiftSDK"])) }
            if !accepted.contains(Expected(decision)) { wrong.append("\(test["id"].text ?? ""): \(decision)") }
        }
        #expect(wrong.isEmpty, "\(wrong.count) differ: \(wrong.prefix(5))")
    }

    @Test("The rules of a datafile's keys answer as its decisions say")
    func rules() throws {
        let vectors = try OptimizelyVectors()
        for test in vectors.cases where test["forced"] == .null && test["expectSwiftSDK"] == .null {
            let datafile = try #require(vectors.datafiles[test["datafile"].text ?? ""])
            let flag = test["flag"].text ?? ""
            let context = EvaluationContext(targetingKey: test["userId"].text, attributes: test["attributes"].object)
            let answer = try #require(datafile.rule(for: flag)).evaluate(context, now: 0)
            #expect(answer.outcome == .value(.bool(test["expect"]["enabled"] == true)))
            #expect(answer.variant == test["expect"]["variationKey"].text)
            for (name, value) in test["expect"]["variables"].object {
                let answer = try #require(datafile.rule(for: "\(flag).\(name)")).evaluate(context, now: 0)
                #expect(answer.outcome == .value(value))
            }
        }
    }

    @Test("A variation is drawn by the user's number from 0 to 9,999")
    func buckets() throws {
        for test in try OptimizelyVectors().buckets {
            guard case .int(let number) = test["value"] else { continue }
            let bucketingID = try #require(test["bucketingId"].text)
            let entity = try #require(test["parentId"].text)
            // An experiment that gives this number, and no other one, its own variation.
            let datafile = try OptimizelyDatafile(
                json: Array(Datafiles.drawing(entity: entity, only: number).utf8))
            #expect(try datafile.decide("flag", userID: bucketingID)?.variationKey == "drawn")
        }
    }
}
