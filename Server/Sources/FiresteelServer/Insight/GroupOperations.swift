import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

/// Lists groups of reports.
struct ListGroups: ServerOperation, Decodable {
    /// The state of the listed groups.
    enum State: String, CaseIterable, Decodable {
        case open, resolved, ignored, all
    }

    static let description = "List groups of reports"
    static let endpoint = OperationEndpoint(
        .get, "\(InsightReading.path)/groups", "listGroups",
        "Lists groups of reports, those that affected most people in the last 24 hours first",
        query: [
            .init(
                name: "state", description: "The state, “open” by default",
                schema: Schema.word(State.allCases.map(\.rawValue)), defaultValue: "open"),
            .init(
                name: "mine", description: "Only groups that are assigned to the caller", schema: Schema.boolean,
                defaultValue: false),
            .init(name: "version", description: "Only groups with reports of this version"),
            .init(name: "flag", description: "Only groups whose sessions had this flag"),
            .init(
                name: "text",
                description:
                    "Only groups with these words: in the title, message, place, feature, action or error, as a version, or as “flag=variant”",
                defaultValue: ""),
            .init(
                name: "order", description: "The order, “affected” by default",
                schema: Schema.word(GroupFilter.Order.allCases.map(\.rawValue)), defaultValue: "affected"),
            .init(
                name: "before", description: "The place in the list, as “next” names it",
                schema: ["type": "integer", "minimum": 0, "maximum": 100_000], defaultValue: 0),
            .limit("groups", default: 100),
        ], response: "Groups")
    let program, environment: String
    let state: State
    let mine: Bool
    let version, flag: String?
    let text: String
    let order: GroupFilter.Order
    let before, limit: Int

    func perform(_ call: ServerCall) async throws -> JSONValue {
        guard GroupSearch.words(text).count <= GroupSearch.maximumWords else {
            throw HTTPProblem.badRequest("“text” has more than \(GroupSearch.maximumWords) words. Search for fewer.")
        }
        let filter = GroupFilter(
            state: ReportGroup.State(rawValue: state.rawValue), assignee: mine ? call.account : nil, version: version,
            flag: flag, text: text, order: order, limit: limit, offset: before)
        return try await call.readInsight(program, environment) { database, scope in
            try GroupList(database, scope: scope, now: call.now)
                .json(filter, own: call.account, suspects: call.server.insight.suspects)
        }
    }
}

/// Shows a group of reports: what happened, to whom, after which steps.
struct ShowGroup: ServerOperation, Decodable {
    static let description = "Show a group of reports"
    static let endpoint = OperationEndpoint(
        .get, InsightReading.group, "getGroup",
        "Returns a group of reports: what happened, to whom, after which steps", query: [.hours])
    let program, environment, group: String
    let hours: Int

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let now = call.now
        return try await call.readInsight(program, environment) { database, scope in
            let found = try GroupList(database, scope: scope, now: now).form(group)
            if let target = found.mergedInto { return ["mergedInto": .string(target)] }
            return try GroupDetail(
                database, scope: scope, found.form, hours: hours, now: now,
                hourlyDays: call.server.retention.hourlyDays
            ).json()
        }
    }
}

/// Shows the events of a group and the decisions about it.
struct ShowGroupHistory: ServerOperation, Decodable {
    static let description = "Show the history of a group"
    static let endpoint = OperationEndpoint(
        .get, "\(InsightReading.group)/history", "getGroupHistory",
        "Returns the events of a group and the decisions about it, the newest first", response: "GroupHistory")
    let program, environment, group: String

    func perform(_ call: ServerCall) async throws -> JSONValue {
        try await call.readInsight(program, environment) { database, scope in
            let table = GroupTable(database, scope: scope)
            let group = try table.existing(group)
            return ["history": .array(try table.history(of: group.id).map { $0.event.json($0.number) })]
        }
    }
}

/// Decides about a group: resolves, ignores, assigns, merges or splits it.
struct ChangeGroup: ServerOperation {
    static let description = "Resolve, ignore, assign, merge or split a group of reports"
    static let endpoint = OperationEndpoint(
        .post, InsightReading.group, "changeGroup", "Resolves, ignores, opens, assigns, merges or splits a group",
        request: Schema.object([
            "operation": Schema.word(["resolve", "ignore", "open", "assign", "unassign", "merge", "split"]),
            "version": Schema.optional(Schema.string), "more": Schema.optional(Schema.integer),
            "account": Schema.optional(Schema.string), "into": Schema.optional(Schema.string),
            "group": Schema.optional(Schema.string), "run": Schema.optional(Schema.string),
            "number": Schema.optional(Schema.integer),
        ]), response: "Group")
    let program, environment, group: String
    /// The word of the operation, for the timeline.
    let name: String
    let operation: GroupOperation

    init(_ request: APIRequest) throws {
        // The body's “group” is the part that a split separates.
        (program, environment) = (request.parameter("program"), request.parameter("environment"))
        group = request.parameter("group")
        let body = try request.object()
        name = try body.text("operation")
        operation = try Self.operation(name, body)
    }

    private static func operation(_ name: String, _ body: [String: JSONValue]) throws(HTTPProblem) -> GroupOperation {
        switch name {
        case "resolve": return .resolve(in: try body.textIfPresent("version") ?? "")
        case "ignore":
            guard case .int(let more)? = body["more"] else { throw .badRequest("“more” isn't a whole number.") }
            return .ignore(more: Int64(more))
        case "open": return .open
        case "assign": return .assign(account: try body.text("account"), name: "")
        case "unassign": return .unassign
        case "merge": return .merge(into: try body.text("into"))
        case "split":
            if let part = try body.textIfPresent("group") { return .split(part: part) }
            guard case .int(let number)? = body["number"] else { throw .badRequest("“number” isn't a whole number.") }
            return .splitReport(run: try body.text("run"), number: Int64(number))
        default:
            throw .badRequest("“operation” has to be resolve, ignore, open, assign, unassign, merge or split.")
        }
    }

    func describe(to summary: inout InputSummary) { summary.add("Operation", name) }

    func perform(_ call: ServerCall) async throws -> JSONValue {
        try call.rights(in: program, including: environment)
        let (author, now) = (try call.author(), call.now)
        return try await call.server.database.write { database in
            guard let scope = try call.scope(program, environment, database) else {
                throw StoreError.notFound("There is no such group. Load the list again.")
            }
            var operation = operation
            if case .assign(let account, _) = operation {
                operation = .assign(account: account, name: try name(of: account, database))
            }
            let id = try GroupEditing(
                database, scope: scope, actor: author.id, actorName: author.name, now: now
            ).carryOut(operation, on: group)
            let list = GroupList(database, scope: scope, now: now)
            return ["group": try list.json(of: list.form(id).form)]
        }
    }

    /// Returns the name of an account with a role in the program.
    private func name(of account: String, _ database: any DatabaseConnection) throws -> String {
        let accounts = AccountTable(database)
        guard let found = try accounts.account(account), !found.isDisabled,
            try found.isAdministrator || accounts.memberships(of: account)[program] != nil
        else { throw StoreError.invalid("The account has no role in this program. Choose a person from the list.") }
        return found.name
    }
}
