import FiresteelFlagAuthoring
import FiresteelFlags
import FiresteelOptimizely
import FlagTesting
import Foundation
import Testing

@Suite("A datafile becomes editable flags")
struct OptimizelyImportTests {
    /// The flags of an import as a program evaluates them.
    private struct Converted {
        let definitions: FlagDefinitions
        let imported: FlagImport

        init(_ datafile: JSONValue) throws {
            imported = try FlagImport(optimizely: Array(datafile.json().utf8))
            definitions = try FlagDefinitions(json: Array(imported.items.compiled().json().utf8))
            #expect(definitions.errors.isEmpty && definitions.warnings.isEmpty)
        }

        /// Whether an import claims that a flag has the same values as before.
        func isExact(_ key: String) -> Bool {
            imported.items.flags[key] != nil
                && !imported.diagnostics.contains { $0.item == .flag(key) }
        }

        func value(_ key: String, _ user: String, _ attributes: [String: JSONValue]) -> JSONValue? {
            let context = EvaluationContext(targetingKey: user, attributes: attributes)
            guard case .value(let value)? = definitions.rule(for: key)?.evaluate(context, now: 0).outcome else {
                return nil
            }
            return value
        }
    }

    private static func root() throws -> JSONValue {
        let file = URL(filePath: #filePath).appending(
            path: "../../../FiresteelOptimizelyTests/Vectors/optimizely_cases.json")
        return try JSONValue(json: Array(Data(contentsOf: file.standardized)))
    }

