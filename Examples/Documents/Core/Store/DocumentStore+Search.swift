import Foundation
import Logging

extension DocumentStore {
    /// The documents whose name or text holds all the words of a query, those found by name first.
    ///
    /// Upper and lower case and accents make no difference. A document that can't be read is found by its name only.
    /// The folder's files are read one after the other, and other calls come in between.
    ///
    /// - Parameter query: words divided by blanks; without any, all documents are found.
    /// - Throws: `CancellationError`, and as ``list()``.
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

    /// The line that holds a place, cut to 160 characters with the place among them.
    private static func line(around place: Range<String.Index>, in text: String) -> String {
        let line = text.lineRange(for: place)
        let start = text.index(place.lowerBound, offsetBy: -20, limitedBy: line.lowerBound) ?? line.lowerBound
        let end = text.index(start, offsetBy: 160, limitedBy: line.upperBound) ?? line.upperBound
        let cut = text[start..<end].trimmingCharacters(in: .whitespacesAndNewlines)
        return (start > line.lowerBound ? "…" : "") + cut + (end < line.upperBound ? "…" : "")
    }
}
