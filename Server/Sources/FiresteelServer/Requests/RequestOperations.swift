import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

extension ServerCall {
    /// Returns a request.
    fileprivate func request(_ id: String, of program: String) async throws -> ChangeRequest {
        guard let request = try await server.database.read({ try RequestTable($0).request(id, of: program) }) else {
            throw HTTPProblem.notFound("There is no request “\(id)”.")
        }
        return request
    }

    /// Returns a decision of the caller.
    fileprivate func decision(in program: String, _ comment: String? = nil, seen: Int64? = nil) throws -> Decision {
        try Decision(
            by: author(), rights: changeRights(in: program), comment: comment ?? "", perform: perform, seen: seen)
    }
}

/// Lists requests, the pending ones first.
struct ListRequests: ServerOperation, Decodable {
    static let description = "List requests and schedules"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/requests", "listRequests",
        "Lists requests and schedules, the pending ones first; large ones without their edits",
        query: [
            .init(name: "state", description: "Only pending ones", schema: Schema.word([pending])),
            .init(
                name: "item",
                description: "Only those that edit the flag or segment with this key, together with `state`"),
            .init(name: "after", description: "The place after which to continue, `next` of the list before"),
            .limit("requests", default: 50),
        ], response: "Requests")
    let program: String
    let state, item, after: String?
    let limit: Int

    /// The state that lists can be limited to.
    private static let pending = ChangeRequest.State.pending.rawValue

    init(_ request: APIRequest) throws {
        self = try request.decode(Self.self, Self.endpoint)
        if let state, state != Self.pending {
            throw HTTPProblem.badRequest("“state” has to be “\(Self.pending)”, not “\(state.prefix(50))”.")
        }
        // Ended ones are many, and may be large.
        if item != nil, state == nil {
            throw HTTPProblem.badRequest("“item” is for pending requests: add “state=\(Self.pending)”.")
        }
        if let item, item.utf8.count > 200 { throw HTTPProblem.badRequest("“item” is longer than keys are.") }
        if let after, RequestPosition(after) == nil {
            throw HTTPProblem.badRequest("“after” has to be “next” of the list before, not “\(after.prefix(50))”.")
        }
    }

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let (page, pending) = try await call.server.database.read { database in
            let table = RequestTable(database)
            let page = try table.page(
                of: program, matching: RequestFilter(isPending: state != nil, item: item),
                after: after.flatMap(RequestPosition.init), limit: limit)
            return try (page, table.pendingCounts(of: program))
        }
        return [
            "requests": .array(page.entries.map(\.json)), "damaged": .array(page.damaged.map { .string($0) }),
            "next": page.next.map { .string($0.text) } ?? .null,
            "pending": .object(
                ChangeRequest.Kind.allCases.reduce(into: [:]) { $0[$1.rawValue] = .int(pending[$1] ?? 0) }),
        ]
    }
}

/// Returns one request.
struct ShowRequest: ServerOperation, Decodable {
    static let description = "Show a request or schedule"
    static let endpoint = OperationEndpoint(
        .get, path, "getRequest", "Returns a request or schedule", response: "Request")
    fileprivate static let path = "/programs/{program}/requests/{request}"
    let program, request: String

    func perform(_ call: ServerCall) async throws -> JSONValue {
        try await call.request(request, of: program).json
    }
}

extension APIRequest {
    /// Decodes a decision, whose body may be missing because a comment may.
    fileprivate func decision<Operation: ServerOperation & Decodable>(_ type: Operation.Type) throws -> Operation {
        var request = self
        if body.isEmpty { request.body = Array("{}".utf8) }
        return try request.decode(type, type.endpoint)
    }
}

/// Approves a request, or marks a change as reviewed.
struct ApproveRequest: ServerOperation, Decodable {
    static let description = "Approve a request, or mark a change as reviewed"
    static let endpoint = OperationEndpoint(
        .post, "\(ShowRequest.path)/approval", "approveRequest",
        "Approves a request as it was read at a change, or marks a change as reviewed",
        body: ["comment": Schema.optional(Schema.text), "change": Schema.integer], response: "ProposalResult")
    let program, request: String
    let comment: String?
    /// The change at which the person read the request: an approval covers no later one.
    let change: Int64?

