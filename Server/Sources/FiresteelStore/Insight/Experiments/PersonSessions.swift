import FiresteelDatabase

extension [DatabaseRow] {
    /// The name of the last person that can be read: those that can't be are the last in their order.
    var lastPerson: String? { reversed().lazy.compactMap { try? $0.text("person") }.first }
}

/// Reads the sessions of people, those of many at once, in parts that fit into memory.
struct PersonSessions {
    /// The identity of a person in a scope.
    struct Person: Sendable, Hashable {
        let scope: Int64
        let name: String

        static let columns = ["scope", "person"]
        var values: [DatabaseValue] { [.int(scope), .text(name)] }
    }

    /// The sessions of one person.
    struct Found: Sendable {
        /// At most ``ExperimentUnit/maximumSessions``, the first by run and number.
        var sessions: [StoredSession] = []
        /// The number of stored sessions, at most one more than that.
        var count: Int64 = 0
    }

    /// The sessions that are read at once: each may have ``SessionFacts/maximumBytes`` of names.
    private static let maximumAtOnce: Int64 = 2_000

    let database: any DatabaseConnection

    init(_ database: any DatabaseConnection) { self.database = database }

    /// Calls a function with each person and their sessions.
    ///
    /// - Parameters:
    ///   - people: The people.
    ///   - changed: Sessions as they are stored: those of people who have no others aren't read.
    ///   - body: The function.
    func forEach(
        _ people: [Person], changed: [Person: [StoredSession]] = [:], _ body: (Person, Found) throws -> Void
    ) throws {
        let counts = try counts(of: people)
        var some: [Person] = []
        var size: Int64 = 0
        for person in people {
            let own = (changed[person] ?? []).filter { $0.person == person.name }
            if !own.isEmpty, Int64(own.count) == counts[person], own.count <= ExperimentUnit.maximumSessions {
                try body(person, Found(sessions: own, count: Int64(own.count)))
                continue
            }
            size += counts[person] ?? 0
            if size > Self.maximumAtOnce, !some.isEmpty {
                try read(some, counts, body)
                some = []
                size = counts[person] ?? 0
            }
            some.append(person)
        }
        try read(some, counts, body)
    }

    /// Returns the first of some people, who have at most a number of sessions together; one person may have more.
    func prefix(of people: [Person], sessions: Int64) throws -> [Person] {
        let counts = try counts(of: people)
        var total: Int64 = 0
        return people.enumerated().prefix { index, person in
            total += counts[person] ?? 0
            return index == 0 || total <= sessions
        }.map(\.element)
    }

    /// Returns the numbers of sessions, up to one beyond the limit.
    private func counts(of people: [Person]) throws -> [Person: Int64] {
        var counts: [Person: Int64] = [:]
        try RowBatch.each(people.map(\.values)) { placeholders, arguments in
            for row in try database.query(
                """
                WITH wanted (scope, person) AS (VALUES \(placeholders))
                SELECT w.scope, w.person, (SELECT COUNT(*) FROM (
                    SELECT 1 FROM insight_sessions s WHERE s.scope = w.scope AND s.person = w.person LIMIT \(limit)
                ) AS found) AS n FROM wanted w
                """, arguments)
            {
                counts[try Person(scope: row.int64("scope"), name: row.text("person"))] = try row.int64("n")
            }
        }
        return counts
    }

    private var limit: Int { ExperimentUnit.maximumSessions + 1 }

    private func read(
        _ people: [Person], _ counts: [Person: Int64], _ body: (Person, Found) throws -> Void
    ) throws {
        var found: [Person: Found] = [:]
        for row in try rows(of: people) {
            guard let session = try SessionTable.readable(row) else { continue }
            found[Person(scope: session.key.scope, name: session.person), default: Found()].sessions.append(session)
        }
        for person in people {
            var one = found[person] ?? Found()
            one.count = counts[person] ?? 0
            try body(person, one)
        }
    }

    /// Returns the rows of people's sessions, of those with too many the first ones.
    private func rows(of people: [Person]) throws -> [DatabaseRow] {
        func beyond(_ column: String) -> String {
            """
            (SELECT s.\(column) FROM insight_sessions s WHERE s.scope = w.scope AND s.person = w.person
                ORDER BY s.run, s.session LIMIT 1 OFFSET \(ExperimentUnit.maximumSessions))
            """
        }
        var rows: [DatabaseRow] = []
        try RowBatch.each(people.map(\.values)) { placeholders, arguments in
            rows += try database.query(
                """
                WITH wanted (scope, person) AS (VALUES \(placeholders)),
                bounded AS (
                    SELECT w.scope, w.person, \(beyond("run")) AS last_run, \(beyond("session")) AS last_session FROM wanted w
                )
                SELECT t.* FROM bounded b JOIN insight_sessions t ON t.scope = b.scope AND t.person = b.person
                WHERE b.last_run IS NULL OR (t.run, t.session) < (b.last_run, b.last_session)
                """, arguments)
        }
        return rows
    }
}
