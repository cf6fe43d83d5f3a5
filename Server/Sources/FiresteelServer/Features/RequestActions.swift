import Firesteel
import FiresteelDatabase
import FiresteelStore
import FiresteelTimeline

/// A part of a program's requests.
struct RequestsPayload: Sendable, TimelineDescribable {
    let program: String
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
                page: table.page(of: payload.program, after: payload.after, limit: payload.limit),
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