    init(_ request: APIRequest) throws {
        self = try request.decision(Self.self)
        guard let change else {
            throw HTTPProblem.badRequest(
                "“change” is missing. Send the number of the program's last change when the request was read, such as “change” of its preview: the approval is refused if the program changed since."
            )
        }
        guard change >= 0 else { throw HTTPProblem.badRequest("“change” isn't the number of a change.") }
    }

    func perform(_ call: ServerCall) async throws -> JSONValue {
        // A token isn't a person: its owner could approve their own changes.
        try call.requirePerson("approve it")
        try call.requireConfirmation("approve a change")
        let result = try await call.server.changes.approve(
            request, of: program, call.decision(in: program, comment, seen: change), now: call.now)
        return try await result.json(naming: call.segmentNames(of: program))
    }
}

/// Declines a request.
struct DeclineRequest: ServerOperation, Decodable {
    static let description = "Decline a request"
    static let endpoint = OperationEndpoint(
        .post, "\(ShowRequest.path)/rejection", "declineRequest", "Declines a request",
        body: ["comment": Schema.optional(Schema.text)], response: "Request")
    let program, request: String
    let comment: String?

    init(_ request: APIRequest) throws { self = try request.decision(Self.self) }

    func perform(_ call: ServerCall) async throws -> JSONValue {
        try call.requirePerson("decline it")
        return try await call.server.changes.decline(
            request, of: program, call.decision(in: program, comment), now: call.now
        ).json
    }
}

/// Withdraws one's own request, or removes a schedule.
struct WithdrawRequest: ServerOperation, Decodable {
    static let description = "Withdraw a request or remove a schedule"
    static let endpoint = OperationEndpoint(
        .delete, ShowRequest.path, "withdrawRequest",
        "Withdraws one’s own request; approvers remove schedules of others", response: "Request")
    let program, request: String

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let decision = try call.decision(in: program)
        let found = try await call.request(request, of: program)
        guard decision.mayWithdraw(found) else {
            throw HTTPProblem.forbidden(
                found.kind == .schedule
                    ? "Only its author or an approver can remove a schedule."
                    : "Only its author can withdraw a request. An approver can decline it.")
        }
        return try await call.server.changes.decline(request, of: program, decision, now: call.now).json
    }
}

/// Moves a schedule to another time, as one change of the requests.
struct RescheduleRequest: ServerOperation, Decodable {
    static let description = "Move a schedule to another time"
    static let endpoint = OperationEndpoint(
        .post, "\(ShowRequest.path)/time", "rescheduleRequest",
        "Moves a schedule to another time: withdraws it and proposes its change again",
        body: ["id": ["type": "string", "minLength": 1, "maxLength": 200], "due": Schema.integer],
        response: "ProposalResult")
    let program, request: String
    /// The identifier of the new schedule.
    let id: String
    /// The new time.
    let due: RequestTime?

    init(_ request: APIRequest) throws {
        self = try request.decode(Self.self, Self.endpoint)
        guard due != nil else {
            throw HTTPProblem.badRequest("“due” is missing: the new time, in milliseconds since 1970.")
        }
    }

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let decision = try call.decision(in: program)
        let found = try await call.request(request, of: program)
        guard found.kind == .schedule else { throw HTTPProblem.badRequest("Only a schedule has a time to change.") }
        guard decision.mayWithdraw(found) else {
            throw HTTPProblem.forbidden("Only its author or an approver can move a schedule.")
        }
        let result = try await call.server.changes.reschedule(
            request, of: program, as: id, to: due?.milliseconds ?? 0, decision, now: call.now,
            confirming: call.confirmProtected)
        return try await result.json(naming: call.segmentNames(of: program))
    }
}

extension ChangeRequest {
    /// The request.
    var json: JSONValue {
        [
            "id": .string(id), "kind": .string(kind.rawValue), "state": .string(state.rawValue),
            "created": .int(Int(created)), "due": due.map { .int(Int($0)) } ?? .null, "author": author.json,
            "reason": .string(reason), "environments": .array(environments.map { .string($0) }),
            "edits": .array(edits.map(\.json)), "change": change.map { .int(Int($0)) } ?? .null,
            "decided": decided.map { .int(Int($0)) } ?? .null, "decidedBy": .string(decidedByName),
            "comment": .string(comment),
        ]
    }
}

extension RequestPage.Entry {
    /// The request; `isShortened` where the edits are missing because they are too large for a list.
    fileprivate var json: JSONValue {
        var members = request.json.members
        members["isShortened"] = .bool(isShortened)
        return .object(members)
    }
}
