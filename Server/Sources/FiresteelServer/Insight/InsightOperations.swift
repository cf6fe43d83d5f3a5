import Firesteel
import FiresteelBase
import FiresteelDatabase
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

/// Reading what programs sent.
enum InsightReading: OperationFeature {
    static let description = "Read reports, failures and the use of a program"
    static let right = Right.role(.viewer)
    static let operations = declareOperations(
        ListGroups.self, ShowGroup.self, ListReports.self, ShowReport.self, MakeReportTest.self, ShowGroupHistory.self,
        ShowOverview.self, ShowBehaviour.self, ShowNextActions.self, ShowFunnel.self, ShowUntested.self,
        ShowExposure.self, ShowSuspects.self, ShowSwitchEffect.self, ShowSwitchImpact.self, ShowRetention.self,
        ShowExperimentResults.self, ShowExperimentInteractions.self, ShowShippedDifference.self,
        EstimateExperiment.self, RehearseExperiment.self)

    static let path = "/programs/{program}/environments/{environment}/insight"
    static let group = "\(path)/groups/{group}"
}

/// Deciding about groups of reports.
enum InsightTriage: OperationFeature {
    static let description = "Resolve, ignore, assign, merge and split groups of reports"
    static let right = Right.role(.editor)
    static let operations = declareOperations(ChangeGroup.self)
}

/// Exporting what single people did.
enum InsightExport: OperationFeature {
    static let description = "Export the people of experiments"
    static let right = Right.role(.admin)
    static let operations = declareOperations(ExportExperiment.self)
}

/// Erasing a person's data.
enum InsightErasure: OperationFeature {
    static let description = "Find and erase what is stored of a person"
    static let right = Right.role(.admin)
    static let operations = declareOperations(FindPerson.self, ErasePerson.self)
}

extension Endpoint.Parameter {
    /// The length of a period.
    static let hours = Self(
        name: "hours", description: "The length of the period until now, 168 by default",
        schema: ["type": "integer", "minimum": 1, "maximum": 2160], defaultValue: 168)
    /// The version of a program; figures are of all without it, or with an empty one.
    static let version = Self(name: "version", description: "Only this version")
}

extension ServerCall {
    /// Reads what is stored of an environment's programs.
    ///
    /// - Parameter body: Receives the number of the scope, which has no rows before the first message.
    func readInsight<Value: Sendable>(
        _ program: String, _ environment: String,
        _ body: @escaping @Sendable (any DatabaseConnection, Int64) throws -> Value
    ) async throws -> Value {
        try await server.database.read { database in
            try body(database, scope(program, environment, database) ?? -1)
        }
    }

    /// Returns the number of an environment's scope, `nil` before its first message.
    func scope(_ program: String, _ environment: String, _ database: any DatabaseConnection) throws -> Int64? {
        guard
            try ProgramTable(database).program(program)?.environments.contains(where: { $0.id == environment }) == true
        else { throw StoreError.notFound("There is no environment “\(environment)” in “\(program)”.") }
        return try ScopeTable(database).number(of: InsightScope(program: program, environment: environment))
    }
}

/// Returns how long the server stores what programs send.
struct ShowRetention: ServerOperation, Decodable {
    static let description = "Show how long reports and figures are stored"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/retention", "getRetention",
        "Returns for how many days the server stores what programs send, and how much of it")
    let program: String

    func perform(_ call: ServerCall) async throws -> Retention {
        guard try await call.server.database.read({ try ProgramTable($0).program(program) != nil }) else {
            throw HTTPProblem.notFound("There is no program “\(program)”.")
        }
        return try await Retention(call.retention())
    }
}

/// Sets how long the server stores what programs send.
struct SetRetention: ServerOperation, Decodable {
    static let description = "Set how long reports and figures are stored"
    static let endpoint = OperationEndpoint(
        .put, "/retention", "setRetention",
        "Sets for how many days the server stores what the programs of all environments send, instead of its options",
        request: Schema.object([
            "sessionDays": Schema.integer, "reportDays": Schema.integer, "countDays": Schema.integer,
        ]))
    let sessionDays, reportDays, countDays: Int

    func perform(_ call: ServerCall) async throws {
        try call.requireConfirmation("set how long data is stored")
        let retention = try call.server.retention.with(
            sessionDays: sessionDays, reportDays: reportDays, countDays: countDays)
        try await call.server.database.write { database in
            try SettingTable(database).set(retention)
            try call.log(
                "retentionSet", "sessions \(sessionDays), reports \(reportDays), figures \(countDays) days", database)
        }
    }
}

extension ServerCall {
    /// Returns how long what programs send is stored.
    ///
    /// If it can't be read, nothing is removed, and that of the options is returned.
    func retention() async throws -> InsightRetention {
        let configured = server.retention
        do {
            return try await server.database.read { try SettingTable($0).retention(configured) }
        } catch is StoreError {
            return configured
        }
    }
}

/// How long the server stores what programs send, and how much of it.
struct Retention: Codable {
    let sessionDays, reportDays, countDays, hourlyDays, reportBytes, reportsPerGroup: Int

    init(_ retention: InsightRetention) {
        (sessionDays, reportDays, countDays) = (retention.sessionDays, retention.reportDays, retention.countDays)
        (hourlyDays, reportBytes) = (retention.hourlyDays, retention.reportBytes)
        reportsPerGroup = retention.reportsPerGroup
    }
}