    @Test("Flags that no draw decides have the values of Optimizely's own libraries")
    func conformance() throws {
        let root = try Self.root()
        let converted = try root["datafiles"].object.mapValues { try Converted($0) }
        var (count, wrong): (Int, [String]) = (0, [])
        for test in root["cases"].array where test["forced"].array.isEmpty {
            let file = try #require(converted[test["datafile"].text ?? ""])
            let (flag, user): (String, String) = try (#require(test["flag"].text), #require(test["userId"].text))
            let accepted = [test["expect"], test["expectSwiftSDK"]].filter { $0 != .null }
            func check(_ key: String, _ expected: (JSONValue) -> JSONValue) {
                guard file.isExact(key) else { return }
                count += 1
                let value = file.value(key, user, test["attributes"].object)
                if !accepted.contains(where: { expected($0) == value }) {
                    wrong.append("\(test["id"]) \(key): \(value as Any)")
                }
            }
            check(flag) { $0["enabled"] }
            for name in test["expect"]["variables"].object.keys { check("\(flag).\(name)") { $0["variables"][name] } }
        }
        #expect(count > 100)
        #expect(wrong.isEmpty, "\(wrong.count) of \(count): \(wrong.prefix(5))")
    }

    /// A datafile in which every draw has one result, so that its rules alone decide.
    private static func undrawn(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map(undrawn))
        case .object(var members):
            members = members.mapValues(undrawn)
            if case .array(let ranges)? = members["trafficAllocation"], !ranges.isEmpty,
                let entity = ranges.lazy.map({ $0["entityId"] }).first(where: { $0.text?.isEmpty == false })
            {
                members["trafficAllocation"] = [["entityId": entity, "endOfRange": 10_000]]
            }
            return .object(members)
        default: return value
        }
    }

    @Test("Audiences, lists of users and the order of rules stay the same")
    func rules() throws {
        let root = try Self.root()
        var (count, wrong): (Int, [String]) = (0, [])
        for (name, original) in root["datafiles"].object.sorted(by: { $0.key < $1.key }) {
            let value = Self.undrawn(original)
            let (datafile, converted) = try (OptimizelyDatafile(json: Array(value.json().utf8)), Converted(value))
            for test in root["cases"].array where test["datafile"].text == name {
                let (user, attributes) = (test["userId"].text ?? "", test["attributes"].object)
                let context = EvaluationContext(targetingKey: user, attributes: attributes)
                for key in datafile.keys where converted.isExact(key) {
                    let expected = datafile.rule(for: key)?.evaluate(context, now: 0).outcome
                    count += 1
                    guard let value = converted.value(key, user, attributes), expected == .value(value) else {
                        wrong.append(
                            "\(test["id"]) \(key): \(converted.value(key, user, attributes) as Any), not \(expected as Any)"
                        )
                        continue
                    }
                }
            }
        }
        #expect(count > 1_000)
        #expect(wrong.isEmpty, "\(wrong.count) of \(count): \(wrong.prefix(5))")
    }

    @Test("A draw keeps its shares, is the same for a flag and its variables, and is reported")
    func draws() throws {
        let datafile: JSONValue = [
            "version": "4", "revision": "1", "accountId": "1", "projectId": "2",
            "featureFlags": [
                [
                    "id": "f", "key": "search", "rolloutId": "", "experimentIds": ["e"],
                    "variables": [["id": "v", "key": "limit", "type": "integer", "defaultValue": "10"]],
                ]
            ],
            "experiments": [
                [
                    "id": "e", "key": "sizes", "status": "Running", "audienceIds": [], "forcedVariations": [:],
                    "trafficAllocation": [
                        ["entityId": "a", "endOfRange": 2_000], ["entityId": "b", "endOfRange": 5_000],
                    ],
                    "variations": [
                        ["id": "a", "key": "small", "featureEnabled": true, "variables": [["id": "v", "value": "5"]]],
                        [
                            "id": "b", "key": "large", "featureEnabled": true,
                            "variables": [["id": "v", "value": "50"]],
                        ],
                    ],
                ]
            ], "rollouts": [], "audiences": [], "groups": [],
        ]
        let converted = try Converted(datafile)
        #expect(converted.imported.diagnostics.map(\.severity) == [.warning, .warning])
        #expect(converted.imported.diagnostics.allSatisfy { $0.message.contains("assigned anew") })
        var counts: [Int: Int] = [:]
        for number in 0..<4_000 {
            let isOn = converted.value("search", "user-\(number)", [:])
            let limit = try #require(converted.value("search.limit", "user-\(number)", [:])?.number)
            #expect(isOn == .bool(limit != 10))
            counts[limit, default: 0] += 1
        }
        #expect((700..<900).contains(counts[5] ?? 0))
        #expect((1_100..<1_300).contains(counts[50] ?? 0))
    }

    @Test("Inexpressible flags are left out with the reason")
    func inexpressible() throws {
        func flag(_ condition: JSONValue) throws -> FlagImport {
            let datafile: JSONValue = [
                "version": "4", "revision": "1",
                "featureFlags": [["id": "f", "key": "search", "rolloutId": "r", "experimentIds": [], "variables": []]],
                "experiments": [], "groups": [],
                "audiences": [["id": "a", "name": "a", "conditions": ["or", condition]]],
                "rollouts": [
                    [
                        "id": "r",
                        "experiments": [
                            [
                                "id": "x", "key": "x", "status": "Running", "audienceIds": ["a"],
                                "variations": [["id": "1", "key": "on", "featureEnabled": true]],
                                "trafficAllocation": [["entityId": "1", "endOfRange": 10_000]],
                            ]
                        ],
                    ]
                ],
            ]
            return try FlagImport(optimizely: Array(datafile.json().utf8))
        }
        func condition(_ name: JSONValue, _ match: JSONValue, _ value: JSONValue) -> JSONValue {
            ["type": "custom_attribute", "name": name, "match": match, "value": value]
        }
        let version = try flag(condition("app", "semver_ge", "2.3"))
        #expect(version.items.flags.isEmpty)
        #expect(
            version.diagnostics.first?.severity == .error && version.diagnostics.first?.message.contains("2.3") == true)
        #expect(try flag(condition("a.b", "exact", "x")).items.flags.isEmpty)
        let exact = try flag(condition("plan", "exact", "pro"))
        #expect(exact.diagnostics.isEmpty)
        #expect(exact.items.targetings["search"]?.rules.first?.conditions == [.attribute("plan", .oneOf, ["pro"])])
        #expect(throws: FlagError.self) { try FlagImport(optimizely: Array("{}".utf8)) }
    }
}
