import Firesteel
import FiresteelDatabase
import FiresteelStore
import FiresteelTimeline

/// Entries of the access log that are read.
struct AccessLogPayload: Sendable, TimelineDescribable {
    /// Empty for the whole server.
    let program: String
    /// The number before which the entries are.
    let before: Int64
    let limit: Int

    func describe(to summary: inout InputSummary) { if !program.isEmpty { summary.add("Program", program) } }
}

/// Entries of the access log, the newest first.
struct AccessLogPage: Sendable {
    let entries: [AccessLogEntry]
    /// The number before which the next page is, 0 after the last one.
    let next: Int64

    /// Reads a page.
    static func read(_ payload: AccessLogPayload, of program: String?, _ server: ServerParts) async throws -> Self {
        // One more than requested shows whether there is another page.
        var entries = try await server.database.read {
            try AccessLogTable($0).page(of: program, before: payload.before, limit: payload.limit + 1)
        }
        guard entries.count > payload.limit else { return Self(entries: entries, next: 0) }
        entries.removeLast()
        return Self(entries: entries, next: entries.last?.number ?? 0)
    }
}

/// Reads the events of access to a program.
enum ReadAccessLog: ReplyAction {
    static let description = "Read the access log of a program"

    static func reply(to context: ActionContext<ServerCall<AccessLogPayload>>) async throws -> AccessLogPage {
        let call = context.input
        return try await AccessLogPage.read(call.payload, of: call.payload.program, call.server)
    }
}

/// Reads the events of access to all programs, and of signing in.
enum ReadWholeAccessLog: ReplyAction {
    static let description = "Read the access log of the server"

    static func reply(to context: ActionContext<ServerCall<AccessLogPayload>>) async throws -> AccessLogPage {
        try await AccessLogPage.read(context.input.payload, of: nil, context.input.server)
    }
}
