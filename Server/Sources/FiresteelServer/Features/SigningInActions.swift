import Firesteel
import FiresteelDatabase
import FiresteelStore
import FiresteelTimeline

/// What a person enters to sign in.
///
/// Nothing of it is recorded.
struct CredentialsPayload: Sendable, TimelineDescribable {
    let email: String
    let password: String
    /// The name of a new account.
    var name = ""
    /// The code of an invitation, or that for the first account.
    var code = ""
    let address: String
    let device: String

    func describe(to summary: inout InputSummary) {
        summary.hide("Email")
        summary.hide("Password")
    }
}

/// Signs in with a password.
enum SignInWithPassword: ReplyAction {
    static let description = "Sign in with a password"

    static func reply(
        to context: ActionContext<ServerCall<CredentialsPayload>>
    ) async throws -> SignInService.Success {
        let payload = context.input.payload
        return try await context.input.server.signIns.signIn(
            email: payload.email, password: payload.password, address: payload.address, device: payload.device)
    }
}

/// Creates the first account, with the code that the server printed.
enum CreateFirstAccount: ReplyAction {
    static let description = "Create the first account"

    static func reply(
        to context: ActionContext<ServerCall<CredentialsPayload>>
    ) async throws -> SignInService.Success {
        let payload = context.input.payload
        return try await context.input.server.signIns.createFirstAccount(
            code: payload.code, email: payload.email, name: payload.name, password: payload.password,
            address: payload.address, device: payload.device)
    }
}

/// Creates an account with the code of an invitation.
enum AcceptInvitation: ReplyAction {
    static let description = "Accept an invitation"

    static func reply(
        to context: ActionContext<ServerCall<CredentialsPayload>>
    ) async throws -> SignInService.Success {
        let payload = context.input.payload
        return try await context.input.server.signIns.accept(
            code: payload.code, email: payload.email, name: payload.name, password: payload.password,
            address: payload.address, device: payload.device)
    }
}

/// Checks a signed-in person's password again.
enum ConfirmPassword: ReplyAction {
    static let description = "Enter the password again"

    static func reply(to context: ActionContext<ServerCall<CredentialsPayload>>) async throws {
        let call = context.input
        guard case .person(let person) = call.caller else { throw APIError.unauthorized }
        try await call.server.signIns.confirm(person, password: call.payload.password, address: call.payload.address)
        try await call.server.access.refresh()
    }
}

/// Which sessions end.
struct SignOutPayload: Sendable, TimelineDescribable {
    let everywhere: Bool

    func describe(to summary: inout InputSummary) { if everywhere { summary.add("Everywhere") } }
}

/// Ends a session, or all sessions of a person.
enum SignOut: ReplyAction {
    static let description = "Sign out"

    static func reply(to context: ActionContext<ServerCall<SignOutPayload>>) async throws {
        let call = context.input
        guard case .person(let person) = call.caller else { throw APIError.unauthorized }
        try await call.server.signIns.signOut(person, everywhere: call.payload.everywhere)
        try await call.server.access.refresh()
    }
}
