import Firesteel
import FiresteelBase
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

/// Shows the results of an experiment.
struct ShowExperimentResults: ServerOperation, Decodable {
    static let description = "Show the results of an experiment"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/environments/{environment}/experiments/{experiment}/results", "getExperimentResults",
        "Returns the results of a phase of an experiment, which may be read at any time without being less certain",
        query: [.phase])
    let program, environment, experiment: String
    let phase: Int64?

    func perform(_ call: ServerCall) async throws -> ExperimentResults {
        let names = try await call.server.catalogues.summary(of: program).actions
        return try await call.readInsight(program, environment) { database, scope in
            let found = try ExperimentPhase.phase(phase, of: experiment, program, environment, database)
            return try ExperimentReader(database, scope: scope, found, names: names, now: call.now).results()
        }
    }
}

/// Exports the people of an experiment as they count.
struct ExportExperiment: ServerOperation, Decodable {
    static let description = "Export the people of an experiment"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/environments/{environment}/experiments/{experiment}/people", "exportExperiment",
        "Returns at most 1,000 people of a phase as they count, from which every figure of the results follows",
        query: [
            .phase, .init(name: "after", description: "What the response before has as `next`", defaultValue: ""),
        ], response: "ExperimentPeople")
    let program, environment, experiment, after: String
    let phase: Int64?

    func perform(_ call: ServerCall) async throws -> JSONValue {
        try call.rights(in: program, including: environment)
        return try await call.readInsight(program, environment) { database, scope in
            let found = try ExperimentPhase.phase(phase, of: experiment, program, environment, database)
            let key = PhaseKey(scope: scope, experiment: experiment, phase: found.number)
            let counted = try CountedPeople(of: key, after: after, database)
            return [
                "experiment": .string(experiment), "phase": .int(Int(found.number)), "limits": .array(counted.limits),
                "people": .array(counted.people), "next": counted.next.map { .string($0) } ?? .null,
            ]
        }
    }
}

extension Endpoint.Parameter {
    /// The phase of an experiment.
    static let phase = Self(
        name: "phase", description: "The number of the phase, the last one by default",
        schema: ["type": "integer", "minimum": 1, "maximum": 1_000_000])
}

extension ExperimentPhase {
    /// Returns a phase of an experiment, the last one without a number.
    static func phase(
        _ number: Int64?, of experiment: String, _ program: String, _ environment: String,
        _ database: any DatabaseConnection
    ) throws -> ExperimentPhase {
        let phases = try Self.phases(
            of: experiment, in: InsightScope(program: program, environment: environment), database)
        guard let found = number.map({ number in phases.first { $0.number == number } }) ?? phases.last else {
            throw StoreError.notFound("“\(experiment)” has no phase \(number ?? 0).")
        }
        return found
    }
}
