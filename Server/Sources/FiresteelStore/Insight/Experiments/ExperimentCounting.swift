import FiresteelDatabase

/// Counts changes of sessions in the units and sums of experiments, in the transaction that changes the sessions.
///
/// A unit is a function of its person's stored sessions, so it doesn't matter in which order messages arrive. Where the change of a
/// session says enough, the others aren't read.
struct ExperimentCounting {
    /// A session before and after a change.
    typealias Change = (before: StoredSession?, after: StoredSession)

    private let database: any DatabaseConnection
    private let book: ExperimentBook
    private let now: Int64

    init(_ database: any DatabaseConnection, _ book: ExperimentBook, now: Int64) {
        self.database = database
        self.book = book
        self.now = now
    }

    /// Counts changes, and returns the number of damaged rows that began again.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - readsAll: Whether all sessions of the people are read, because some began again.
    func count(_ changes: [Change], readingAll readsAll: Bool = false) throws -> Int {
        let changes = changes.filter { change in
            !openPhases(of: change.after.key.scope).isEmpty && Self.isChange(change)
        }
        guard !changes.isEmpty else { return 0 }
        var byPerson: [PersonSessions.Person: [Change]] = [:]
        for change in changes {
            for name in Set([change.after.person, change.before?.person ?? ""]) where !name.isEmpty {
                byPerson[PersonSessions.Person(scope: change.after.key.scope, name: name), default: []].append(change)
            }
        }
        var update = try UnitUpdate(database, people: Array(byPerson.keys))
        var reading: [PersonSessions.Person] = []
        for (person, changes) in byPerson {
            if try readsAll || !count(changes, of: person, in: &update) { reading.append(person) }
        }
        try recount(reading, changes: byPerson, &update)
        return try update.write(book, now: now)
    }

    /// Counts the units of people from all their sessions.
    func recount(_ people: [PersonSessions.Person]) throws {
        var update = try UnitUpdate(database, people: people)
        try recount(people, &update)
        _ = try update.write(book, now: now)
    }

    private static func isChange(_ change: Change) -> Bool {
        guard let before = change.before else { return true }
        let after = change.after
        return before.facts != after.facts || before.person != after.person || before.began != after.began
    }

    private func openPhases(of scope: Int64) -> [ExperimentPhase] {
        book.phases(of: scope).filter { $0.isOpen(at: now) }
    }

    /// Counts the changes of a person's sessions, or returns `false` if all their sessions have to be read.
    private func count(
        _ changes: [Change], of person: PersonSessions.Person, in update: inout UnitUpdate
    ) throws -> Bool {
        for phase in openPhases(of: person.scope) {
            let key = ExperimentUnit.Key(phase: PhaseKey(person.scope, phase), person: person.name)
            guard var unit = update.unit(key) else {
                let isExposed = changes.contains { UnitExposure($0.after, to: phase) != nil }
                if update.isDamaged(key) { return false }
                if isExposed, try update.hasRoom(in: key.phase, phase) { return false }
                continue
            }
            for change in changes where !unit.update(from: change.before, to: change.after, in: phase) { return false }
            update.set(unit, key)
        }
        return true
    }

    private func recount(
        _ people: [PersonSessions.Person], changes: [PersonSessions.Person: [Change]] = [:], _ update: inout UnitUpdate
    ) throws {
        let people = people.sorted { ($0.scope, $0.name) < ($1.scope, $1.name) }
        let changed = changes.mapValues { $0.map(\.after) }
        try PersonSessions(database).forEach(people, changed: changed) { person, found in
            for phase in openPhases(of: person.scope) {
                let key = ExperimentUnit.Key(phase: PhaseKey(person.scope, phase), person: person.name)
                let former = update.stored(key)
                update.set(
                    ExperimentUnit(key, of: found.sessions, count: found.count, in: phase, former: former), key)
            }
        }
    }
}
