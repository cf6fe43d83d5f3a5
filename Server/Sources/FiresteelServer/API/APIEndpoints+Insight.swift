import Firesteel
import FiresteelFlags
import FiresteelStore
import HTTPTypes

extension APIEndpoints {
    static let insight = "\(root)/programs/{program}/environments/{environment}/insight"
    static let group = "\(insight)/groups/{group}"

    /// What programs sent: groups of reports, the overview, and how the program is used.
    var insightEndpoints: [Endpoint] { groupEndpoints + reportEndpoints + behaviourEndpoints + personEndpoints }

    // MARK: Groups

    private var groupEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "\(Self.insight)/groups", id: "listGroups",
                summary: "Lists groups of reports, those that affected most people in the last 24 hours first",
                access: .role(.viewer),
                query: [
                    .init(
                        name: "state", description: "The state, “open” by default",
                        schema: Schema.word(["open", "resolved", "ignored", "all"])),
                    .init(
                        name: "mine", description: "Only groups that are assigned to the caller", schema: Schema.boolean
                    ),
                    .init(name: "version", description: "Only groups with reports of this version"),
                    .init(name: "flag", description: "Only groups whose sessions had this flag"),
                    .init(
                        name: "text",
                        description:
                            "Only groups with these words: in the title, message, place, feature, action or error, as a version, or as “flag=variant”"
                    ),
                    .init(
                        name: "order", description: "The order, “affected” by default",
                        schema: Schema.word(GroupFilter.Order.allCases.map(\.rawValue))),
                    .init(name: "before", description: "The place in the list, as “next” names it"),
                    Self.limit(200),
                ], response: "Groups"
            ) { request in try await answer(InsightReading.listGroups, groupsPayload(request), request) },
            Endpoint(
                method: .get, path: Self.group, id: "getGroup",
                summary: "Returns a group of reports: what happened, to whom, after which steps",
                access: .role(.viewer),
                query: [Self.hours(2_160)]
            ) { request in
                var payload = payload(request)
                payload.hours = try request.int("hours", in: 1...2_160, default: 168)
                return try await answer(InsightReading.showGroup, payload, request)
            },
            Endpoint(
                method: .post, path: Self.group, id: "changeGroup",
                summary: "Resolves, ignores, opens, assigns, merges or splits a group", access: .role(.viewer),
                request: Schema.object([
                    "operation": Schema.word(["resolve", "ignore", "open", "assign", "unassign", "merge", "split"]),
                    "version": Schema.optional(Schema.string), "more": Schema.optional(Schema.integer),
                    "account": Schema.optional(Schema.string), "into": Schema.optional(Schema.string),
                    "group": Schema.optional(Schema.string), "run": Schema.optional(Schema.string),
                    "number": Schema.optional(Schema.integer),
                ]), response: "Group"
            ) { request in
                let body = try request.object()
                let name = try body.text("operation")
                let value: FlagValue = try await perform(
                    InsightTriage.changeGroup,
                    GroupPayload(
                        program: request.parameter("program"), environment: request.parameter("environment"),
                        group: request.parameter("group"), name: name, operation: Self.operation(name, body)),
                    for: request)
                return APIResponse(json: value)
            },
            Endpoint(
                method: .get, path: "\(Self.group)/history", id: "getGroupHistory",
                summary: "Returns the events of a group and the decisions about it, the newest first",
                access: .role(.viewer), response: "GroupHistory"
            ) { request in try await answer(InsightReading.showHistory, payload(request), request) },
        ]
    }

    private static func operation(_ name: String, _ body: [String: FlagValue]) throws(APIError) -> GroupOperation {
        switch name {
        case "resolve": return .resolve(in: try body.textIfPresent("version") ?? "")
        case "ignore":
            guard case .int(let more)? = body["more"] else { throw .malformed("“more” isn't a whole number.") }
            return .ignore(more: Int64(more))
        case "open": return .open
        case "assign": return .assign(account: try body.text("account"), name: "")
        case "unassign": return .unassign
        case "merge": return .merge(into: try body.text("into"))
        case "split":
            if let part = try body.textIfPresent("group") { return .split(part: part) }
            guard case .int(let number)? = body["number"] else { throw .malformed("“number” isn't a whole number.") }
            return .splitReport(run: try body.text("run"), number: Int64(number))
        default:
            throw .malformed("“operation” has to be resolve, ignore, open, assign, unassign, merge or split.")
        }
    }

    private func groupsPayload(_ request: APIRequest) throws(APIError) -> InsightPayload {
        var payload = payload(request)
        let word = request.query["state"] ?? "open"
        payload.filter.state = ReportGroup.State(rawValue: word)
        guard word == "all" || (payload.filter.state != nil && payload.filter.state != .merged) else {
            throw .malformed("“state” has to be open, resolved, ignored or all.")
        }
        payload.isMine = request.query["mine"] == "true"
        payload.filter.version = request.query["version"]
        payload.filter.flag = request.query["flag"]
        payload.filter.text = request.query["text"] ?? ""
        guard GroupSearch.words(payload.filter.text).count <= GroupSearch.maximumWords else {
            throw .malformed("“text” has more than \(GroupSearch.maximumWords) words. Search for fewer.")
        }
        if let order = request.query["order"] {
            guard let order = GroupFilter.Order(rawValue: order) else {
                throw .malformed("“order” has to be affected or newest.")
            }
            payload.filter.order = order
        }
        payload.filter.limit = try request.int("limit", in: 1...200, default: 100)
        payload.filter.offset = try request.int("before", in: 0...100_000, default: 0)
        return payload
    }

    // MARK: Reports

    private var reportEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "\(Self.group)/reports", id: "listReports",
                summary: "Lists the reports of a group, the newest first", access: .role(.viewer),
                query: [
                    .init(name: "before", description: "The place in the list, as “next” names it"), Self.limit(200),
                ],
                response: "Reports"
            ) { request in
                var payload = payload(request)
                payload.limit = try request.int("limit", in: 1...200, default: 20)
                if let cursor = request.query["before"] {
                    guard let place = ReportTable.Place(cursor: cursor) else {
                        throw APIError.malformed("“before” isn't a place in the list.")
                    }
                    payload.before = place
                }
                return try await answer(InsightReading.listReports, payload, request)
            },
            Endpoint(
                method: .get, path: "\(Self.group)/reports/{run}/{number}", id: "getReport",
                summary: "Returns a report", access: .role(.viewer), response: "Report"
            ) { request in
                var payload = payload(request)
                payload.run = request.parameter("run")
                payload.number = Int64(try MessageReader.number(request.parameter("number")))
                return try await answer(InsightReading.showReport, payload, request)
            },
        ]
    }

    // MARK: Figures

    private var behaviourEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "\(Self.insight)/overview", id: "getInsightOverview",
                summary: "Returns today's sessions, failures and versions, beside the usual ones",
                access: .role(.viewer)
            ) { request in try await answer(InsightReading.showOverview, payload(request), request) },
            Endpoint(
                method: .get, path: "\(Self.insight)/behaviour", id: "getBehaviour",
                summary: "Returns the use of features, failures and refusals", access: .role(.viewer),
                query: Self.period
            ) { request in try await answer(InsightReading.showBehaviour, periodPayload(request), request) },
            Endpoint(
                method: .get, path: "\(Self.insight)/behaviour/next", id: "getNextActions",
                summary: "Returns what follows an action", access: .role(.viewer),
                query: Self.period + [
                    .init(name: "feature", description: "The path of the action's feature"),
                    .init(name: "action", description: "The identifier of the action"),
                ]
            ) { request in
                var payload = try periodPayload(request)
                guard let feature = request.query["feature"], let action = request.query["action"] else {
                    throw APIError.malformed("Name “feature” and “action”.")
                }
                payload.steps = [(feature, action)]
                return try await answer(InsightReading.showNextActions, payload, request)
            },
            Endpoint(
                method: .get, path: "\(Self.insight)/behaviour/funnel", id: "getFunnel",
                summary: "Returns how many sessions performed each of some actions and all before it",
                access: .role(.viewer),
                query: Self.period + [
                    .init(name: "steps", description: "Two to ten actions, such as “App/Export:open,App/Export:export”")
                ]
            ) { request in
                var payload = try periodPayload(request)
                for step in (request.query["steps"] ?? "").split(separator: ",") {
                    guard let colon = step.lastIndex(of: ":") else {
                        throw APIError.malformed("A step is a feature and an action with a colon between.")
                    }
                    payload.steps.append((String(step[..<colon]), String(step[step.index(after: colon)...])))
                }
                guard (2...10).contains(payload.steps.count) else {
                    throw APIError.malformed("A funnel has two to ten steps.")
                }
                return try await answer(InsightReading.showFunnel, payload, request)
            },
            Endpoint(
                method: .get, path: "\(Self.insight)/exposure", id: "getExposure",
                summary:
                    "Returns how many sessions and people had each variant of a flag, or how many sessions had each flag, and the day of the last one",
                access: .role(.viewer),
                query: Self.period + [.init(name: "flag", description: "The flag's key, or none for all flags")]
            ) { request in
                var payload = try periodPayload(request)
                payload.flag = request.query["flag"] ?? ""
                return try await answer(InsightReading.showExposure, payload, request)
            },
        ]
    }

    // MARK: People

    private var personEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "\(Self.insight)/people/{person}", id: "findPerson",
                summary: "Returns how much is stored of a person, by their pseudonym", access: .role(.viewer),
                response: "PersonRecord"
            ) { request in
                let record: PersonRecord = try await perform(InsightErasure.find, personPayload(request), for: request)
                return APIResponse(json: record.json)
            },
            Endpoint(
                method: .delete, path: "\(Self.insight)/people/{person}", id: "erasePerson",
                summary: "Erases what is stored of a person, by their pseudonym", access: .role(.viewer),
                response: "PersonRecord"
            ) { request in
                let record: PersonRecord = try await perform(InsightErasure.erase, personPayload(request), for: request)
                return APIResponse(json: record.json)
            },
        ]
    }

    private func personPayload(_ request: APIRequest) -> PersonPayload {
        PersonPayload(
            program: request.parameter("program"), environment: request.parameter("environment"),
            person: request.parameter("person"))
    }

    // MARK: Parts

    private static func limit(_ maximum: Int) -> Endpoint.Parameter {
        .init(
            name: "limit", description: "The most entries to return",
            schema: ["type": "integer", "minimum": 1, "maximum": .int(maximum)])
    }

    static func hours(_ maximum: Int) -> Endpoint.Parameter {
        .init(
            name: "hours", description: "The length of the period until now, 168 by default",
            schema: ["type": "integer", "minimum": 1, "maximum": .int(maximum)])
    }

    private static let period: [Endpoint.Parameter] = [
        hours(2_160), .init(name: "version", description: "Only this version"),
    ]

    func payload(_ request: APIRequest) -> InsightPayload {
        var payload = InsightPayload(
            program: request.parameter("program"), environment: request.parameter("environment"))
        payload.group = request.parameter("group")
        return payload
    }

    private func periodPayload(_ request: APIRequest) throws(APIError) -> InsightPayload {
        var payload = payload(request)
        payload.hours = try request.int("hours", in: 1...2_160, default: 168)
        payload.version = request.query["version"].flatMap { $0.isEmpty ? nil : $0 }
        return payload
    }

    func answer<A>(
        _ binding: ActionBinding<InsightReading, A>, _ payload: InsightPayload, _ request: APIRequest
    ) async throws -> APIResponse where A: ReplyAction, A.Input == ServerCall<InsightPayload>, A.Output == FlagValue {
        let value: FlagValue = try await perform(binding, payload, for: request)
        return APIResponse(json: value)
    }
}

extension PersonRecord {
    /// The record.
    var json: FlagValue {
        [
            "sessions": .int(sessions), "reports": .int(reports), "sketches": .int(sketches),
            "messages": .int(messages),
        ]
    }
}
