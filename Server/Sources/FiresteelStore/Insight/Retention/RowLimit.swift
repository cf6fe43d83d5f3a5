import FiresteelDatabase

/// Removes the oldest rows of a table of which an environment has too many, in bounded transactions that can be repeated.
///
/// The rows are found in the order of time, by an index that all environments share, and each is passed once.
struct RowLimit {
    /// A table whose rows are limited.
    enum Table {
        case sessions
        case messages

        fileprivate var name: String { self == .sessions ? "insight_sessions" : "insight_messages" }
        fileprivate var keys: [String] {
            self == .sessions ? ["scope", "run", "session"] : ["scope", "run", "kind", "number"]
        }
        /// The column of the index: of a session the time of its last message, so that a session that continues remains.
        fileprivate var time: String { self == .sessions ? "seen" : "received" }
        /// The condition of rows that may be removed: a message that waits must be known, or it would be stored a second time.
        fileprivate var condition: String {
            guard self == .messages else { return "" }
            return """
                AND NOT EXISTS (SELECT 1 FROM insight_inbox i
                    WHERE i.scope = insight_messages.scope AND i.run = insight_messages.run
                        AND i.kind = insight_messages.kind AND i.number = insight_messages.number)
                """
        }
    }

    /// The rows of one transaction.
    private static let batch: Int64 = 1_000

    private let database: any Database
    private let table: Table
    private let limit: Int64
    private let now: Int64

    init(_ database: any Database, _ table: Table, limit: Int64, now: Int64) {
        self.database = database
        self.table = table
        self.limit = limit
        self.now = now
    }

    /// Removes the rows of a scope that are beyond the limit.
    func apply(to scope: Int64, isAllowed: () async throws -> Bool) async throws {
        let (table, now) = (table, now)
        let stored = try await database.read { database in
            try database.query("SELECT COUNT(*) AS n FROM \(table.name) WHERE scope = ?", .int(scope)).first?.int64("n")
                ?? 0
        }
        var surplus = stored - limit
        var position = Int64.min
        while surplus > 0, try await isAllowed() {
            let (most, start) = (min(surplus, Self.batch), position)
            let removed = try await database.write { database in
                try Self.removeOldest(most, of: scope, in: table, from: start, now: now, database)
            }
            guard removed.count > 0 else { return }
            surplus -= removed.count
            position = removed.last
        }
    }

    /// Removes the oldest rows from a time on, and returns how many there were and the time of the last one.
    private static func removeOldest(
        _ count: Int64, of scope: Int64, in table: Table, from start: Int64, now: Int64,
        _ database: any DatabaseConnection
    ) throws -> (count: Int64, last: Int64) {
        // The sign keeps SQLite from the index that begins with the scope, whose rows it would sort for each transaction.
        let rows = try database.query(
            """
            SELECT \(table.keys.joined(separator: ", ")), \(table.time) AS position FROM \(table.name)
            WHERE +scope = ? AND \(table.time) >= ? \(table.condition) ORDER BY \(table.time) LIMIT ?
            """, .int(scope), .int(start), .int(count))
        let keys = try rows.map { row in try table.keys.map { try row[$0] } }
        func remove() throws { try RowBatch.delete(from: table.name, keys: table.keys, keys, database) }
        try table == .sessions ? UnitSettling(database, now: now).settle(keys, remove) : remove()
        return (Int64(rows.count), rows.last.flatMap { try? $0.int64("position") } ?? start)
    }
}
