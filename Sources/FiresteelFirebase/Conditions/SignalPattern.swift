import Foundation

/// A regular expression of a template.
///
/// Templates come from elsewhere, and there are expressions such as `^(a+)+$` that take for ever on a short text. So the
/// work for one condition is bounded: beyond it, the text doesn't match.
struct SignalPattern: Sendable {
    /// Firebase takes no longer signals, in UTF-16 code units.
    private static let longestText = 500

    /// How often the expressions of one condition may tell that they are still at work: about every third of a
    /// millisecond.
    private static let patience = 50

    private let expression: NSRegularExpression

    /// Compiles an expression.
    ///
    /// - Throws: Where it can't be read.
    init(_ pattern: String) throws { expression = try NSRegularExpression(pattern: pattern) }

    /// Whether one of the expressions is found in a text, as far as that can be told with bounded work.
    static func isAny(of patterns: [SignalPattern], in text: String) -> Bool {
        guard text.utf16.count <= longestText else { return false }
        var patience = patience
        return patterns.contains { patience > 0 && $0.isFound(in: text, &patience) }
    }

    private func isFound(in text: String, _ patience: inout Int) -> Bool {
        var isFound = false
        var left = patience
        expression.enumerateMatches(
            in: text, options: .reportProgress, range: NSRange(location: 0, length: text.utf16.count)
        ) { match, _, stop in
            if match == nil { left -= 1 } else { isFound = true }
            if isFound || left <= 0 { stop.pointee = true }
        }
        patience = left
        return isFound
    }
}
