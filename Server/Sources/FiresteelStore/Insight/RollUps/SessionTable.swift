package import FiresteelDatabase

/// A session with what is stored of it.
package struct StoredSession: Sendable {
    package let key: SessionKey
    package var person: String
    /// The place at which it is counted, that of its begin.
    package let place: InsightPlace
    package var seen: Int64
    package let system: String
    package let device: String
    /// How the run ended, empty as long as that isn't known.
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
    package func sessions(_ keys: Set<SessionKey>) throws -> [StoredSession] {
        try RowBatch.select(
            "t.*", from: "insight_sessions", keys: ["scope", "run", "session"], keys.map(\.values), database
        ).map(Self.session)
    }

    /// Returns the session of a person in a run.
    package func session(of person: String, run: String, scope: Int64) throws -> StoredSession? {
        try database.query(
            "SELECT * FROM insight_sessions WHERE scope = ? AND person = ? AND run = ? ORDER BY session LIMIT 1",
            .int(scope), .text(person), .text(run)
        ).first.map(Self.session)
    }

    /// Stores sessions.
    package func store(_ sessions: [StoredSession]) throws {
        try RowBatch.insert(
            into: """
                insight_sessions (scope, run, session, person, hour, day, sample, seen, version, system, device, ending, facts)
                """,
            sessions.map { one in
                one.key.values + [
                    .text(one.person), .int(one.place.hour), .int(InsightTime.day(of: one.place.hour)),
                    .int(one.key.sample), .int(one.seen), .text(one.place.version), .text(one.system),
                    .text(one.device), .text(one.ending), .text(one.facts.text),
                ]
            },
            """
            ON CONFLICT (scope, run, session) DO UPDATE SET person = excluded.person, seen = excluded.seen,
            ending = excluded.ending, facts = excluded.facts
            """, database)
    }

    package static func session(_ row: DatabaseRow) throws -> StoredSession {
        let key = try SessionKey(scope: row.int64("scope"), run: row.text("run"), session: row.int64("session"))
        return try StoredSession(
            key: key, person: row.text("person"),
            place: InsightPlace(scope: key.scope, hour: row.int64("hour"), version: row.text("version")),
            seen: row.int64("seen"), system: row.text("system"), device: row.text("device"),
            ending: row.text("ending"), facts: SessionFacts(text: row.text("facts")))
    }
}
