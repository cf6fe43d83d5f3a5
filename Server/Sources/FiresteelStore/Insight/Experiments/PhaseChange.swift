import FiresteelDatabase

/// The changes of the people of a phase in one transaction, as changes of its sums.
struct PhaseChange {
    private let key: PhaseKey
    private let phase: ExperimentPhase
    private let caps: ValueCaps
    private let progress: PhaseRecount.Progress?
    private var sums = SumTable()
    /// The changes of those who were counted again already.
    private var counted = SumTable()
    /// Whether the sums are those of other people.
    private var isBroken: Bool

    init(_ key: PhaseKey, _ phase: ExperimentPhase, _ database: any DatabaseConnection) throws {
        self.key = key
        self.phase = phase
        (caps, isBroken) = try ValueCaps.current(key, phase, database)
        progress = try PhaseRecount(key, database).progress()
        // The phase was read before its exclusions changed, or these aren't counted yet.
        if let progress, progress.excluded != phase.exclusions { isBroken = true }
    }

    /// Adds the change of a person.
    ///
    /// - Parameters:
    ///   - unit: The person as they count now, `nil` if they don't.
    ///   - former: The person as they counted, `nil` if they didn't.
    ///   - person: The name.
    ///   - isDamaged: Whether it isn't known how they counted.
    mutating func add(_ unit: ExperimentUnit?, replacing former: ExperimentUnit?, person: String, isDamaged: Bool) {
        let isCounted = progress?.includes(person) ?? false
        if isDamaged, progress?.person == nil || isCounted { isBroken = true }
        sums.add(unit, replacing: former, in: phase, caps: caps)
        if isCounted { counted.add(unit, replacing: former, in: phase, caps: caps) }
    }

    /// Writes the sums, and returns the number of damaged ones.
    ///
    /// - Parameter now: The time at which the result is that of a day, or `nil` to leave results of days as they are.
    func write(_ database: any DatabaseConnection, now: Int64?) throws -> Int {
        try sums.write(database)
        let recount = PhaseRecount(key, database)
        if isBroken {
            try recount.begin(phase)
        } else if progress?.person != nil {
            try recount.add(counted)
        }
        return try now.map { try ExperimentDay.store(key, phase, now: $0, database) } ?? 0
    }
}
