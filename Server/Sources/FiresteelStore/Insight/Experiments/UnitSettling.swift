import FiresteelDatabase

/// Removes sessions so that the units that they are of remain as they are.
///
/// The values of removed sessions are settled: they remain in the unit, without the session.
struct UnitSettling {
    private let database: any DatabaseConnection
    private let now: Int64

    init(_ database: any DatabaseConnection, now: Int64) {
        self.database = database
        self.now = now
    }

    /// Settles sessions, and removes them.
    ///
    /// - Parameters:
    ///   - keys: The sessions, each by scope, run and number.
    ///   - remove: Removes them.
    func settle<Value>(_ keys: [[DatabaseValue]], _ remove: () throws -> Value) throws -> Value {
        guard try !database.query("SELECT 1 AS one FROM experiment_units LIMIT 1").isEmpty else { return try remove() }
        var book = ExperimentBook()
        try book.read(database)
        var sessions: [PersonSessions.Person: [StoredSession]] = [:]
        for row in try RowBatch.select(
            "t.*", from: "insight_sessions", keys: ["scope", "run", "session"], keys, database)
        {
            guard let session = try SessionTable.readable(row), !session.person.isEmpty else { continue }
            sessions[PersonSessions.Person(scope: session.key.scope, name: session.person), default: []].append(session)
        }
        let update = try UnitUpdate(database, people: Array(sessions.keys))
        var settled: [ExperimentUnit] = []
        var beyond: Set<PersonSessions.Person> = []
        for var unit in update.all {
            let person = PersonSessions.Person(scope: unit.key.phase.scope, name: unit.key.person)
            guard let phase = book.phase(unit.key.phase) else { continue }
            // Of a unit with too many sessions, others count instead.
            guard !unit.hasTooManySessions else {
                beyond.insert(person)
                continue
            }
            for session in sessions[person] ?? [] { unit.settle(session, in: phase) }
            settled.append(unit)
        }
        try ExperimentUnit.store(settled, database)
        let value = try remove()
        try ExperimentCounting(database, book, now: now).recount(Array(beyond))
        return value
    }
}
