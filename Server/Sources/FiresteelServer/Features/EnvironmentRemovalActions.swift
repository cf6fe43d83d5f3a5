import Firesteel
import FiresteelStore
import FiresteelTimeline

/// An environment that is removed.
struct EnvironmentRemovalPayload: Sendable, TimelineDescribable {
    let program: String
    let environment: String
    /// The name of the environment, as the person entered it.
    let name: String

    func describe(to summary: inout InputSummary) { summary.add("Environment", environment) }
}

/// Removes an environment with its rules and switches, and revokes its tokens, whose streams end.
enum RemoveEnvironment: ReplyAction {
    static let description = "Remove an environment"

    static func reply(to context: ActionContext<ServerCall<EnvironmentRemovalPayload>>) async throws {
        let call = context.input
        let payload = call.payload
        let author = try call.author()
        _ = try call.rights(in: payload.program)
        // A script could hardly tell what it removes.
        guard case .person = call.caller else {
            throw APIError.forbidden("A person has to remove an environment, not a token.")
        }
        try call.requireConfirmation("remove an environment")
        _ = try await call.server.changes.removeEnvironment(
            payload.environment, named: payload.name, of: payload.program, by: author,
            perform: context.performIdentifier, now: call.server.clock.now())
        try await call.server.snapshots.refresh()
        try await call.server.access.refresh()
    }
}
