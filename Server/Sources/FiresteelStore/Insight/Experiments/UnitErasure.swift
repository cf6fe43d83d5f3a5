import FiresteelDatabase

/// Removes the units of a person, and subtracts them from the sums.
///
/// Sessions that arrived since the person's were erased count.
struct UnitErasure {
    private let database: any DatabaseConnection
    private let scope: Int64

    init(_ database: any DatabaseConnection, scope: Int64) {
        self.database = database
        self.scope = scope
    }

    /// Removes the units of a person, of which there are at most as many as phases.
    func erase(_ person: String) throws {
        var book = ExperimentBook()
        try book.read(database)
        let person = PersonSessions.Person(scope: scope, name: person)
        var update = try UnitUpdate(database, people: [person])
        try PersonSessions(database).forEach([person]) { _, found in
            for phase in book.phases(of: scope) {
                let key = ExperimentUnit.Key(phase: PhaseKey(scope, phase), person: person.name)
                guard update.stored(key) != nil || update.isDamaged(key) else { continue }
                update.set(ExperimentUnit(key, of: found.sessions, count: found.count, in: phase), key)
            }
        }
        _ = try update.write(book, now: nil)
        try PhaseRecount.forget(person, database)
        // Those of experiments that are no longer known.
        let unknown = update.keys.filter { book.phase($0.phase) == nil }
        try RowBatch.delete(
            from: ExperimentUnit.table, keys: ExperimentUnit.Key.columns, unknown.map(\.values), database)
    }
}
