package import FiresteelDatabase

/// A stored session.
package struct StoredSession: Sendable {
    package let key: SessionKey
    package var person: String
    /// The slice in which it is counted, that of its begin.
    package let slice: InsightSlice
    /// The start, in milliseconds since 1970: that of the earliest message, in whatever order they arrive.
    package var began: Int64
    package var seen: Int64
    package let system: String
    package let device: String
    /// The ending of the run, empty as long as it isn't known.
    package var ending = ""
    package var facts = SessionFacts()
}

/// The identity of a session.
package struct SessionKey: Sendable, Hashable {
    package let scope: Int64
    package let run: String
    package let session: Int64

    var values: [DatabaseValue] { [.int(scope), .text(run), .int(session)] }

    /// A number by which sessions are sampled, the same for a session everywhere: FNV-1a of its identity, 63 bits.
    var sample: Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in "\(run)\t\(session)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        // The low bits alone would follow the last characters.
        hash ^= hash >> 32
        hash = hash &* 0xD6E8_FEB8_6659_FD93
        return Int64(hash >> 1)
    }
}

/// Sessions within a transaction.
package struct SessionTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) { self.database = database }

    /// Returns those of some sessions that are stored.
    ///
    /// - Parameter damaged: Is increased by the number of rows that can't be read. They are removed, so that the sessions
    ///   begin again.
    package func sessions(_ keys: Set<SessionKey>, damaged: inout Int) throws -> [StoredSession] {
        let columns = ["scope", "run", "session"]
        var sessions: [StoredSession] = []
        for row in try RowBatch.select(
            "t.*", from: "insight_sessions", keys: columns, keys.map(\.values), database)
        {
            if let session = try Self.readable(row) {
                sessions.append(session)
            } else {
                damaged += 1
                try database.execute(
                    "DELETE FROM insight_sessions WHERE scope = ? AND run = ? AND session = ?",
                    try columns.map { try row[$0] })
            }
        }
        return sessions
    }

    /// Returns the session of a person in a run, unless it is damaged.
    package func session(of person: String, run: String, scope: Int64) throws -> StoredSession? {
        try database.query(
            "SELECT * FROM insight_sessions WHERE scope = ? AND person = ? AND run = ? ORDER BY session LIMIT 1",
            .int(scope), .text(person), .text(run)
        ).first.flatMap(Self.readable)
    }

    package func store(_ sessions: [StoredSession]) throws {
        try RowBatch.insert(
            into: """
                insight_sessions
                (scope, run, session, person, hour, day, began, sample, seen, version, system, device, ending, facts)
                """,
            sessions.map { one in
                one.key.values + [
                    .text(one.person), .int(one.slice.hour), .int(InsightTime.day(of: one.slice.hour)),
                    .int(one.began), .int(one.key.sample), .int(one.seen), .text(one.slice.version), .text(one.system),
                    .text(one.device), .text(one.ending), .text(one.facts.text),
                ]
            },
            """
            ON CONFLICT (scope, run, session) DO UPDATE SET person = excluded.person, began = excluded.began,
            seen = excluded.seen, ending = excluded.ending, facts = excluded.facts
            """, database)
    }

    /// Returns the session of a row, or `nil` if it is damaged.
    static func readable(_ row: DatabaseRow) throws -> StoredSession? {
        do {
            return try session(row)
        } catch DatabaseError.unexpectedValue {
            return nil
        }
    }

    package static func session(_ row: DatabaseRow) throws -> StoredSession {
        let key = try SessionKey(scope: row.int64("scope"), run: row.text("run"), session: row.int64("session"))
        return try StoredSession(
            key: key, person: row.text("person"),
            slice: InsightSlice(scope: key.scope, hour: row.int64("hour"), version: row.text("version")),
            began: row.int64("began"), seen: row.int64("seen"), system: row.text("system"), device: row.text("device"),
            ending: row.text("ending"), facts: SessionFacts(text: row.text("facts")))
    }
}
