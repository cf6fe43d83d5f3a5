import Crypto
import FiresteelDatabase

/// The records of messages whose runs were erased, within a transaction.
///
/// Such a record has a hash instead of the run's identifier, which is random and can't be led back to. A message that a program
/// sends again is known by it, and doesn't bring the person back.
struct ErasedRuns {
    /// The rows of one statement.
    private static let batch: Int64 = 500
    private static let keys = ["scope", "run", "kind", "number"]

    private let database: any DatabaseConnection
    private let scope: Int64

    init(_ database: any DatabaseConnection, scope: Int64) {
        self.database = database
        self.scope = scope
    }

    /// Returns the text that records have instead of a run's identifier.
    static func name(of run: String, scope: Int64) -> String {
        ChangeHash.hexadecimal(SHA256.hash(data: Array("erased run\n\(scope)\n\(run)".utf8)))
    }

    /// Forgets a run if nothing of it is stored but what is a person's, and nothing of it waits.
    func forget(_ run: String, ifOnlyOf person: String) throws {
        let others = try database.query(
            """
            SELECT run FROM insight_inbox WHERE scope = ? AND run = ?
            UNION ALL SELECT run FROM insight_sessions WHERE scope = ? AND run = ? AND person <> ?
            UNION ALL SELECT run FROM insight_reports WHERE scope = ? AND run = ? AND person <> ? LIMIT 1
            """,
            [
                .int(scope), .text(run), .int(scope), .text(run), .text(person), .int(scope), .text(run), .text(person),
            ])
        guard others.isEmpty else { return }
        var count = Self.batch
        while count == Self.batch {
            let rows = try database.query(
                "SELECT * FROM insight_messages WHERE scope = ? AND run = ? LIMIT ?",
                .int(scope), .text(run), .int(Self.batch))
            try forget(rows)
            count = Int64(rows.count)
        }
    }

    /// Forgets runs whose own session is a person's and that nobody shares, and returns whether there may be more.
    func forgetSome(of person: String) throws -> Bool {
        // A message that waits must be known, or it would be stored a second time.
        let rows = try database.query(
            """
            SELECT m.* FROM insight_messages m WHERE m.scope = ? AND m.run IN (
                SELECT s.run FROM insight_sessions s WHERE s.scope = ? AND s.person = ? AND s.session = 0
                    AND NOT EXISTS (SELECT 1 FROM insight_sessions o
                        WHERE o.scope = s.scope AND o.run = s.run AND o.person <> '' AND o.person <> s.person)
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
                row["scope"], .text(Self.name(of: run, scope: scope)), row["kind"], row["number"], row["digest"],
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
