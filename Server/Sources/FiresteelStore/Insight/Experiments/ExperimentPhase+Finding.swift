package import FiresteelDatabase

extension ExperimentPhase {
    /// Returns the phases of an experiment, in their order.
    ///
    /// - Throws: `StoreError.notFound` if it never ran.
    package static func phases(
        of experiment: String, in scope: InsightScope, _ database: any DatabaseConnection
    ) throws -> [ExperimentPhase] {
        let phases = try all(of: scope.program, database)[scope.environment] ?? []
        let found = phases.filter { $0.definition.name == experiment }
        guard !found.isEmpty else {
            throw StoreError.notFound(
                "No experiment “\(experiment)” of \(scope.environment) was started, so there are no results.")
        }
        return found
    }
}
