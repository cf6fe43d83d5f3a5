import FiresteelBase
import FiresteelFlags
import FiresteelOptimizely
import FlagTesting
import Testing

@Suite("Optimizely's decisions") struct OptimizelyConformanceTests {
    private struct Expected: Hashable {
        let variation: String?
        let rule: String?
        let isEnabled: Bool
        let variables: [String: JSONValue]

        init(_ value: JSONValue) throws {
            variation = try Self.key(value["variationKey"])
            rule = try Self.key(value["ruleKey"])
            guard case .bool(let isEnabled) = value["enabled"], case .object(let variables) = value["variables"] else {
                throw OptimizelyVectors.ShapeError()
            }
            self.isEnabled = isEnabled
            self.variables = variables
        }

        /// A key, or `nil` where there is none.
        private static func key(_ value: JSONValue) throws -> String? {
            if value == .null { return nil }
            let key: String = try #require(value.text)
            return key
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
        #expect(vectors.cases.count == 1_335)
        #expect(vectors.datafiles.count == 8)
        var wrong: [String] = []
        for test in vectors.cases {
            let datafile = try #require(vectors.datafiles[test["datafile"].text ?? ""])
            let forced = try test["forced"].array.map {
                OptimizelyForcedDecision(rule: $0["rule"].text, variation: try #require($0["variation"].text))
            }
            let (flag, user): (String, String) = try (#require(test["flag"].text), #require(test["userId"].text))
            let decision = try #require(
                try datafile.decide(flag, userID: user, attributes: test["attributes"].object, forced: forced))
            var accepted = [try Expected(test["expect"])]
            if test["expectSwiftSDK"] != .null { accepted.append(try Expected(test["expectSwiftSDK"])) }
            if !accepted.contains(Expected(decision)) { wrong.append("\(test["id"].text ?? ""): \(decision)") }
        }
        #expect(wrong.isEmpty, "\(wrong.count) differ: \(wrong.prefix(5))")
    }

    @Test("The rules of a datafile's keys answer as its decisions say")
    func rules() throws {
        let vectors = try OptimizelyVectors()
        var count = 0
        for test in vectors.cases where test["forced"] == .null && test["expectSwiftSDK"] == .null {
            count += 1
            let datafile = try #require(vectors.datafiles[test["datafile"].text ?? ""])
            let (flag, user): (String, String) = try (#require(test["flag"].text), #require(test["userId"].text))
            let expected = try Expected(test["expect"])
            let context = EvaluationContext(targetingKey: user, attributes: test["attributes"].object)
            let answer = try #require(datafile.rule(for: flag)).evaluate(context, now: 0)
            #expect(answer.outcome == .value(.bool(expected.isEnabled)))
            #expect(answer.variant == expected.variation)
            for (name, value) in expected.variables {
                let answer = try #require(datafile.rule(for: "\(flag).\(name)")).evaluate(context, now: 0)
                #expect(answer.outcome == .value(value))
            }
        }
        #expect(count == 1_246)
    }

    @Test("A variation is drawn by the user's hash, as a number from 0 to 9,999")
    func buckets() throws {
        let vectors = try OptimizelyVectors()
        #expect(vectors.buckets.count == 250)
        for test in vectors.buckets {
            let number = try #require(test["value"].number)
            let bucketingID = try #require(test["bucketingId"].text)
            let entity = try #require(test["parentId"].text)
            var hash = MurmurHash3(seed: 1)
            hash.write(bucketingID)
            hash.write(entity)
            #expect(Int(hash.value) == test["hash"].number)
            // An experiment that gives this number, and no other one, its own variation.
            let datafile = try OptimizelyDatafile(
                json: Array(Datafiles.drawing(entity: entity, only: number).utf8))
            #expect(try datafile.decide("flag", userID: bucketingID)?.variationKey == "drawn")
        }
    }
}
