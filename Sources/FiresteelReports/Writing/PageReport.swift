import Foundation

/// Writes a report as one page.
struct PageReport {
    private let head: ReportHead
    private let collected: CollectedReport

    init(_ head: ReportHead, _ collected: CollectedReport) {
        self.head = head
        self.collected = collected
    }

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
        var page = PageBuilder(bytes: bytes, redaction: collected.redaction)
        page.add(fixed: ReportHTML.head(title: collected.redaction.redacted(head.title)))
        page.add(fixed: ReportHTML.paragraph(head.scope))
        page.add(fixed: ReportHTML.navigation(collected.sections.map { ($0.identifier, $0.title) }))
        for section in collected.sections { page.add(section) }
        page.add(fixed: ReportHTML.tail)
        return try page.finish(progress: progress)
    }
}

/// Builds a page: first the required parts, then as many rows of the tables as fit.
private struct PageBuilder {
    private enum Piece {
        case fixed(String)
        case table(Table)
    }

    private struct Table {
        let section: String
        let title: String
        let columns: [String]
        /// The number of rows; `Int.max` for a run, which has the most.
        let count: Int
        let write: (_ sink: (String) throws -> Void) throws -> Void
    }

    private let bytes: Int
    private let redaction: Redaction
    private var pieces: [Piece] = []
    private var used = 0
    private var summary = ReportSummary()

    init(bytes: Int, redaction: Redaction) {
        self.bytes = bytes
        self.redaction = redaction
    }

    mutating func add(fixed text: String) {
        used += text.utf8.count
        pieces.append(.fixed(text))
    }

    mutating func add(_ section: CollectedReport.Section) {
        let title = redaction.redacted(section.title)
        add(fixed: "<section id=\"\(section.identifier)\">\n<h2>\(ReportHTML.escaped(title))</h2>\n")
        for part in section.content.parts { add(part, of: section.identifier) }
        add(fixed: "</section>\n")
    }

    private mutating func add(_ part: ReportPart, of section: String) {
        switch part.form {
        case .paragraph(let text): add(html: ReportHTML.paragraph(redaction.redacted(text)), of: section)
        case .facts(let facts):
            add(
                html: ReportHTML.facts(
                    facts.map { ReportFact($0.name, redaction.shown($0.value, named: $0.name)) }), of: section)
        case .text(let title, let text):
            add(html: ReportHTML.text(title, redaction.redacted(text)), of: section)
        case .table(let title, let columns, let rows):
            guard !rows.isEmpty else { return }
            let table = Table(section: section, title: title, columns: columns, count: rows.count) { [redaction] sink in
                for row in rows { try sink(ReportHTML.row(row.map(redaction.redacted))) }
            }
            add(table)
        case .timeline(let write):
            // The rows are HTML, in which secrets are searched in escaped form.
            let columns = ReportHTML.timelineColumns
            let table = Table(section: section, title: "", columns: columns, count: .max) { [redaction] sink in
                try write { try sink(redaction.redacted($0)) }
            }
            add(table)
        }
    }

    private mutating func add(_ table: Table) {
        // Its header and the note about omitted rows.
        used += 400 + table.title.utf8.count + table.columns.reduce(0) { $0 + $1.utf8.count + 30 }
        pieces.append(.table(table))
    }

    /// Adds a part that is included completely or not at all.
    private mutating func add(html: String, of section: String) {
        // Limiting required parts to three quarters leaves space for the latest events.
        guard used + html.utf8.count <= bytes / 4 * 3 else {
            summary.leftOut.append(section)
            add(fixed: ReportHTML.paragraph("The rest of this section was omitted to limit the size."))
            return
        }
        add(fixed: html)
    }

    mutating func finish(
        progress: (_ fraction: Double, _ step: String) -> Void
    ) throws -> (text: String, summary: ReportSummary) {
        let rows = try rows(progress: progress)
        var text = ""
        for (place, piece) in pieces.enumerated() {
            switch piece {
            case .fixed(let fixed): text += fixed
            case .table(let table):
                guard let rows = rows[place] else { continue }
                text += ReportHTML.tableHead(table.title, table.columns) + rows.text + "</tbody></table>\n"
                guard rows.dropped > 0 else { continue }
                summary.dropped[table.section, default: 0] += rows.dropped
                text += ReportHTML.paragraph("\(rows.dropped) earlier rows were omitted to limit the size.")
            }
        }
        return (text, summary)
    }

    /// Returns the rows that fit, by the indices of their tables.
    ///
    /// The shortest table is first, so that the unused part of its share is available to longer ones.
    private func rows(progress: (_ fraction: Double, _ step: String) -> Void) throws -> [Int: NewestPieces] {
        var tables: [(place: Int, table: Table)] = []
        for (place, piece) in pieces.enumerated() {
            if case .table(let table) = piece { tables.append((place, table)) }
        }
        tables.sort { ($0.table.count, $0.place) < ($1.table.count, $1.place) }
        var room = max(0, bytes - used)
        var all: [Int: NewestPieces] = [:]
        for (index, (place, table)) in tables.enumerated() {
            var rows = NewestPieces(bound: room / (tables.count - index))
            try table.write { row in
                try Task.checkCancellation()
                rows.add(row, isEntry: true)
            }
            room -= rows.bytes
            all[place] = rows
            progress(Double(index + 1) / Double(tables.count), "Wrote \(table.section)")
        }
        return all
    }
}
