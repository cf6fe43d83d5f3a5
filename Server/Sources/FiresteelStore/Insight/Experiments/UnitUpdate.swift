import FiresteelDatabase

/// Changes of units, and of the sums that follow from them, in one transaction.
struct UnitUpdate {
    private let database: any DatabaseConnection
    /// The units as they are stored.
    private var former: [ExperimentUnit.Key: ExperimentUnit] = [:]
    private var units: [ExperimentUnit.Key: ExperimentUnit?] = [:]
    /// The keys of rows that can't be read, which begin again.
    private var damaged: Set<ExperimentUnit.Key> = []
    /// How many people may still join each phase.
    private var rooms: [PhaseKey: Int64] = [:]

    /// Reads the units of people.
    init(_ database: any DatabaseConnection, people: [PersonSessions.Person]) throws {
        self.database = database
        for row in try RowBatch.select(
            "t.*", from: ExperimentUnit.table, keys: PersonSessions.Person.columns, people.map(\.values), database)
        {
            do {
                let unit = try ExperimentUnit(row)
                former[unit.key] = unit
            } catch {
                guard DamagedRow.isDamage(error) else { throw error }
                if let key = try? ExperimentUnit.key(of: row) { damaged.insert(key) }
            }
        }
    }

    /// The units that are stored.
    var all: [ExperimentUnit] { Array(former.values) }

    /// The keys of the rows, damaged ones included.
    var keys: [ExperimentUnit.Key] { Array(former.keys) + damaged }

    /// Returns a unit as it is stored.
    func stored(_ key: ExperimentUnit.Key) -> ExperimentUnit? { former[key] }

    /// Returns a unit as it was set, or as it is stored.
    func unit(_ key: ExperimentUnit.Key) -> ExperimentUnit? { units[key] ?? former[key] }

    func isDamaged(_ key: ExperimentUnit.Key) -> Bool { damaged.contains(key) }

    /// Sets a unit, or removes it.
    mutating func set(_ unit: ExperimentUnit?, _ key: ExperimentUnit.Key) { units[key] = .some(unit) }

    /// Whether another person may join a phase.
    mutating func hasRoom(in key: PhaseKey, _ phase: ExperimentPhase) throws -> Bool {
        try room(in: key, phase) > 0
    }

    private mutating func room(in key: PhaseKey, _ phase: ExperimentPhase) throws -> Int64 {
        if let known = rooms[key] { return known }
        let room = try PhaseBound(key, phase, database).room()
        rooms[key] = room
        return room
    }

    /// Leaves out those who join a phase that has no room for them: the last ones by their exposures.
    private mutating func bound(_ changed: inout [ExperimentUnit.Key: ExperimentUnit?], _ book: ExperimentBook) throws {
        let joining = changed.compactMap { key, unit in former[key] == nil && !damaged.contains(key) ? unit : nil }
        for (key, units) in Dictionary(grouping: joining, by: \.key.phase) {
            guard let phase = book.phase(key) else { continue }
            let leaving = changed.count { $0.key.phase == key && $0.value == nil && former[$0.key] != nil }
            let room = try Int(clamping: self.room(in: key, phase)) + leaving
            guard units.count > room else { continue }
            let sorted = units.sorted { ($0.exposure.time, $0.key.person) < ($1.exposure.time, $1.key.person) }
            for unit in sorted.dropFirst(room) { changed[unit.key] = nil }
        }
    }

    /// Writes what was set, with the sums, and returns the number of damaged rows that began again.
    ///
    /// - Parameters:
    ///   - book: The phases.
    ///   - now: The time at which the result is that of a day, or `nil` to leave results of days as they are.
    mutating func write(_ book: ExperimentBook, now: Int64?) throws -> Int {
        var changed = units.filter { former[$0.key] != $0.value }
        try bound(&changed, book)
        let begunAgain = damaged.filter { units[$0] != nil }
        guard !changed.isEmpty || !begunAgain.isEmpty else { return 0 }
        var changes: [PhaseKey: PhaseChange] = [:]
        for key in Set(changed.keys).union(begunAgain) {
            guard let phase = book.phase(key.phase) else { continue }
            if changes[key.phase] == nil { changes[key.phase] = try PhaseChange(key.phase, phase, database) }
            changes[key.phase]?.add(
                changed[key] ?? nil, replacing: former[key], person: key.person, isDamaged: begunAgain.contains(key))
        }
        try store(changed, removing: begunAgain)
        var broken = 0
        for change in changes.values { broken += try change.write(database, now: now) }
        return begunAgain.count + broken
    }

    private func store(
        _ changed: [ExperimentUnit.Key: ExperimentUnit?], removing begunAgain: Set<ExperimentUnit.Key>
    ) throws {
        let removed = changed.filter { $0.value == nil }.map(\.key) + begunAgain
        try RowBatch.delete(
            from: ExperimentUnit.table, keys: ExperimentUnit.Key.columns, removed.map(\.values), database)
        let stored = changed.values.compactMap { $0 }.sorted {
            ($0.key.phase.scope, $0.key.person, $0.key.phase.experiment, $0.key.phase.phase)
                < ($1.key.phase.scope, $1.key.person, $1.key.phase.experiment, $1.key.phase.phase)
        }
        try ExperimentUnit.store(stored, database)
    }
}
