import SwiftSyntax

extension SyntaxProtocol {
    /// The first paragraph of the documentation comment of a declaration on one line, or `nil` if there is none.
    var documentationSummary: String? {
        var lines: [Substring] = []
        for piece in leadingTrivia {
            switch piece {
            case .docLineComment(let text):
                lines.append(text.dropFirst(3))
            case .docBlockComment(let text):
                lines += text.dropFirst(3).dropLast(2).split(
                    omittingEmptySubsequences: false, whereSeparator: \.isNewline
                )
                .map { $0.trimmingSpaces.first == "*" ? $0.trimmingSpaces.dropFirst() : $0 }
            case .newlines(let count) where count > 1, .carriageReturnLineFeeds(let count) where count > 1:
                // An empty line separates this documentation from earlier comments.
                lines = []
            default:
                continue
            }
        }
        let paragraph = lines.map(\.trimmingSpaces).drop(while: \.isEmpty).prefix { !$0.isEmpty }
        return paragraph.isEmpty ? nil : paragraph.joined(separator: " ")
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        let start = drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return start[...last]
    }
}
