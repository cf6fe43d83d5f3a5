import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import FiresteelTimeline

/// What a question about insight is about.
struct InsightPayload: Sendable, TimelineDescribable {
    let program: String
    let environment: String
    /// The identifier of a group.
    var group = ""
    /// The length of the period until now, in hours.
    var hours = 168
    /// The version, or `nil` for all.
    var version: String?
    /// Which groups are listed.
    var filter = GroupFilter()
    /// Whether only the caller's own groups are listed.
    var isMine = false
    /// The actions of a funnel, or the one whose successors are shown.
    var steps: [(feature: String, action: String)] = []
    /// The place before which reports are listed.
    var before = ReportTable.Place.end
    /// The greatest number of listed reports.
    var limit = 20
    /// The run and number of a report.
    var run = ""
    var number: Int64 = 0
    /// The key of a flag.
    var flag = ""
    /// The variant that a switch disables; `nil` for all but the off one.
    var variant: String?
    /// The number of a change.
    var change: Int64 = 0

    func describe(to summary: inout InputSummary) {
        summary.add("Environment", environment)
        if !group.isEmpty { summary.add("Group", group) }
    }
}

/// An operation on a group.
struct GroupPayload: Sendable, TimelineDescribable {
    let program: String
    let environment: String
    let group: String
    /// The word of the operation, for the timeline.
    let name: String
    let operation: GroupOperation

    func describe(to summary: inout InputSummary) {
        summary.add("Environment", environment)
        summary.add("Group", group)
        summary.add("Operation", name)
    }
}

/// A person whose data is found or erased.
struct PersonPayload: Sendable, TimelineDescribable {
    let program: String
    let environment: String
    let person: String

    func describe(to summary: inout InputSummary) {
        summary.add("Environment", environment)
        summary.hide("Person")
    }
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
            try body(database, Self.scope(program, environment, database) ?? -1)
        }
    }

    /// Returns the number of an environment's scope, `nil` before its first message.
    static func scope(_ program: String, _ environment: String, _ database: any DatabaseConnection) throws -> Int64? {
        guard
            try ProgramTable(database).program(program)?.environments.contains(where: { $0.id == environment }) == true
        else { throw StoreError.notFound("There is no environment “\(environment)” in “\(program)”.") }
        return try ScopeTable(database).number(of: InsightScope(program: program, environment: environment))
    }
}
