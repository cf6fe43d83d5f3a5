import Firesteel
import FiresteelStore
import FiresteelTimeline

/// Returns the state of a person's second factor.
enum ShowSecondFactor: ReplyAction {
    static let description = "Show your second factor"

    static func reply(
        to context: ActionContext<ServerCall<OwnPayload>>
    ) async throws -> SignInService.SecondFactorStatus {
        try await context.input.server.signIns.secondFactor(of: context.input.person())
    }
}

/// Returns a secret for an authenticator app, once.
enum BeginSecondFactor: ReplyAction {
    static let description = "Set up a second factor"

    static func reply(to context: ActionContext<ServerCall<OwnPayload>>) async throws -> String {
        let call = context.input
        try call.requireConfirmation("set up a second factor")
        return try await call.server.signIns.beginSecondFactor(of: call.person())
    }
}

/// A code of a second factor, and the password where it is needed as well.
///
/// Nothing of it is recorded.
struct SecondFactorPayload: Sendable, TimelineDescribable {
    var password = ""
    let code: String

    func describe(to summary: inout InputSummary) { summary.hide("Code") }
}

/// Turns a second factor on, and returns the recovery codes once.
enum EnableSecondFactor: ReplyAction {
    static let description = "Turn the second factor on"

    static func reply(to context: ActionContext<ServerCall<SecondFactorPayload>>) async throws -> [String] {
        let call = context.input
        let codes = try await call.server.signIns.enableSecondFactor(of: call.person(), code: call.payload.code)
        try await call.server.access.refresh()
        return codes
    }
}

/// Turns a second factor off.
enum DisableSecondFactor: ReplyAction {
    static let description = "Turn the second factor off"

    static func reply(to context: ActionContext<ServerCall<SecondFactorPayload>>) async throws {
        let call = context.input
        try await call.server.signIns.disableSecondFactor(
            of: call.person(), password: call.payload.password, code: call.payload.code)
        try await call.server.access.refresh()
    }
}

/// Replaces the recovery codes, and returns the new ones once.
enum RenewRecoveryCodes: ReplyAction {
    static let description = "Replace the recovery codes"

    static func reply(to context: ActionContext<ServerCall<SecondFactorPayload>>) async throws -> [String] {
        let call = context.input
        try call.requireConfirmation("replace your recovery codes")
        return try await call.server.signIns.renewRecoveryCodes(of: call.person(), code: call.payload.code)
    }
}

/// A new password, with the code of a link from an administrator.
///
/// Nothing of it is recorded.
struct PasswordResetPayload: Sendable, TimelineDescribable {
    let code: String
    let password: String
    let client: SignInClient

    func describe(to summary: inout InputSummary) {
        summary.hide("Code")
        summary.hide("Password")
    }
}

/// Replaces a forgotten password.
enum ResetPassword: ReplyAction {
    static let description = "Reset a password"

    static func reply(to context: ActionContext<ServerCall<PasswordResetPayload>>) async throws {
        let call = context.input
        let payload = call.payload
        try await call.server.signIns.resetPassword(code: payload.code, to: payload.password, payload.client)
        try await call.server.access.refresh()
    }
}
