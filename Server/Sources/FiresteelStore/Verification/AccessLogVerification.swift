package import FiresteelDatabase

/// The result of checking that the access log was not altered after it was written.
///
/// As with ``Verification``, an attacker who computes all hashes again goes unnoticed: compare ``head`` with one that was
/// recorded elsewhere.
package struct AccessLogVerification: Sendable {
    /// The number of entries.
    package let entries: Int64
    /// The hash of the last entry, empty without any.
    package let head: String
    private var found = BoundedFindings()
    /// The number that the next entry has to have.
    private var expected: Int64 = 1
    /// The hash of the entry before, `nil` if it can't be read.
    private var previous: String? = ""

    /// The contradictions, at most 100.
    package var findings: [String] { found.first }
    /// The number of further findings.
    package var omitted: Int { found.omitted }

    /// Checks the access log.
    package init(in database: any DatabaseConnection) throws {
        var end: (entries: Int64, head: String)?
        do {
            end = try AccessLogTable(database).end()
        } catch let error where DamagedRow.isDamage(error) {
            found.add("The end of the access log can't be read: \(DamagedRow.reason(error))")
        }
        entries = end?.entries ?? 0
        head = end?.head ?? ""
        try RowPages(database: database, table: .accessLog).forEach { check($0) }
        guard end != nil else { return }
        if expected - 1 != entries {
            found.add("The access log has \(expected - 1) entries; \(entries) were written.")
        }
        if let previous, previous != head {
            found.add("The last entry of the access log isn't the one that was written last.")
        }
    }

    private mutating func check(_ row: DatabaseRow) {
        let number: Int64
        do {
            number = try row.int64("number")
        } catch {
            return found.add("\(DamagedRow(.accessLog, row, error))")
        }
        guard number >= expected, number < .max else {
            return found.add("Entry \(number) of the access log was altered: no entry can have this number.")
        }
        if number != expected {
            found.add("The access log has no entry \(expected); the next one is \(number).")
        }
        expected = number + 1
        let before = previous
        previous = try? row.text("hash")
        do {
            let stored = try row.text("previous")
            if let before, stored != before {
                found.add("Entry \(number) of the access log doesn't continue the one before it.")
            }
            let entry = try AccessLogTable.entry(row)
            if try entry.hash(after: stored) != row.text("hash") {
                found.add("Entry \(number) of the access log was altered: its hash doesn't match.")
            }
        } catch {
            found.add("Entry \(number) of the access log can't be read: \(DamagedRow.reason(error))")
        }
    }
}
