import FiresteelBase
import FiresteelTimeline
import FiresteelWeb
import Foundation

/// Writes a report as one page: the inspector's parts with the report's data.
struct PageReport {
    private let head: ReportHead
    private let collected: CollectedReport
    private let page: SavedPage

    /// - Throws: ``DebugReportError/page(_:)`` if the parts of the page are missing.
    init(_ head: ReportHead, _ collected: CollectedReport) throws {
        self.head = head
        self.collected = collected
        do {
            page = try SavedPage()
        } catch {
            throw DebugReportError.page("\(error)")
        }
    }

    /// The number of bytes of a page without data.
    var emptySize: Int { page.size }

    func write(to file: URL, progress: @Sendable (ReportProgress) -> Void) throws -> ReportSummary {
        let page = try render(within: head.maximumBytes) {
            progress(ReportProgress(fraction: 0.5 + 0.4 * $0, step: $1))
        }
        do {
            try Data(page.text.utf8).write(to: file)
        } catch {
            throw DebugReportError.file(file.path, error.localizedDescription)
        }
        return page.summary
    }

    /// Returns the page, limited to a number of bytes.
    func render(
        within bytes: Int, progress: (_ fraction: Double, _ step: String) -> Void = { _, _ in }
    ) throws -> (text: String, summary: ReportSummary) {
        let title = collected.redaction.redacted(head.title)
        var builder = PageBuilder(bytes: bytes, reserved: page.size + title.utf8.count, redaction: collected.redaction)
        builder.add(fixed: SavedPage.begin(.report, name: "report") + "\n" + builder.head(head))
        for section in collected.sections { builder.add(section) }
        builder.add(fixed: SavedPage.end)
        let (data, summary) = try builder.finish(progress: progress)
        return (page.head(title: title) + data + page.tail, summary)
    }
}

/// Builds the data of a page: first the required parts, then as many rows of the tables as fit.
private struct PageBuilder {
    private enum Piece {
        case fixed(String)
        case table(Table)
    }

    private struct Table {
        let section: String
        /// The text before and after the rows.
        let begin: String
        let end: (_ dropped: Int) -> String
        /// The number of rows; `Int.max` for a run, which has the most.
        let count: Int
        let write: (_ sink: (_ json: String, _ isRow: Bool) throws -> Void) throws -> Void
    }

    /// The end of each row, which the last one doesn't have.
    private static let separator = ",\n"

    private let bytes: Int
    private let redaction: Redaction
    private var pieces: [Piece] = []
    /// The runs, which follow the report.
    private var runs: [Table] = []
    private var used: Int
    private var summary = ReportSummary()

    init(bytes: Int, reserved: Int, redaction: Redaction) {
        self.bytes = bytes
        self.redaction = redaction
        used = reserved
    }

    mutating func add(fixed text: String) {
        used += text.utf8.count
        pieces.append(.fixed(text))
    }

    /// Returns the object that describes the report.
    func head(_ head: ReportHead) -> String {
        var json = JSONText()
        json.add("kind", "report")
        json.add("format", ReportHead.format)
        json.add("title", redaction.redacted(head.title))
        json.add("scope", head.scope)
        json.add("program", redaction.redacted(head.program))
        json.add("version", redaction.redacted(head.version))
        return SavedPage.inert(json.object)
    }

    mutating func add(_ section: CollectedReport.Section) {
        var json = JSONText()
        json.add("kind", "section")
        json.add("identifier", section.identifier)
        json.add("title", redaction.redacted(section.title))
        // The list of parts begins with `null`, so that a comma precedes each part.
        add(fixed: Self.separator + SavedPage.inert(json.object.dropLast() + ",\"parts\":[null"))
        for part in section.content.parts { add(part, of: section.identifier) }
        add(fixed: "]}")
    }

