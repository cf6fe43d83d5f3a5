import FiresteelDatabase

/// Removes the units of a person, and subtracts them from the sums.
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
        for phase in book.phases(of: scope) {
            let key = ExperimentUnit.Key(phase: PhaseKey(scope, phase), person: person.name)
            if update.stored(key) != nil || update.isDamaged(key) { update.set(nil, key) }
        }
        _ = try update.write(book, now: nil)
        try PhaseRecount.forget(person, database)
        // Those of experiments that are no longer known.
        try RowBatch.delete(
            from: ExperimentUnit.table, keys: PersonSessions.Person.columns, [person.values], database)
    }
}
