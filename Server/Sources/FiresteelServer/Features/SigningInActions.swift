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
    /// The code of an invitation, of a second factor, or that for the first account.
    var code = ""
    let client: SignInClient

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
            email: payload.email, password: payload.password, code: payload.code, payload.client)
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
            payload.client)
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
            payload.client)
    }
}

/// Checks a signed-in person's password, or a code of their second factor, again.
enum ConfirmPassword: ReplyAction {
    static let description = "Enter the password or a code again"

    static func reply(
        to context: ActionContext<ServerCall<CredentialsPayload>>
    ) async throws -> SignInService.Success {
        let call = context.input
        let person = try call.person()
        let payload = call.payload
        let signIns = call.server.signIns
        let success =
            payload.code.isEmpty
            ? try await signIns.confirm(person, password: payload.password)
            : try await signIns.confirm(person, code: payload.code)
        try await call.renewed(success)
        return success
    }
}

extension ServerCall {
    /// Lets requests that are under way continue with the earlier secret of a session.
    func renewed(_ success: SignInService.Success) async throws {
        if case .person(let person) = caller { server.access.renew(person.signIn.hash, as: success.person.signIn.hash) }
        try await server.access.refresh()
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

/// A new password, and the current one.
///
/// Nothing of it is recorded.
struct PasswordPayload: Sendable, TimelineDescribable {
    let current: String
    let password: String

    func describe(to summary: inout InputSummary) { summary.hide("Password") }
}

/// Replaces the password of a signed-in person.
enum ChangePassword: ReplyAction {
    static let description = "Change the password"

    static func reply(
        to context: ActionContext<ServerCall<PasswordPayload>>
    ) async throws -> SignInService.Success {
        let call = context.input
        let success = try await call.server.signIns.changePassword(
            of: call.person(), from: call.payload.current, to: call.payload.password)
        try await call.renewed(success)
        return success
    }
}

/// The account of the signed-in person.
struct OwnPayload: Sendable, TimelineDescribable {
    func describe(to summary: inout InputSummary) {}
}

/// Lists the sessions of a person.
enum ListSessions: ReplyAction {
    static let description = "List your sessions"

    static func reply(to context: ActionContext<ServerCall<OwnPayload>>) async throws -> [SignIn] {
        try await context.input.server.signIns.sessions(of: context.input.person())
    }
}

/// A session that ends.
struct SessionPayload: Sendable, TimelineDescribable {
    let session: String

    func describe(to summary: inout InputSummary) {}
}

/// Ends one of a person's sessions.
enum EndSession: ReplyAction {
    static let description = "End a session"

    static func reply(to context: ActionContext<ServerCall<SessionPayload>>) async throws {
        let call = context.input
        try await call.server.signIns.endSession(call.payload.session, of: call.person())
        try await call.server.access.refresh()
    }
}

/// A request that a sign-in at the OpenID Connect provider begins with.
struct OpenIDStartPayload: Sendable, TimelineDescribable {
    let purpose: OpenIDFlow.Purpose

    func describe(to summary: inout InputSummary) { summary.add("Purpose", purpose.rawValue) }
}

/// Begins signing in at the OpenID Connect provider.
enum StartOpenID: ReplyAction {
    static let description = "Sign in at the OpenID Connect provider"

    /// Where the browser goes, and what it stores meanwhile.
    struct Started: Sendable {
        let address: String
        let flow: OpenIDFlow
    }

    static func reply(to context: ActionContext<ServerCall<OpenIDStartPayload>>) async throws -> Started {
        let server = context.input.server
        guard let provider = server.openID else { throw OpenIDError.notConfigured }
        let flow = OpenIDFlow(purpose: context.input.payload.purpose, time: server.clock.now())
        return try await Started(address: provider.authorizationAddress(for: flow), flow: flow)
    }
}

/// What the provider's page sent the browser back with.
///
/// Nothing of it is recorded.
struct OpenIDReturnPayload: Sendable, TimelineDescribable {
    let code: String?
    let state: String
    let issuer: String?
    let error: String?
    /// The cookie that began the sign-in.
    let flow: String?
    let client: SignInClient

    func describe(to summary: inout InputSummary) { summary.hide("Code") }
}

/// Finishes signing in at the OpenID Connect provider.
enum FinishOpenID: ReplyAction {
    static let description = "Return from the OpenID Connect provider"

    static func reply(
        to context: ActionContext<ServerCall<OpenIDReturnPayload>>
    ) async throws -> SignInService.Success {
        let call = context.input
        guard let provider = call.server.openID else { throw OpenIDError.notConfigured }
        let payload = call.payload
        let signIns = call.server.signIns
        try await signIns.countAddress(of: payload.client)
        let flow = try OpenIDFlow(payload.flow, state: payload.state, at: call.server.clock.now())
        let identity = try await provider.identity(
            code: payload.code, issuer: payload.issuer, error: payload.error, for: flow)
        switch flow.purpose {
        case .signIn:
            let success = try await signIns.signIn(identity, at: provider.configuration, payload.client)
            try await call.server.access.refresh()
            return success
        case .confirm:
            let success = try await signIns.confirm(call.person(), by: identity, payload.client)
            try await call.renewed(success)
            return success
        }
    }
}
