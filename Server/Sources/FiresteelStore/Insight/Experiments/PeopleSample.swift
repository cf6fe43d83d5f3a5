package import FiresteelDatabase

/// Some of the people of a scope, with their sessions: the first by their pseudonyms, which are random.
package struct PeopleSample {
    private let database: any DatabaseConnection
    private let scope: Int64

    /// The people whose names are read at once.
    private static let page: Int64 = 500

    package init(_ database: any DatabaseConnection, scope: Int64) {
        self.database = database
        self.scope = scope
    }

    /// Calls a function with the sessions of each person.
    ///
    /// - Parameters:
    ///   - start: The name after which people are read.
    ///   - limit: The maximum number of people.
    ///   - body: The function, which receives at most 1,000 sessions of a person.
    /// - Returns: The name of the last person, `nil` if there are no more.
    @discardableResult
    package func forEach(
        after start: String = "", limit: Int, _ body: ([StoredSession]) throws -> Void
    ) throws -> String? {
        var (last, rest) = (start, limit)
        while rest > 0 {
            let names = try names(after: last, limit: min(Int64(rest), Self.page))
            guard let final = names.last else { return nil }
            try PersonSessions(database).forEach(names.map { PersonSessions.Person(scope: scope, name: $0) }) {
                try body($1.sessions)
            }
            last = final
            rest -= names.count
        }
        return last
    }

    /// Returns the next names, each by a search of the index rather than by reading all sessions.
    private func names(after last: String, limit: Int64) throws -> [String] {
        try database.query(
            """
            WITH RECURSIVE people (person, number) AS (
                SELECT (SELECT MIN(person) FROM insight_sessions WHERE scope = ? AND person > ?), 1
                UNION ALL
                SELECT (SELECT MIN(s.person) FROM insight_sessions s WHERE s.scope = ? AND s.person > p.person), p.number + 1
                FROM people p WHERE p.person IS NOT NULL AND p.number < ?
            )
            SELECT person FROM people WHERE person IS NOT NULL ORDER BY number
            """, .int(scope), .text(last), .int(scope), .int(limit)
        ).compactMap { try? $0.text("person") }
    }
}
