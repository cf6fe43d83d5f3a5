import Foundation
import Logging

extension DocumentStore {
    /// Returns the documents whose name or text contains all words of a query, matches by name first.
    ///
    /// Case and diacritics are ignored. An unreadable document is found by its name only. Files are read one at a time,
    /// and other calls run between them.
    ///
    /// - Parameter query: Words separated by spaces; empty for all documents.
    /// - Throws: `CancellationError`, and the errors of ``list()``.
    package func search(_ query: String) async throws -> [DocumentSummary] {
        let words = query.split(whereSeparator: \.isWhitespace).map(String.init)
        let all = try list()
        guard !words.isEmpty else { return all }
        var byName: [DocumentSummary] = []
        var byText: [DocumentSummary] = []
        for var summary in all {
            try Task.checkCancellation()
            await Task.yield()
            let text = (try? read(summary.name))?.text ?? ""
            let inName = words.allSatisfy { Self.find($0, in: summary.name.path) != nil }
            guard
                inName
                    || words.allSatisfy({
                        Self.find($0, in: summary.name.path) != nil || Self.find($0, in: text) != nil
                    })
            else { continue }
            summary.excerpt = words.lazy.compactMap { Self.find($0, in: text) }.first.map {
                Self.line(around: $0, in: text)
            }
            if inName { byName.append(summary) } else { byText.append(summary) }
        }
        log.debug("Searched \(all.count) documents", metadata: ["found": "\(byName.count + byText.count)"])
        return byName + byText
    }

    private static func find(_ word: String, in text: String) -> Range<String.Index>? {
        text.range(of: word, options: [.caseInsensitive, .diacriticInsensitive])
    }

    /// Returns up to 160 characters of the line around a match.
    private static func line(around range: Range<String.Index>, in text: String) -> String {
        let line = text.lineRange(for: range)
        let start = text.index(range.lowerBound, offsetBy: -20, limitedBy: line.lowerBound) ?? line.lowerBound
        let end = text.index(start, offsetBy: 160, limitedBy: line.upperBound) ?? line.upperBound
        let cut = text[start..<end].trimmingCharacters(in: .whitespacesAndNewlines)
        return (start > line.lowerBound ? "…" : "") + cut + (end < line.upperBound ? "…" : "")
    }
}
