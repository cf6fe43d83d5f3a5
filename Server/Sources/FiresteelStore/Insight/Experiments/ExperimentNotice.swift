package import FiresteelDatabase

/// A finding about a phase of an experiment, of which webhooks are notified once.
package enum ExperimentNotice: String, Sendable, CaseIterable {
    /// The primary metric is certainly better or worse.
    case conclusive
    /// A guardrail is certainly beyond its margin, so that the guard ends the experiment.
    case harmed
    /// The arms don't have the shares that they were to have.
    case mismatched

    /// Returns the findings of which webhooks were notified.
    package static func sent(about key: PhaseKey, _ database: any DatabaseConnection) throws -> Set<ExperimentNotice> {
        let rows = try database.query(
            "SELECT notice FROM experiment_notices WHERE scope = ? AND experiment = ? AND phase = ?", key.values)
        return Set(rows.compactMap { (try? $0.text("notice")).flatMap(ExperimentNotice.init) })
    }

    /// Stores that webhooks are notified, and returns whether they weren't before.
    func store(about key: PhaseKey, time: Int64, _ database: any DatabaseConnection) throws -> Bool {
        try database.execute(
            """
            INSERT INTO experiment_notices (scope, experiment, phase, notice, time) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (scope, experiment, phase, notice) DO NOTHING
            """, key.values + [.text(rawValue), .int(time)]) == 1
    }
}
