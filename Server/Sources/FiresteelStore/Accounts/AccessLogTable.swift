package import FiresteelDatabase

/// Reads and appends entries about access within a transaction.
///
/// All entries form one chain: each has the hash of its stored texts and of the entry before it, and one row has the number
/// of entries and the last hash. Appending locks that row, so that transactions at the same time follow one another.
package struct AccessLogTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    package func append(_ entry: AccessLogEntry) throws {
        _ = try database.execute("UPDATE access_log_end SET entries = entries + 1", [])
        let end = try end()
        var entry = entry
        entry.number = end.entries
        let hash = entry.hash(after: end.head)
        _ = try database.execute("UPDATE access_log_end SET head = ?", [.text(hash)])
        _ = try database.execute(
            """
            INSERT INTO access_log (number, time, program, event, actor, actor_name, details, previous, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .int(entry.number), .int(entry.time), .text(entry.program), .text(entry.event), .text(entry.actor),
                .text(entry.actorName), .text(entry.details), .text(end.head), .text(hash),
            ])
    }

    /// Returns the number of entries and the hash of the last one, empty without any.
    package func end() throws -> (entries: Int64, head: String) {
        guard let row = try database.query("SELECT * FROM access_log_end").first else {
            throw StoreError.damaged("The end of the access log is missing.")
        }
        return try (row.int64("entries"), row.text("head"))
    }

    /// Returns entries before a number, the newest first.
    ///
    /// - Parameters:
    ///   - program: The program, or `nil` for all entries, also those that concern none.
    ///   - before: The number before which the entries are.
    ///   - limit: The most entries.
    package func page(of program: String?, before: Int64, limit: Int) throws -> [AccessLogEntry] {
        let rows =
            if let program {
                try database.query(
                    "SELECT * FROM access_log WHERE program = ? AND number < ? ORDER BY number DESC LIMIT ?",
                    [.text(program), .int(before), .int(Int64(limit))])
            } else {
                try database.query(
                    "SELECT * FROM access_log WHERE number < ? ORDER BY number DESC LIMIT ?",
                    [.int(before), .int(Int64(limit))])
            }
        return try rows.map(Self.entry)
    }

    static func entry(_ row: DatabaseRow) throws -> AccessLogEntry {
        var entry = try AccessLogEntry(
            time: row.int64("time"), program: row.text("program"), event: row.text("event"), actor: row.text("actor"),
            actorName: row.text("actor_name"), details: row.text("details"))
        entry.number = try row.int64("number")
        return entry
    }
}
