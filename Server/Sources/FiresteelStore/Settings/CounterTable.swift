package import FiresteelDatabase

/// Counts by which a node notices what another one wrote.
package struct CounterTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    /// The count of changes of accounts, roles, sessions and tokens.
    package func access() throws -> Int64 {
        try counts().access
    }

    /// Counts a change of accounts, roles, sessions or tokens.
    package func countAccess() throws {
        _ = try database.execute("UPDATE counters SET value = value + 1 WHERE name = 'access'", [])
        try database.notify(.changes())
    }

    /// The counts by which a node finds the credentials to read again.
    package struct Counts: Sendable, Hashable {
        /// The count of changes of accounts, roles, sessions and tokens.
        package var access: Int64
        /// The count of sessions that got another secret.
        package var sessions: Int64

        package init(access: Int64, sessions: Int64) {
            self.access = access
            self.sessions = sessions
        }
    }

    /// Returns all counts.
    package func counts() throws -> Counts {
        var counts = Counts(access: 0, sessions: 0)
        for row in try database.query("SELECT name, value FROM counters WHERE name IN ('access', 'sessions')") {
            let value = try StoredTable.counters.read(row, Self.count)
            switch try row.text("name") {
            case "access": counts.access = value
            default: counts.sessions = value
            }
        }
        return counts
    }

    static func count(_ row: DatabaseRow) throws -> Int64 {
        let count = try row.int64("value")
        // One is added with each change, which must not overflow.
        guard (0...1 << 53).contains(count) else {
            throw StoreError.damaged("Its value is \(count), which no count has.")
        }
        return count
    }

    /// Counts a request of a program that was added, decided, withdrawn or carried out, or that failed.
    package func countRequest(of program: String) throws {
        _ = try database.execute(
            "INSERT INTO counters (name, value) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = counters.value + 1",
            [.text(Self.requestPrefix + program)])
        try database.notify(.changes())
    }

    /// Returns the counts of requests by program; programs without any are missing.
    package func requests() throws -> [String: Int64] {
        var counts: [String: Int64] = [:]
        for row in try database.query("SELECT name, value FROM counters WHERE name LIKE '\(Self.requestPrefix)%'") {
            // Flags are delivered whatever is damaged here.
            guard let name = try? row.text("name"), let value = try? row.int64("value") else { continue }
            counts[String(name.dropFirst(Self.requestPrefix.count))] = value
        }
        return counts
    }

    /// The beginning of the names of counts of requests; the program follows.
    private static let requestPrefix = "requests:"

    /// Counts a session that got another secret, after which tokens remain as they were.
    package func countSessions() throws {
        _ = try database.execute("UPDATE counters SET value = value + 1 WHERE name = 'sessions'", [])
        try database.notify(.changes())
    }
}
