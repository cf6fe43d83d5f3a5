import FiresteelDatabase

/// Removes units of phases whose messages no longer arrive, and the results of those that are old.
struct ExperimentRetention {
    private static let batch: Int64 = 1_000
    private static let tables = [
        "experiment_sums", "experiment_days", "experiment_phases", "experiment_notices", "experiment_recounts",
        "experiment_recounted",
    ]

    private let database: any Database
    private let now: Int64
    /// The time before which a phase ended whose results are removed.
    private let end: Int64

    init(_ database: any Database, now: Int64, before end: Int64) {
        self.database = database
        self.now = now
        self.end = end
    }

    /// Removes what is old, in bounded transactions that can be repeated.
    func run(isAllowed: () async throws -> Bool) async throws {
        let (now, end) = (now, end)
        let (closed, old) = try await database.read { database in
            var book = ExperimentBook()
            try book.read(database)
            // Versions are stored for ever, so one that isn't known has a damaged one: its results may be needed again.
            func phases(in table: String, _ isOver: (ExperimentPhase) -> Bool) throws -> [PhaseKey] {
                try database.query("SELECT DISTINCT scope, experiment, phase FROM \(table)").compactMap { row in
                    guard let scope = try? row.int64("scope"), let experiment = try? row.text("experiment"),
                        let phase = try? row.int64("phase")
                    else { return nil }
                    let key = PhaseKey(scope: scope, experiment: experiment, phase: phase)
                    return book.phase(key).map(isOver) ?? false ? key : nil
                }
            }
            return try (
                phases(in: "experiment_units") { !$0.isOpen(at: now) },
                phases(in: "experiment_phases") { phase in
                    !phase.isOpen(at: now) && phase.ended.map { $0 < end } ?? false
                }
            )
        }
        for key in closed { try await removeUnits(of: key, isAllowed: isAllowed) }
        for key in old {
            guard try await isAllowed() else { return }
            try await database.write { database in
                for table in Self.tables {
                    _ = try database.execute(
                        "DELETE FROM \(table) WHERE scope = ? AND experiment = ? AND phase = ?", key.values)
                }
            }
        }
    }

    private func removeUnits(of key: PhaseKey, isAllowed: () async throws -> Bool) async throws {
        while try await isAllowed() {
            let removed = try await database.write { database in
                let rows = try database.query(
                    "SELECT person FROM experiment_units WHERE scope = ? AND experiment = ? AND phase = ? LIMIT ?",
                    key.values + [.int(Self.batch)])
                return try RowBatch.delete(
                    from: ExperimentUnit.table, keys: PhaseKey.columns + ["person"],
                    try rows.map { key.values + [try $0["person"]] }, database)
            }
            guard Int64(removed) == Self.batch else { return }
        }
    }
}
