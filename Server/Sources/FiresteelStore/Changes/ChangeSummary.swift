import FiresteelDatabase

/// A change without the values of its items, for lists and searches.
///
/// The content of an import can have megabytes, so a list reads it only where it is shown.
package struct ChangeSummary: Sendable {
    /// The change; the values of its differences are missing.
    package let change: Change
    /// The size of its content, in bytes.
    package let size: Int64
}

extension ChangeTable {
    /// Returns changes before a number without their content, the newest first.
    package func summaries(before number: Int64 = .max, limit: Int) throws -> [ChangeSummary] {
        let rows = try database.query(
            """
            SELECT number, id, time, kind, author, author_name, source, reason, perform, size, previous, hash FROM changes
            WHERE program = ? AND number < ? ORDER BY number DESC LIMIT ?
            """, [.text(program), .int(number), .int(Int64(limit))])
        guard let newest = try rows.first?.int64("number"), let oldest = try rows.last?.int64("number") else {
            return []
        }
        let items = try ItemTable(database, program: program).keys(of: oldest...newest)
        let revisions = try revisions(of: oldest...newest)
        return try rows.map { row in
            let number = try row.int64("number")
            let body = ChangeBody(
                differences: (items[number] ?? []).map { ItemDifference($0, before: nil, after: nil) },
                revisions: revisions[number] ?? [:])
            return ChangeSummary(change: try Self.change(row, body), size: try row.int64("size"))
        }
    }

    private func revisions(of changes: ClosedRange<Int64>) throws -> [Int64: [String: Int64]] {
        var revisions: [Int64: [String: Int64]] = [:]
        for row in try database.query(
            "SELECT environment, revision, change FROM revisions WHERE program = ? AND change >= ? AND change <= ?",
            [.text(program), .int(changes.lowerBound), .int(changes.upperBound)])
        {
            revisions[try row.int64("change"), default: [:]][try row.text("environment")] = try row.int64("revision")
        }
        return revisions
    }
}
