public import FiresteelDatabase

/// The result of checking that the access log was not altered after it was written.
///
/// As with ``Verification``, an attacker who computes all hashes again goes unnoticed: compare ``head`` with one that was
/// recorded elsewhere.
public struct AccessLogVerification: Sendable {
    /// The number of entries.
    public let entries: Int64
    /// The hash of the last entry, empty without any.
    public let head: String
    /// What doesn't agree, at most 100 findings.
    public private(set) var findings: [String] = []

    private static let mostFindings = 100

    /// Checks the access log.
    public init(in database: any DatabaseConnection) throws {
        (entries, head) = try AccessLogTable(database).end()
        var previous = ""
        var expected: Int64 = 1
        // Also entries with numbers that none can have.
        var next = Int64.min
        // In pages, so that memory doesn't grow with history.
        pages: while true {
            let rows = try database.query(
                "SELECT * FROM access_log WHERE number >= ? ORDER BY number LIMIT 500", [.int(next)])
            if rows.isEmpty { break }
            for row in rows {
                let entry = try AccessLogTable.entry(row)
                let (following, overflows) = entry.number.addingReportingOverflow(1)
                guard !overflows else {
                    add("Entry \(entry.number) of the access log was altered: no entry can have this number.")
                    break pages
                }
                if entry.number != expected {
                    add("The access log has no entry \(expected); the next one is \(entry.number).")
                }
                expected = following
                next = following
                if try row.text("previous") != previous {
                    add("Entry \(entry.number) of the access log doesn't continue the one before it.")
                }
                previous = try row.text("hash")
                if try entry.hash(after: row.text("previous")) != previous {
                    add("Entry \(entry.number) of the access log was altered: its hash doesn't match.")
                }
            }
            if findings.count >= Self.mostFindings { return }
        }
        if expected - 1 != entries {
            add("The access log has \(expected - 1) entries; \(entries) were written.")
        }
        if previous != head { add("The last entry of the access log isn't the one that was written last.") }
    }

    private mutating func add(_ finding: String) {
        if findings.count < Self.mostFindings { findings.append(finding) }
    }
}
