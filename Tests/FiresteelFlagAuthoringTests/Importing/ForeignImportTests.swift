import FiresteelFlagAuthoring
import FiresteelFlags
import FlagTesting
import Foundation
import Testing

/// The flags of an import as a program evaluates them.
private struct Converted {
    let imported: FlagImport
    private let definitions: FlagDefinitions
    private let dependent: [String: any FlagRule]

    init(_ imported: FlagImport) throws {
        self.imported = imported
        definitions = try FlagDefinitions(json: Array(imported.items.compiled().json().utf8))
        dependent = definitions.dependentRules(in: .development)
        #expect(definitions.errors.isEmpty && definitions.warnings.isEmpty, "\(definitions.warnings)")
    }

    func evaluate(_ key: String, _ attributes: [String: JSONValue], now: Int64) -> FlagEvaluation? {
        let rule = dependent[key] ?? definitions.rule(for: key)
        return rule?.evaluate(EvaluationContext(attributes: attributes), now: now)
    }

    /// The messages about a flag.
    func messages(_ key: String) -> [String] {
        imported.diagnostics.filter { $0.item == .flag(key) }.map(\.message)
    }
}

/// The numbers of cases by their result.
private struct Count: CustomStringConvertible {
    /// Cases with the same value.
    var equal = 0
    /// Cases of flags that are left out, with the reason.
    var refused = 0
    /// Cases with another value, of flags with a note that says so.
    var noted = 0
    /// Cases with another value and no note.
    var different: [String] = []

    mutating func add(_ converted: Converted, _ key: String, _ isEqual: Bool, _ words: @autoclosure () -> String) {
        // Without its feature, a flag of variants isn't imported either.
        let feature = key.hasSuffix(".variant") ? String(key.dropLast(8)) : key
        if converted.imported.items.flags[feature] == nil, !converted.messages(feature).isEmpty {
            refused += 1
        } else if converted.imported.items.flags[key] == nil, !converted.messages(key).isEmpty {
            refused += 1
        } else if isEqual {
            equal += 1
        } else if !converted.messages(key).isEmpty {
            noted += 1
        } else {
            different.append(words())
        }
    }

    var description: String {
        "\(equal) equal, \(refused) refused, \(noted) noted, \(different.count) different: \(different.prefix(5))"
    }
}

@Suite("Files of other systems have the same values")
struct ForeignImportTests {
    /// The middle of March 2026, for files without a time.
    private static let now = 1_773_532_800

