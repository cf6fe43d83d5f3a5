import Firesteel
import FiresteelStore
import FiresteelTimeline
import Foundation
import HTTPTypes

/// Returns the state of a person's second factor.
struct ShowSecondFactor: ServerOperation, Decodable {
    static let description = "Show your second factor"
    static let endpoint = OperationEndpoint(
        .get, path, "getSecondFactor", "Returns whether the signed-in account has a second factor", access: .person,
        needsSecondFactor: false)
    fileprivate static let path = "/session/second-factor"

    func perform(_ call: ServerCall) async throws -> SecondFactorStatus {
        try await call.server.signIns.secondFactor(of: call.person())
    }
}

/// Returns a secret for an authenticator app, once.
struct BeginSecondFactor: ServerOperation, Decodable {
    static let description = "Set up a second factor"
    static let endpoint = OperationEndpoint(
        .post, ShowSecondFactor.path, "beginSecondFactor",
        "Creates a secret for an authenticator app, which is returned once", access: .person, status: .created,
        needsSecondFactor: false)

    /// A secret, and the address with which apps read it.
    struct SecondFactorSecret: Codable {
        let secret, address: String
    }

    func perform(_ call: ServerCall) async throws -> SecondFactorSecret {
        try call.requireConfirmation("set up a second factor")
        let person = try call.person()
        let secret = try await call.server.signIns.beginSecondFactor(of: person)
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove(charactersIn: "/:?&=+")
        let name = person.account.email.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
        return SecondFactorSecret(
            secret: secret,
            address:
                "otpauth://totp/Firesteel:\(name)?secret=\(secret)&issuer=Firesteel&algorithm=SHA1&digits=6&period=30"
        )
    }
}

/// Recovery codes, which are returned once.
struct RecoveryCodes: Codable {
    let recoveryCodes: [String]
}

/// Turns a second factor on, and returns the recovery codes once.
struct EnableSecondFactor: ServerOperation, Decodable {
    static let description = "Turn the second factor on"
    static let endpoint = OperationEndpoint(
        .put, ShowSecondFactor.path, "enableSecondFactor",
        "Turns the second factor on with a code of the app, and returns recovery codes once", access: .person,
        needsSecondFactor: false)
    let code: String

    func describe(to summary: inout InputSummary) { summary.hide("Code") }

    func perform(_ call: ServerCall) async throws -> RecoveryCodes {
        let codes = try await call.server.signIns.enableSecondFactor(of: call.person(), code: code)
        try await call.server.access.refresh()
        return RecoveryCodes(recoveryCodes: codes)
    }
}

/// Turns a second factor off.
struct DisableSecondFactor: ServerOperation, Decodable {
    static let description = "Turn the second factor off"
    static let endpoint = OperationEndpoint(
        .post, "\(ShowSecondFactor.path)/removal", "disableSecondFactor",
        "Turns the second factor off, with the password and a code", access: .person)
    let password, code: String

    func describe(to summary: inout InputSummary) { summary.hide("Code") }

    func perform(_ call: ServerCall) async throws {
        try await call.server.signIns.disableSecondFactor(of: call.person(), password: password, code: code)
        try await call.server.access.refresh()
    }
}

/// Replaces the recovery codes, and returns the new ones once.
struct RenewRecoveryCodes: ServerOperation, Decodable {
    static let description = "Replace the recovery codes"
    static let endpoint = OperationEndpoint(
        .post, "\(ShowSecondFactor.path)/recovery-codes", "renewRecoveryCodes",
        "Replaces the recovery codes, which are returned once", access: .person)
    let code: String

    func describe(to summary: inout InputSummary) { summary.hide("Code") }

    func perform(_ call: ServerCall) async throws -> RecoveryCodes {
        try call.requireConfirmation("replace your recovery codes")
        return try await RecoveryCodes(
            recoveryCodes: call.server.signIns.renewRecoveryCodes(of: call.person(), code: code))
    }
}
