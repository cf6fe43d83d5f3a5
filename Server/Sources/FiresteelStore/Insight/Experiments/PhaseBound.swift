package import FiresteelDatabase

/// The maximum number of people of a phase, so that invented ones don't fill the database.
///
/// It is four times the number of people whom the environment had in the 28 days before the phase began, at least 100,000. Messages of
/// the phase itself don't change it.
package struct PhaseBound {
    private static let days: Int64 = 28
    private static let factor: Int64 = 4
    private static let minimum: Int64 = 100_000

    private let database: any DatabaseConnection
    private let key: PhaseKey
    private let phase: ExperimentPhase

    package init(_ key: PhaseKey, _ phase: ExperimentPhase, _ database: any DatabaseConnection) {
        self.key = key
        self.phase = phase
        self.database = database
    }

    /// Returns how many people may still join the phase.
    func room() throws -> Int64 { try max(0, current() - units()) }

    /// Returns the stored maximum, `nil` before the first person.
    package func stored() throws -> Int64? {
        let row = try database.query(
            "SELECT people FROM experiment_phases WHERE scope = ? AND experiment = ? AND phase = ?", key.values
        ).first
        // A damaged one is computed again.
        return row.flatMap { try? $0.int64IfPresent("people") }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Returns the maximum, which is computed and stored if it isn't.
    private func current() throws -> Int64 {
        if let stored = try stored() { return stored }
        let period = InsightTime.hour(of: phase.began) - Self.days * InsightTime.day..<phase.began
        let people = try InsightReader(database, scope: key.scope).people(["all"], period)[""]?.count ?? 0
        let maximum = max(Self.minimum, Self.factor * Int64(people))
        if try ValueCaps.current(key, phase, database).isDamaged { try PhaseRecount(key, database).begin(phase) }
        _ = try database.execute(
            "UPDATE experiment_phases SET people = ? WHERE scope = ? AND experiment = ? AND phase = ?",
            [.int(maximum)] + key.values)
        return maximum
    }

    /// The number of people, those with several arms included.
    private func units() throws -> Int64 {
        let arms = [""] + phase.definition.arms
        let places = Array(repeating: "?", count: arms.count).joined(separator: ", ")
        let rows = try database.query(
            """
            SELECT x FROM experiment_sums WHERE scope = ? AND experiment = ? AND phase = ? AND arm IN (\(places))
            AND dimension = '' AND subject = '' AND measure = ?
            """, key.values + arms.map { .text($0) } + [.text(SumTable.units)])
        // Damaged sums are counted again.
        return Int64(rows.reduce(0.0) { $0 + min(max(0, (try? $1.double("x")) ?? 0), 1e15) })
    }
}
