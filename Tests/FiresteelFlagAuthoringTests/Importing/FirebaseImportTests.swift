import FiresteelFirebase
import FiresteelFlagAuthoring
import FiresteelFlags
import FlagTesting
import Foundation
import Testing

@Suite("A server template becomes editable flags")
struct FirebaseImportTests {
    private static func root() throws -> JSONValue {
        let file = URL(filePath: #filePath).appending(
            path: "../../../FiresteelFirebaseTests/Vectors/firebase_cases.json")
        return try JSONValue(json: Array(Data(contentsOf: file.standardized)))
    }

    private struct Converted {
        let definitions: FlagDefinitions
        let imported: FlagImport
        let template: FirebaseTemplate

        init(_ template: JSONValue) throws {
            let bytes = Array(template.json().utf8)
            self.template = try FirebaseTemplate(json: bytes)
            imported = try FlagImport(firebase: bytes)
            definitions = try FlagDefinitions(json: Array(imported.items.compiled().json().utf8))
            #expect(definitions.errors.isEmpty && definitions.warnings.isEmpty)
        }

        func isExact(_ key: String) -> Bool {
            imported.items.flags[key] != nil && !imported.diagnostics.contains { $0.item == .flag(key) }
        }
    }

    @Test("Parameters that no draw decides have the values of Firebase's own library")
    func conformance() throws {
        let root = try Self.root()
        let converted = try root["templates"].array.map { try Converted($0) }
        var (exact, wrong): (Int, [String]) = (0, [])
        for test in root["cases"].array {
            let file = converted[try #require(test["template"].number)]
            var attributes = test["context"].object
            let person = attributes.removeValue(forKey: "randomization_id")?.text
            let context = EvaluationContext(targetingKey: person, attributes: attributes)
            for (key, expected) in test["expect"].object where file.isExact(key) {
                let outcome = file.definitions.rule(for: key)?.evaluate(context, now: 0).outcome
                exact += 1
                if expected["source"] == "remote" {
                    // The text as the value that it looks like.
                    let text = expected["string"].text ?? ""
                    let value =
                        (try? JSONValue(json: Array(text.utf8))).flatMap { $0 == .null ? nil : $0 } ?? .string(text)
                    if outcome != .value(value) {
                        wrong.append("\(test["id"]) \(key): \(outcome as Any), not \(value)")
                    }
                } else if outcome != .programDefault {
                    wrong.append("\(test["id"]) \(key): \(outcome as Any)")
                }
            }
        }
        #expect(exact > 300)
        #expect(wrong.isEmpty, "\(wrong.count) of \(exact): \(wrong.prefix(8))")
    }

    @Test("Shares stay the same, conditions of one seed are drawn together, and a warning says so")
    func draws() throws {
        func percent(_ name: String, _ range: JSONValue, _ word: JSONValue = "BETWEEN") -> JSONValue {
            var members: [String: JSONValue] = ["percentOperator": word, "seed": "s"]
            if case .object = range { members["microPercentRange"] = range } else { members["microPercent"] = range }
            return ["name": .string(name), "condition": ["percent": .object(members)]]
        }
        let template: JSONValue = [
            "conditions": [
                percent("first", 20_000_000, "LESS_OR_EQUAL"),
                percent("next", ["microPercentLowerBound": 20_000_000, "microPercentUpperBound": 50_000_000]),
            ],
            "parameters": [
                "size": [
                    "defaultValue": ["value": "0"], "valueType": "NUMBER",
                    "conditionalValues": ["first": ["value": "1"], "next": ["value": "2"]],
                ]
            ],
        ]
        let converted = try Converted(template)
        #expect(
            converted.imported.diagnostics.map(\.message) == [
                "Its shares are drawn by another hash. People may be assigned anew."
            ])
        var counts: [JSONValue: Int] = [:]
        for number in 0..<4_000 {
            let context = EvaluationContext(targetingKey: "user-\(number)")
            guard case .value(let value)? = converted.definitions.rule(for: "size")?.evaluate(context, now: 0).outcome
            else { continue }
            counts[value, default: 0] += 1
        }
        #expect((700..<900).contains(counts[1] ?? 0))
        // The shares are disjoint.
        #expect((1_100..<1_300).contains(counts[2] ?? 0))
        let anonymous = converted.definitions.rule(for: "size")?.evaluate(.empty, now: 0).outcome
        #expect(anonymous == .value(0))
    }

    @Test(
        "Bounds of a share may be any numbers",
        arguments: [
            ("LESS_OR_EQUAL", Int.max, 100), ("LESS_OR_EQUAL", .min, 0), ("GREATER_THAN", .max, 0),
            ("GREATER_THAN", .min, 100),
        ])
    func extremeBounds(_ comparison: String, _ bound: Int, _ percent: Int) throws {
        let condition: JSONValue = ["percent": ["percentOperator": .string(comparison), "microPercent": .int(bound)]]
        let template: JSONValue = [
            "conditions": [["name": "c", "condition": condition]],
            "parameters": [
                "size": ["defaultValue": ["value": "a"], "conditionalValues": ["c": ["value": "b"]]]
            ],
        ]
        let rule = try Converted(template).definitions.rule(for: "size")
        let outcome = rule?.evaluate(EvaluationContext(targetingKey: "someone"), now: 0).outcome
        #expect(outcome == .value(percent == 100 ? "b" : "a"))
    }

    @Test("Inexpressible flags are left out with the reason")
    func inexpressible() throws {
        func parameter(_ value: JSONValue, _ signal: JSONValue = [:]) throws -> FlagImport {
            let template: JSONValue = [
                "conditions": [["name": "c", "condition": ["customSignal": signal]]],
                "parameters": ["p": ["defaultValue": ["value": "a"], "conditionalValues": ["c": value]]],
            ]
            return try FlagImport(firebase: Array(template.json().utf8))
        }
        let pattern: JSONValue = [
            "customSignalOperator": "STRING_CONTAINS_REGEX", "customSignalKey": "plan",
            "targetCustomSignalValues": ["^p"],
        ]
        let expressed: JSONValue = [
            "customSignalOperator": "STRING_CONTAINS", "customSignalKey": "plan", "targetCustomSignalValues": ["pro"],
        ]
        #expect(try parameter(["value": "b"], pattern).diagnostics.first?.message.contains("regular") == true)
        #expect(try parameter(["value": "3"], expressed).diagnostics.first?.message.contains("different types") == true)
        #expect(try parameter(["personalizationValue": ["personalizationId": "x"]], expressed).items.flags.isEmpty)
        #expect(try parameter(["value": "b"], expressed).items.flags["p"]?.variants.count == 2)
        let appDefault = try parameter(["useInAppDefault": true], expressed)
        let definitions = try FlagDefinitions(json: Array(appDefault.items.compiled().json().utf8))
        let context = EvaluationContext(targetingKey: "u", attributes: ["plan": "pro"])
        #expect(definitions.rule(for: "p")?.evaluate(context, now: 0).outcome == .programDefault)
        #expect(definitions.rule(for: "p")?.evaluate(.empty, now: 0).outcome == .value("a"))
    }
}
