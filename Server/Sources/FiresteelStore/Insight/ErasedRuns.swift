import FiresteelDatabase

/// The records of messages whose runs were erased, within a transaction.
///
/// Such a record has a name instead of the run's identifier, made with the installation's secret, so that only the server can tell
/// that a message which a program sends again is that one: it doesn't bring the person back.
struct ErasedRuns {
    /// The rows of one statement.
    private static let batch: Int64 = 500
    private static let keys = ["scope", "run", "kind", "number"]

    private let database: any DatabaseConnection
    private let hash: PersonHash
    private let scope: Int64

    init(_ database: any DatabaseConnection, hash: PersonHash, scope: Int64) {
        self.database = database
        self.hash = hash
        self.scope = scope
    }

    /// Forgets some records of a run, and returns whether there may be more.
    ///
    /// It forgets none while something of the run waits, or is stored that is another person's.
    func forgetSome(ofRun run: String, ifOnlyOf person: String) throws -> Bool {
        let others = try database.query(
            """
            SELECT run FROM insight_inbox WHERE scope = ? AND run = ?
            UNION ALL SELECT run FROM insight_sessions
                WHERE scope = ? AND run = ? AND person <> ? AND person <> ''
            UNION ALL SELECT run FROM insight_reports
                WHERE scope = ? AND run = ? AND person <> ? AND person <> ''
            LIMIT 1
            """,
            [
                .int(scope), .text(run), .int(scope), .text(run), .text(person), .int(scope), .text(run), .text(person),
            ])
        guard others.isEmpty else { return false }
        let rows = try database.query(
            "SELECT * FROM insight_messages WHERE scope = ? AND run = ? LIMIT ?",
            .int(scope), .text(run), .int(Self.batch))
        try forget(rows)
        return Int64(rows.count) == Self.batch
    }

    /// Forgets runs whose own session is a person's and that no other person shares, and returns whether there may be more.
    func forgetSome(of person: String) throws -> Bool {
        // A message that waits must be known, or it would be stored a second time.
        let rows = try database.query(
            """
            SELECT m.* FROM insight_messages m WHERE m.scope = ? AND m.run IN (
                SELECT s.run FROM insight_sessions s WHERE s.scope = ? AND s.person = ? AND s.session = 0
                    AND NOT EXISTS (SELECT 1 FROM insight_sessions o
                        WHERE o.scope = s.scope AND o.run = s.run AND o.person <> '' AND o.person <> s.person)
                    AND NOT EXISTS (SELECT 1 FROM insight_reports r
                        WHERE r.scope = s.scope AND r.run = s.run AND r.person <> '' AND r.person <> s.person)
            ) AND NOT EXISTS (SELECT 1 FROM insight_inbox i
                WHERE i.scope = m.scope AND i.run = m.run AND i.kind = m.kind AND i.number = m.number)
            LIMIT ?
            """, .int(scope), .int(scope), .text(person), .int(Self.batch))
        try forget(rows)
        return Int64(rows.count) == Self.batch
    }

    private func forget(_ rows: [DatabaseRow]) throws {
        let renamed = try rows.compactMap { row -> [DatabaseValue]? in
            guard case .text(let run) = try row["run"] else { return nil }
            return try [
                row["scope"], .text(hash.name(ofErased: run, scope: scope)), row["kind"], row["number"], row["digest"],
                row["bytes"], row["received"],
            ]
        }
        try RowBatch.insert(
            into: "insight_messages (scope, run, kind, number, digest, bytes, received)", renamed,
            "ON CONFLICT (scope, run, kind, number) DO NOTHING", database)
        try RowBatch.delete(
            from: "insight_messages", keys: Self.keys, try rows.map { row in try Self.keys.map { try row[$0] } },
            database)
    }
}
