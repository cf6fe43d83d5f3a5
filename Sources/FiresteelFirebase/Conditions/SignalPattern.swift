import Foundation

/// A regular expression of a template.
///
/// Templates are external data, and expressions such as `^(a+)+$` can take very long on a short text. So the work for
/// one condition is limited: beyond it, the text doesn't match.
package struct SignalPattern: Sendable {
    /// The maximum length of Firebase's signals, in UTF-16 code units.
    private static let longestText = 500

    /// The maximum number of progress callbacks for the expressions of one condition, about one every third of a
    /// millisecond.
    private static let remainingSteps = 50

    private let expression: NSRegularExpression

    /// Compiles an expression.
    ///
    /// - Throws: An error if it is invalid.
    init(_ pattern: String) throws { expression = try NSRegularExpression(pattern: pattern) }

    /// Returns whether one of the expressions matches a text, within the limit of work.
    static func isAny(of patterns: [SignalPattern], in text: String) -> Bool {
        guard text.utf16.count <= longestText else { return false }
        var remainingSteps = remainingSteps
        return patterns.contains { remainingSteps > 0 && $0.isFound(in: text, &remainingSteps) }
    }

    private func isFound(in text: String, _ remainingSteps: inout Int) -> Bool {
        var isFound = false
        var left = remainingSteps
        expression.enumerateMatches(
            in: text, options: .reportProgress, range: NSRange(location: 0, length: text.utf16.count)
        ) { match, _, stop in
            if match == nil { left -= 1 } else { isFound = true }
            if isFound || left <= 0 { stop.pointee = true }
        }
        remainingSteps = left
        return isFound
    }
}
