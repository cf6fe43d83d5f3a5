import FiresteelFlags
import Foundation

/// Reads the conditions of a template, and collects diagnostics.
struct FirebaseConditionReader {
    /// The maximum nesting of conditions, as in Firebase's server libraries.
    private static let deepest = 10

    private(set) var diagnostics: [String] = []

    /// Returns a condition; an invalid one is always false.
    mutating func condition(_ value: JSONValue?, path: String, depth: Int = 0) -> FirebaseCondition {
        guard depth < Self.deepest else { return never("\(path) is nested deeper than \(Self.deepest) conditions.") }
        guard let members = value?.members else { return never("\(path) must be an object.") }
        if let value = members["orCondition"], value != .null {
            return .any(list(value, path: "\(path).orCondition", depth: depth))
        }
        if let value = members["andCondition"], value != .null {
            return .all(list(value, path: "\(path).andCondition", depth: depth))
        }
        if let value = members["true"], value != .null { return .constant(true) }
        if let value = members["false"], value != .null { return .constant(false) }
        if let value = members["percent"], value != .null { return percent(value, path: "\(path).percent") }
        if let value = members["customSignal"], value != .null { return signal(value, path: "\(path).customSignal") }
        return never("\(path) has an unsupported kind.")
    }

    private mutating func list(_ value: JSONValue, path: String, depth: Int) -> [FirebaseCondition] {
        let values = value.members?["conditions"]?.elements ?? []
        var conditions: [FirebaseCondition] = []
        for (index, value) in values.enumerated() {
            conditions.append(condition(value, path: "\(path).conditions[\(index)]", depth: depth + 1))
        }
        return conditions
    }

    private mutating func percent(_ value: JSONValue, path: String) -> FirebaseCondition {
        let members = value.members ?? [:]
        let bound = members["microPercent"]?.whole ?? 0
        let range = members["microPercentRange"]?.members ?? [:]
        let share: PercentCondition.Share
        switch members["percentOperator"]?.text {
        case "LESS_OR_EQUAL": share = .upTo(bound)
        case "GREATER_THAN": share = .above(bound)
        case "BETWEEN":
            share = .between(range["microPercentLowerBound"]?.whole ?? 0, range["microPercentUpperBound"]?.whole ?? 0)
        case let word: return never("\(path) has the unsupported operator “\(word ?? "")”.")
        }
        return .percent(PercentCondition(seed: members["seed"]?.text ?? "", share: share))
    }

    private mutating func signal(_ value: JSONValue, path: String) -> FirebaseCondition {
        let members = value.members ?? [:]
        let targets = members["targetCustomSignalValues"]?.elements?.compactMap(\.text) ?? []
        guard let word = members["customSignalOperator"]?.text, let name = members["customSignalKey"]?.text,
            !name.isEmpty, !targets.isEmpty
        else { return never("\(path) needs an operator, a key and values.") }
        guard let test = test(word, targets, path: path) else { return .constant(false) }
        return .signal(
            SignalCondition(
                name: name, test: test, word: word.lowercased().replacingOccurrences(of: "_", with: " "),
                targets: targets))
    }

    private mutating func test(_ word: String, _ targets: [String], path: String) -> SignalCondition.Test? {
        switch word {
        case "STRING_CONTAINS": return .contains
        case "STRING_DOES_NOT_CONTAIN": return .doesNotContain
        case "STRING_EXACTLY_MATCHES": return .matches
        case "STRING_CONTAINS_REGEX":
            var patterns: [SignalPattern] = []
            for target in targets {
                do {
                    patterns.append(try SignalPattern(target))
                } catch {
                    diagnostics.append("\(path) has the invalid pattern “\(target)”.")
                }
            }
            return .containsPattern(patterns)
        default: break
        }
        let kinds: [(prefix: String, test: (SignalCondition.Comparison) -> SignalCondition.Test)] = [
            ("NUMERIC_", { .number($0) }), ("SEMANTIC_VERSION_", { .version($0) }),
        ]
        for kind in kinds where word.hasPrefix(kind.prefix) {
            if let comparison = SignalCondition.Comparison(rawValue: String(word.dropFirst(kind.prefix.count))) {
                return kind.test(comparison)
            }
        }
        diagnostics.append("\(path) has the unsupported operator “\(word)”.")
        return nil
    }

    private mutating func never(_ fault: String) -> FirebaseCondition {
        diagnostics.append(fault)
        return .constant(false)
    }
}