    private mutating func add(_ part: ReportPart, of section: String) {
        var json = JSONText()
        switch part.form {
        case .paragraph(let text):
            json.add("paragraph", redaction.redacted(text))
            add(whole: json.object, of: section)
        case .facts(let facts):
            let objects = facts.map { fact in
                var json = JSONText()
                json.add("name", redaction.redacted(fact.name))
                json.add("value", redaction.shown(fact.value, named: fact.name))
                return json.object
            }
            json.add("facts", json: "[\(objects.joined(separator: ","))]")
            add(whole: json.object, of: section)
        case .text(let title, let text):
            json.add("title", redaction.redacted(title))
            json.add("text", redaction.redacted(text))
            add(whole: json.object, of: section)
        case .table(let title, let columns, let rows):
            guard !rows.isEmpty else { return }
            json.add("title", title.isEmpty ? nil : redaction.redacted(title))
            json.add("columns", json: Self.list(columns.map(redaction.redacted)))
            addTable(json, "rows", of: section, count: rows.count) { [redaction] sink in
                for row in rows { try sink(Self.list(row.map(redaction.redacted)), true) }
            }
        case .lines(let count, let write):
            addTable(json, "lines", of: section, count: count) { [redaction] sink in
                try write { try sink(redaction.redacted($0), true) }
            }
        case .run(let data):
            json.add("run", section)
            add(whole: json.object, of: section)
            let begin = SavedPage.begin(.run, name: section) + "\n"
            used += begin.utf8.count + SavedPage.end.utf8.count
            runs.append(
                Table(section: section, begin: begin, end: { _ in SavedPage.end }, count: .max) { [redaction] sink in
                    try data.write { json, isEntry in try sink(redaction.redacted(json), isEntry) }
                })
        }
    }

    private static func list(_ texts: [String]) -> String { "[\(texts.map(JSONText.quoted).joined(separator: ","))]" }

    private mutating func addTable(
        _ json: JSONText, _ member: String, of section: String, count: Int,
        write: @escaping (_ sink: (_ json: String, _ isRow: Bool) throws -> Void) throws -> Void
    ) {
        let members = json.object.dropLast()
        let begin =
            Self.separator + SavedPage.inert(members) + (members.utf8.count > 1 ? "," : "") + "\"\(member)\":[\n"
        let end = { (dropped: Int) in "],\"dropped\":\(dropped)}" }
        used += begin.utf8.count + end(.max).utf8.count
        pieces.append(.table(Table(section: section, begin: begin, end: end, count: count, write: write)))
    }

    /// Adds a part that is included completely or not at all.
    private mutating func add(whole json: String, of section: String) {
        let json = Self.separator + SavedPage.inert(json)
        // Limiting required parts to three quarters leaves space for the latest events.
        guard used + json.utf8.count <= bytes / 4 * 3 else {
            summary.leftOut.append(section)
            add(fixed: Self.separator + #"{"paragraph":"The rest of this section was omitted to limit the size."}"#)
            return
        }
        add(fixed: json)
    }

    mutating func finish(
        progress: (_ fraction: Double, _ step: String) -> Void
    ) throws -> (text: String, summary: ReportSummary) {
        let all = pieces + runs.map { .table($0) }
        let rows = try rows(of: all, progress: progress)
        var text = ""
        for (position, piece) in all.enumerated() {
            switch piece {
            case .fixed(let fixed): text += fixed
            case .table(let table):
                guard let rows = rows[position] else { continue }
                text += table.begin
                text += rows.text.dropLast(Self.separator.count)
                text += table.end(rows.dropped)
                if rows.dropped > 0 { summary.dropped[table.section, default: 0] += rows.dropped }
            }
        }
        return (text, summary)
    }

    /// Returns the rows that fit, by the indices of their tables.
    ///
    /// The shortest table is first, so that the unused part of its share is available to longer ones.
    private func rows(
        of pieces: [Piece], progress: (_ fraction: Double, _ step: String) -> Void
    ) throws -> [Int: NewestPieces] {
        var tables: [(position: Int, table: Table)] = []
        for (position, piece) in pieces.enumerated() {
            if case .table(let table) = piece { tables.append((position, table)) }
        }
        tables.sort { ($0.table.count, $0.position) < ($1.table.count, $1.position) }
        var room = max(0, bytes - used)
        var all: [Int: NewestPieces] = [:]
        for (index, (position, table)) in tables.enumerated() {
            var rows = NewestPieces(bound: room / (tables.count - index))
            try table.write { json, isRow in
                try Task.checkCancellation()
                rows.add(SavedPage.inert(json) + Self.separator, isEntry: isRow)
            }
            room -= rows.bytes
            all[position] = rows
            progress(Double(index + 1) / Double(tables.count), "Wrote \(table.section)")
        }
        return all
    }
}