    /// Imports the files of a format, and counts the values that flags have in their cases.
    private func count(_ name: String, _ read: ([String: JSONValue]) throws -> FlagImport) throws -> Count {
        let file = URL(filePath: #filePath).appending(path: "../../Vectors/\(name)_cases.json")
        var count = Count()
        for suite in try JSONValue(json: Data(contentsOf: file.standardized))["cases"].array {
            let converted = try Converted(read(suite["file"].object))
            func check(_ test: [JSONValue], _ value: (FlagEvaluation) -> JSONValue?) {
                let now = Int64(test.count > 3 ? test[3].number ?? Self.now : Self.now)
                let key = test[0].text ?? ""
                let found = converted.evaluate(key, test[1].object, now: now).map(value) ?? .null
                // A Bool flag that the file lacks is off.
                let isOff = converted.imported.items.flags[key] == nil && test[2] == false
                let isEqual = found == test[2].withPlainNumbers || isOff
                count.add(converted, key, isEqual, "\(key): \(String(describing: found)), not \(test[2].json())")
            }
            for test in suite["tests"].array.map(\.array) { check(test) { Self.value($0)?.withPlainNumbers } }
            for test in suite["variants"].array.map(\.array) { check(test) { $0.variant.map { .string($0) } } }
        }
        print("\(name): \(count)")
        return count
    }

    /// The value, null for the program's default.
    private static func value(_ evaluation: FlagEvaluation) -> JSONValue? {
        switch evaluation.outcome {
        case .value(let value): value
        case .programDefault: .null
        case .failed: nil
        }
    }

    @Test("GrowthBook's own cases")
    func growthBook() throws {
        let count = try count("growthbook") { try FlagImport(growthBook: $0) }
        #expect(count.different.isEmpty, "\(count)")
        #expect((count.equal, count.refused, count.noted) == (242, 24, 13))
    }

    @Test("Unleash's client specification")
    func unleash() throws {
        let count = try count("unleash") { try FlagImport(unleash: $0, environment: "development", source: nil) }
        #expect(count.different.isEmpty, "\(count)")
        #expect((count.equal, count.refused, count.noted) == (175, 72, 28))
    }

    @Test("LaunchDarkly's exports")
    func launchDarkly() throws {
        let count = try count("launchdarkly") {
            try FlagImport(launchDarkly: $0, environment: "production", source: nil)
        }
        #expect(count.different.isEmpty, "\(count)")
        #expect((count.equal, count.refused, count.noted) == (53, 4, 0))
    }

    @Test("Flipt's documents")
    func flipt() throws {
        let count = try count("flipt") { FlagImport(flipt: $0) }
        #expect(count.different.isEmpty, "\(count)")
        #expect((count.equal, count.refused, count.noted) == (35, 1, 0))
    }

    @Test("A flag with more values than the server allows is left out")
    func values() throws {
        let values = (0...1_000).map { JSONValue.string("\($0)") }
        let rule: JSONValue = ["variations": .array(values)]
        let feature: JSONValue = ["defaultValue": "0", "rules": [rule]]
        let read = try FlagImport(growthBook: ["features": ["many": feature]])
        #expect(read.items.flags.isEmpty)
        #expect(read.diagnostics.map(\.message) == ["It has more than 1000 values."])
    }

    @Test("Draws keep their shares, and are splits of editors where nothing else follows")
    func shares() throws {
        func targeting(_ imported: FlagImport) -> FlagTargeting? {
            #expect(imported.diagnostics.map(\.severity).contains(.warning))
            #expect(imported.diagnostics.contains { $0.message.contains("drawn by another hash") })
            return imported.items.targetings["f"]
        }
        let growthBook: [String: JSONValue] = [
            "features": ["f": ["defaultValue": false, "rules": [["force": true, "coverage": 0.25]]]]
        ]
        #expect(
            targeting(try FlagImport(growthBook: growthBook))
                == FlagTargeting(
                    isOn: true, otherwise: .split([TargetingShare("on", 2_500), TargetingShare("off", 7_500)])))
        // Half of all, of which three quarters have the second variation.
        let experiment: JSONValue = [
            "variations": ["a", "b"], "weights": [0.25, 0.75], "coverage": 0.5, "hashVersion": 2,
            "hashAttribute": "team",
        ]
        let experiments: [String: JSONValue] = ["features": ["f": ["defaultValue": "x", "rules": [experiment]]]]
        let rule = try #require(targeting(try FlagImport(growthBook: experiments))?.rules.first)
        let shares = [("a", 1_250), ("x", 1_250), ("b", 3_750), ("x", 3_750)].map { TargetingShare($0, $1) }
        #expect(rule.result == .split(shares, by: "team"))
        let rollout: JSONValue = [
            "variations": [["variation": 0, "weight": 60_000], ["variation": 1, "weight": 40_000]]
        ]
        let flag: JSONValue = [
            "on": true, "variations": ["a", "b"], "offVariation": 0, "fallthrough": ["rollout": rollout],
        ]
        let launchDarkly = try FlagImport(launchDarkly: ["flags": ["f": flag]], environment: "production", source: nil)
        #expect(
            targeting(launchDarkly)?.otherwise == .split([TargetingShare("a", 60_000), TargetingShare("b", 40_000)]))
        let threshold: JSONValue = ["threshold": ["percentage": 25, "value": true]]
        let flipt: JSONValue = ["key": "f", "type": "BOOLEAN_FLAG_TYPE", "enabled": false, "rollouts": [threshold]]
        #expect(
            targeting(FlagImport(flipt: ["flags": [flipt]]))?.otherwise
                == .split([TargetingShare("on", 25), TargetingShare("off", 75)]))
        // Half way from 10 % to 30 %.
        let progressive: JSONValue = [
            "initial": ["variation": "a", "percentage": 10, "date": "2026-03-14T00:00:00Z"],
            "end": ["variation": "b", "percentage": 30, "date": "2026-03-16T00:00:00Z"],
        ]
        let variations: JSONValue = ["a": "A", "b": "B"]
        let configured: JSONValue = ["variations": variations, "defaultRule": ["progressiveRollout": progressive]]
        let goFeatureFlag = FlagImport(goFeatureFlag: ["f": configured], now: Self.now)
        #expect(goFeatureFlag.diagnostics.contains { $0.message.contains("present state: 20") })
        #expect(
            targeting(goFeatureFlag)?.otherwise
                == .split([TargetingShare("b", 20_000), TargetingShare("a", 80_000)]))
    }

    @Test("GO Feature Flag's configurations")
    func goFeatureFlag() throws {
        let count = try count("gofeatureflag") { FlagImport(goFeatureFlag: $0, now: Self.now) }
        #expect(count.different.isEmpty, "\(count)")
        #expect((count.equal, count.refused, count.noted) == (39, 3, 1))
    }
}
