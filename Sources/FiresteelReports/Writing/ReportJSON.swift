import FiresteelBase
import Foundation

/// JSON as reports have it: in lines, keys sorted.
enum ReportJSON {
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}

extension ReportPart {
    /// A part in an archive, without rows that files contain already.
    struct Coded: Encodable {
        struct Fact: Encodable {
            let name: String
            let value: String
        }

        var title: String?
        var paragraph: String?
        var facts: [Fact]?
        var columns: [String]?
        var rows: [[String]]?
        var text: String?

        init?(_ part: ReportPart) {
            guard !part.isPageOnly else { return nil }
            switch part.form {
            case .paragraph(let text): paragraph = text
            case .facts(let facts): self.facts = facts.map { Fact(name: $0.name, value: $0.value) }
            case .table(let title, let columns, let rows):
                self.title = title.isEmpty ? nil : title
                self.columns = columns
                self.rows = rows
            case .text(let title, let text):
                self.title = title
                self.text = text
            case .lines, .run: return nil
            }
        }
    }
}
