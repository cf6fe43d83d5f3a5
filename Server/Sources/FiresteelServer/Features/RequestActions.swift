import Firesteel
import FiresteelDatabase
import FiresteelStore
import FiresteelTimeline

/// A part of a program's requests.
struct RequestsPayload: Sendable, TimelineDescribable {
    let program: String
    let filter: RequestFilter
    /// The position after which it begins; `nil` for the first part.
    let after: RequestPosition?
    let limit: Int

    func describe(to summary: inout InputSummary) { summary.add("Program", program) }
}

/// Lists requests, the pending ones first.
enum ListRequests: ReplyAction {
    static let description = "List requests and schedules"

    /// Requests, and the number of all pending ones.
    struct Found: Sendable {
        let page: RequestPage
        let pending: [ChangeRequest.Kind: Int]
    }

    static func reply(to context: ActionContext<ServerCall<RequestsPayload>>) async throws -> Found {
        let payload = context.input.payload
        return try await context.input.server.database.read { database in
            let table = RequestTable(database)
            return try Found(
                page: table.page(
                    of: payload.program, matching: payload.filter, after: payload.after, limit: payload.limit),
                pending: table.pendingCounts(of: payload.program))
        }
    }
}

/// A request by its identifier.
struct RequestPayload: Sendable, TimelineDescribable {
    let program: String
    let request: String

    func describe(to summary: inout InputSummary) { summary.add("Request", request) }
}

/// A schedule that is moved to another time.
struct ReschedulePayload: Sendable, TimelineDescribable {
    let program: String
    let request: String
    /// The identifier of the new schedule.
    let id: String
    /// The new time, in milliseconds since 1970.
    let due: Int64

    func describe(to summary: inout InputSummary) { summary.add("Request", request) }
}

/// Moves a schedule to another time, as one change of the requests.
enum RescheduleRequest: ReplyAction {
    static let description = "Move a schedule to another time"

    static func reply(to context: ActionContext<ServerCall<ReschedulePayload>>) async throws -> ProposalResult {
        let call = context.input
        let (payload, server) = (call.payload, call.server)
        let author = try call.author()
        let request = try await server.database.read {
            try RequestTable($0).request(payload.request, of: payload.program)
        }
        guard let request else { throw APIError.notFound("There is no request “\(payload.request)”.") }
        guard request.kind == .schedule else { throw APIError.malformed("Only a schedule has a time to change.") }
        let rights = call.caller.membership(in: payload.program) ?? Membership(role: .viewer, environments: [])
        guard request.author.id == author.id || rights.role >= .approver else {
            throw APIError.forbidden("Only its author or an approver can move a schedule.")
        }
        let proposal = ServerCall<ProposalPayload>(
            server: server, caller: call.caller,
            payload: ProposalPayload(
                program: payload.program, id: payload.id, edits: request.edits, reason: request.reason,
                due: payload.due))
        try await proposal.requireConfirmation()
        return try await server.changes.reschedule(
            request.id, of: payload.program, as: payload.id, to: payload.due,
            Decision(by: author, rights: rights, perform: context.performIdentifier), now: server.clock.now())
    }
}

/// Returns one request.
enum ShowRequest: ReplyAction {
    static let description = "Show a request or schedule"

    static func reply(to context: ActionContext<ServerCall<RequestPayload>>) async throws -> ChangeRequest {
        let payload = context.input.payload
        let request = try await context.input.server.database.read {
            try RequestTable($0).request(payload.request, of: payload.program)
        }
        guard let request else { throw APIError.notFound("There is no request “\(payload.request)”.") }
        return request
    }
}
