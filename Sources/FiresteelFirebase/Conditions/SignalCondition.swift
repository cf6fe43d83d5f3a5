import FiresteelFlags
import Foundation

/// Compares a custom signal: an attribute of the context.
package struct SignalCondition: Sendable {
    package enum Test: Sendable {
        case contains
        case doesNotContain
        case matches
        case containsPattern([SignalPattern])
        case number(Comparison)
        case version(Comparison)
    }

    package enum Comparison: String, Sendable {
        case less = "LESS_THAN"
        case lessOrEqual = "LESS_EQUAL"
        case equal = "EQUAL"
        case notEqual = "NOT_EQUAL"
        case greater = "GREATER_THAN"
        case greaterOrEqual = "GREATER_EQUAL"

        func holds<Value: Comparable>(_ first: Value, _ second: Value) -> Bool {
            switch self {
            case .less: first < second
            case .lessOrEqual: first <= second
            case .equal: first == second
            case .notEqual: first != second
            case .greater: first > second
            case .greaterOrEqual: first >= second
            }
        }
    }

    package let name: String
    package let test: Test
    /// The name of the operator.
    let word: String
    /// Never empty; numbers and versions are compared with the first.
    package let targets: [String]

    func isTrue(for context: borrowing EvaluationContext) -> Bool {
        guard let text = FirebaseSignals.text(name, context) else { return false }
        switch test {
        case .contains: return targets.contains { Self.isPart($0, of: text) }
        case .doesNotContain: return !targets.contains { Self.isPart($0, of: text) }
        case .matches:
            let trimmed = Self.trimmed(text)
            return targets.contains { Self.trimmed($0).utf8.elementsEqual(trimmed.utf8) }
        case .containsPattern(let patterns):
            return SignalPattern.isAny(of: patterns, in: text)
        case .number(let comparison):
            guard let first = Self.number(text), let second = Self.number(targets[0]) else { return false }
            return comparison.holds(first, second)
        case .version(let comparison):
            guard let first = Self.version(text), let second = Self.version(targets[0]) else { return false }
            let count = max(first.count, second.count)
            for index in 0..<count {
                let (one, other) = (index < first.count ? first[index] : 0, index < second.count ? second[index] : 0)
                if one != other { return comparison.holds(one, other) }
            }
            return comparison.holds(0, 0)
        }
    }

    var text: String { "“\(name)” \(word) \(targets.map { "“\($0)”" }.joined(separator: ", "))" }

    /// Compares by Unicode scalars, as other languages do, and not by characters.
    private static func isPart(_ part: String, of text: String) -> Bool {
        part.isEmpty || text.utf8.contains(part.utf8)
    }

    private static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    private static func number(_ text: String) -> Double? {
        Double(trimmed(text)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Returns the components of a version, separated by periods.
    private static func version(_ text: String) -> [Int]? {
        var parts: [Int] = []
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            guard let number = Int(part) else { return nil }
            parts.append(number)
        }
        return parts
    }
}
