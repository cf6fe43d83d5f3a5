package import FiresteelDatabase
import FiresteelStatistics

/// The result of a day: that of the primary metric, of the first arm against the control.
package struct ExperimentDay: Sendable, Hashable {
    /// The beginning of the day, in milliseconds since 1970.
    package let day: Int64
    package let relative: Double
    /// The ends of the interval, `nil` without one.
    package let lower: Double?
    package let upper: Double?

    /// Stores the result of a phase as that of today, and returns the number of damaged rows, after which the phase is counted again.
    static func store(
        _ key: PhaseKey, _ phase: ExperimentPhase, now: Int64, _ database: any DatabaseConnection
    ) throws -> Int {
        let primary = phase.definition.primary
        func read() throws -> (table: SumTable, damaged: Int) {
            // A distribution has sums for its buckets, and what is known later has sums for each day.
            let hasParts = primary.isSummedByName && !phase.definition.hasGroups
            let dimensions =
                phase.definition.hasGroups ? SumTable.groupPrefix + "%" : hasParts ? SumTable.exposureDay + "%" : ""
            return try SumTable.read(
                key,
                where: """
                    AND (dimension = '' OR dimension LIKE '\(dimensions)') AND subject IN ('', ?)
                    AND (measure = 'units' OR measure LIKE ?)
                    """,
                [.text(primary.subject), .text(primary.sumMeasure + (hasParts ? "%" : ""))], in: database)
        }
        func result(_ table: SumTable) throws -> ExperimentComparison.Result? {
            try ExperimentComparison(table, key, phase.definition, until: phase.ended.map { min($0, now) } ?? now)
                .result(primary, arm: phase.definition.arms[1])
        }
        guard try !PhaseRecount(key, database).isDue(phase) else { return 0 }
        let stored = try read()
        var damaged = stored.damaged
        var found: ExperimentComparison.Result?
        do {
            found = try damaged > 0 ? nil : result(stored.table)
        } catch is StatisticsError {
            // No units have such sums.
            damaged += 1
        }
        if damaged > 0 { try PhaseRecount(key, database).begin(phase) }
        guard let result = found, let relative = result.relative else { return damaged }
        func finite(_ value: Double) -> DatabaseValue { value.isFinite ? .double(value) : .null }
        _ = try database.execute(
            """
            INSERT INTO experiment_days (scope, experiment, phase, day, relative, lower, upper)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (scope, experiment, phase, day)
            DO UPDATE SET relative = excluded.relative, lower = excluded.lower, upper = excluded.upper
            """,
            key.values + [
                .int(InsightTime.day(of: phase.ended.map { min($0, now) } ?? now)), .double(relative),
                finite(result.interval.lower), finite(result.interval.upper),
            ])
        return damaged
    }

    /// Returns the days of a phase, in their order.
    package static func all(_ key: PhaseKey, _ database: any DatabaseConnection) throws -> [ExperimentDay] {
        try database.query(
            "SELECT * FROM experiment_days WHERE scope = ? AND experiment = ? AND phase = ? ORDER BY day", key.values
        ).compactMap { row in
            guard let day = try? row.int64("day"), (0...InboxTurn.Row.latest).contains(day),
                let relative = try? row.double("relative"),
                let lower = try? row.doubleIfPresent("lower"), let upper = try? row.doubleIfPresent("upper")
            else { return nil }
            return ExperimentDay(day: day, relative: relative, lower: lower, upper: upper)
        }
    }
}
