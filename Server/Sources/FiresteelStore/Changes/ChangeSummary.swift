import FiresteelDatabase

/// A change without the values of its items, for lists and searches.
///
/// The content of an import can have megabytes, so a list reads it only where it is shown.
package struct ChangeSummary: Sendable {
    /// The number of the change.
    package let number: Int64
    /// The change, `nil` if its row can't be read.
    ///
    /// The values of its differences are missing.
    package let change: Change?
    /// The size of its content, in bytes.
    package let size: Int64
    /// The damage, if the row of the change can't be read.
    package let damage: DamagedRow?
}

extension ChangeTable {
    /// Returns changes before a number without their content, the newest first.
    ///
    /// One that can't be read is named: the audit must not lose it. Only one whose number can't be read has no place in the
    /// list; “verify” names it.
    package func summaries(before number: Int64 = .max, limit: Int) throws -> [ChangeSummary] {
        // A whole page of numbers that can't be read would hide all changes before it.
        let isNumber = database.dialect.isInteger("number")
        let rows = try database.query(
            """
            SELECT program, number, id, time, kind, author, author_name, source, reason, perform, size, previous, hash
            FROM changes WHERE program = ? AND number < ? AND \(isNumber) ORDER BY number DESC LIMIT ?
            """, [.text(program), .int(number), .int(Int64(limit))])
        let numbered = rows.compactMap { row in (try? row.int64("number")).map { ($0, row) } }
        guard let newest = numbered.first?.0, let oldest = numbered.last?.0 else { return [] }
        let items = try ItemTable(database, program: program).keys(of: oldest...newest)
        let revisions = try revisions(of: oldest...newest)
        return numbered.map { number, row in
            let body = ChangeBody(
                differences: (items[number] ?? []).map { ItemDifference($0, before: nil, after: nil) },
                revisions: revisions[number] ?? [:])
            do {
                return try ChangeSummary(
                    number: number, change: Self.change(row, body), size: row.int64("size"), damage: nil)
            } catch {
                return ChangeSummary(
                    number: number, change: nil, size: 0, damage: DamagedRow(.changes, row, error))
            }
        }
    }

    private func revisions(of changes: ClosedRange<Int64>) throws -> [Int64: [String: Int64]] {
        var revisions: [Int64: [String: Int64]] = [:]
        for row in try database.query(
            "SELECT environment, revision, change FROM revisions WHERE program = ? AND change >= ? AND change <= ?",
            [.text(program), .int(changes.lowerBound), .int(changes.upperBound)])
        {
            guard let change = try? row.int64("change"), let environment = try? row.text("environment"),
                let revision = try? row.int64("revision")
            else { continue }
            revisions[change, default: [:]][environment] = revision
        }
        return revisions
    }
}
