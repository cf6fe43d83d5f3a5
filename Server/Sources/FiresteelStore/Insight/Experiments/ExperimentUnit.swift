import FiresteelDatabase
import FiresteelFlagAuthoring

/// The row of a unit in a phase.
struct ExperimentUnit: Sendable, Hashable {
    /// The identity of a row.
    struct Key: Sendable, Hashable {
        let phase: PhaseKey
        let person: String

        static let columns = ["scope", "person", "experiment", "phase"]
        var values: [DatabaseValue] {
            [.int(phase.scope), .text(person), .text(phase.experiment), .int(phase.phase)]
        }
    }

    let key: Key
    var exposure: UnitExposure
    /// The number of stored sessions of the person.
    var sessions: Int64
    /// The values, those of settled sessions included.
    var values: UnitValues
    /// The values of sessions that are no longer stored.
    var settled: UnitValues?

    /// The number of sessions that count; those of a unit with more are the first by their keys.
    static let maximumSessions = 1_000
    /// The performs of an action that count.
    static let maximumPerforms: Int64 = 10_000

    var hasTooManySessions: Bool { sessions > Int64(Self.maximumSessions) }

    /// Whether some of what the unit did doesn't count.
    var isCapped: Bool {
        hasTooManySessions || values.actions.values.contains { $0.performs > Self.maximumPerforms }
    }

    /// Creates the unit of a person's sessions, or returns `nil` for one that wasn't exposed.
    ///
    /// - Parameters:
    ///   - key: The identity.
    ///   - sessions: The stored sessions, within the limit.
    ///   - count: The number of stored sessions.
    ///   - phase: The phase.
    ///   - former: The row so far, whose settled sessions count.
    init?(
        _ key: Key, of sessions: [StoredSession], count: Int64, in phase: ExperimentPhase, former: ExperimentUnit? = nil
    ) {
        // Of one that was exposed in sessions that don't count, nothing is left.
        let isExcluded = former.map { former in
            phase.excluded.contains { $0.contains(version: former.exposure.version, began: former.exposure.time) }
        }
        let settled = isExcluded == true ? nil : former?.settled
        var first = settled == nil ? nil : former?.exposure
        for session in sessions {
            if let exposure = UnitExposure(session, to: phase) { first = exposure.merged(with: first) }
        }
        guard let first else { return nil }
        var values = settled ?? UnitValues()
        for session in sessions { values.add(UnitValues(session, after: first, in: phase)) }
        values.limit()
        self.key = key
        exposure = first
        self.sessions = count
        self.settled = settled
        self.values = values
    }

    /// Counts a change of a session, or returns `false` if all sessions of the person have to be read.
    mutating func update(from before: StoredSession?, to after: StoredSession, in phase: ExperimentPhase) -> Bool {
        let count = sessions + (before == nil ? 1 : 0)
        let (former, latter) = (before.flatMap { UnitExposure($0, to: phase) }, UnitExposure(after, to: phase))
        // The time of an exposure is that of the session as long as only later messages arrived.
        guard former == latter || former?.time != exposure.time else { return false }
        // What a session added to times and days isn't taken back, and one that began earlier may add less.
        guard before == nil || (before?.person == after.person && before?.began == after.began),
            before.map({ UnitValues.part(of: $0, exposure, phase) == UnitValues.part(of: after, exposure, phase) })
                ?? true,
            count <= Int64(Self.maximumSessions), !values.isFull,
            latter.map({ $0.merged(with: exposure) == exposure }) ?? true
        else { return false }
        sessions = count
        if let before { values.add(UnitValues(before, after: exposure, in: phase), times: -1) }
        values.add(UnitValues(after, after: exposure, in: phase))
        return !values.isFull
    }

    /// Counts a session that is removed among those that aren't stored.
    mutating func settle(_ session: StoredSession, in phase: ExperimentPhase) {
        sessions = max(0, sessions - 1)
        var values = settled ?? UnitValues()
        values.add(UnitValues(session, after: exposure, in: phase))
        values.limit()
        settled = values
    }
}

extension ExperimentUnit {
    static let table = "experiment_units"

    /// Reads a row.
    ///
    /// - Throws: `DatabaseError.unexpectedValue` or `StoreError.damaged` for a damaged one.
    init(_ row: DatabaseRow) throws {
        key = try Self.key(of: row)
        let arm = try row.text("arm")
        exposure = try UnitExposure(
            arm: arm.isEmpty ? nil : arm, group: row.int64IfPresent("part").map { Int(clamping: $0) },
            time: row.int64("first"), version: row.text("version"), system: row.text("system"),
            device: row.text("device"))
        guard exposure.group.map((0..<FlagExperiment.groups).contains) ?? true else {
            throw StoreError.damaged("Its column “part” has an impossible number.")
        }
        sessions = try row.int64("sessions")
        guard (0...InboxTurn.Row.latest).contains(exposure.time), (0...1 << 40).contains(sessions) else {
            throw StoreError.damaged("Its column “first” or “sessions” has an impossible number.")
        }
        guard let values = UnitValues(text: try row.text("counts")) else {
            throw StoreError.damaged("Its column “counts” has no counts.")
        }
        self.values = values
        let text = try row.textIfPresent("settled")
        settled = try text.map { text in
            guard let values = UnitValues(text: text) else {
                throw StoreError.damaged("Its column “settled” has no counts.")
            }
            return values
        }
    }

    static func key(of row: DatabaseRow) throws -> Key {
        try Key(
            phase: PhaseKey(
                scope: row.int64("scope"), experiment: row.text("experiment"), phase: row.int64("phase")),
            person: row.text("person"))
    }

    static func store(_ units: [ExperimentUnit], _ database: any DatabaseConnection) throws {
        try RowBatch.insert(
            into: """
                experiment_units
                (scope, person, experiment, phase, arm, first, version, system, device, sessions, counts, settled,
                part)
                """,
            units.map { unit in
                unit.key.values + [
                    .text(unit.exposure.arm ?? ""), .int(unit.exposure.time), .text(unit.exposure.version),
                    .text(unit.exposure.system), .text(unit.exposure.device), .int(unit.sessions),
                    .text(unit.values.text), unit.settled.map { .text($0.text) } ?? .null,
                    unit.exposure.group.map { .int(Int64($0)) } ?? .null,
                ]
            },
            """
            ON CONFLICT (scope, person, experiment, phase) DO UPDATE SET arm = excluded.arm, first = excluded.first,
            version = excluded.version, system = excluded.system, device = excluded.device,
            sessions = excluded.sessions, counts = excluded.counts, settled = excluded.settled,
            part = excluded.part
            """, database)
    }
}
