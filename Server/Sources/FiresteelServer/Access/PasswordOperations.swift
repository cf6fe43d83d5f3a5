import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

/// Checks a signed-in person's password, or a code of their second factor, again.
struct ConfirmPassword: ServerOperation {
    static let description = "Enter the password or a code again"
    static let endpoint = OperationEndpoint(
        .post, "/session/confirmation", "confirmPassword",
        "Checks the password or a code again, for changes of protected environments", access: .person,
        request: Schema.object([
            "password": Schema.optional(Schema.string), "code": Schema.optional(Schema.string),
        ]), response: nil, status: .noContent, needsSecondFactor: false)
    let password, code: String

    init(_ request: APIRequest) throws {
        let body = try request.object()
        let (password, code) = try (body.textIfPresent("password"), body.textIfPresent("code"))
        guard (password == nil) != (code == nil) else {
            throw HTTPProblem.badRequest("Either “password” or “code” is needed.")
        }
        (self.password, self.code) = (password ?? "", code ?? "")
    }

    func describe(to summary: inout InputSummary) { summary.hide("Password") }

    func perform(_ call: ServerCall) async throws -> HTTPServerResponse {
        let person = try call.person()
        let signIns = call.server.signIns
        return try await call.renewed(
            code.isEmpty ? signIns.confirm(person, password: password) : signIns.confirm(person, code: code))
    }
}

/// Replaces the password of a signed-in person.
struct ChangePassword: ServerOperation, Decodable {
    static let description = "Change the password"
    static let endpoint = OperationEndpoint(
        .put, "/session/password", "changePassword",
        "Replaces the password, and ends the other sessions of the account", access: .person, response: nil,
        status: .noContent)
    let current, password: String

    func describe(to summary: inout InputSummary) { summary.hide("Password") }

    func perform(_ call: ServerCall) async throws -> HTTPServerResponse {
        try await call.renewed(
            call.server.signIns.changePassword(of: call.person(), from: current, to: password))
    }
}

/// Replaces a forgotten password, with the code of a link from an administrator.
struct ResetPassword: ServerOperation {
    static let description = "Reset a password"
    static let endpoint = OperationEndpoint(
        .post, "/password-resets", "resetPassword",
        "Replaces a forgotten password with the code of a link, and ends all sessions of the account",
        request: Schema.object(["code": Schema.string, "password": Schema.string]))
    let code, password: String
    let request: APIRequest

    init(_ request: APIRequest) throws {
        let body = try request.object()
        (code, password) = try (body.text("code"), body.text("password"))
        self.request = request
    }

    func describe(to summary: inout InputSummary) {
        summary.hide("Code")
        summary.hide("Password")
    }

    func perform(_ call: ServerCall) async throws {
        try await call.server.signIns.resetPassword(code: code, to: password, call.client(of: request))
        try await call.server.access.refresh()
    }
}

/// Creates a link with which a person chooses a new password; its code is returned once.
struct CreatePasswordReset: ServerOperation, Decodable {
    static let description = "Create a link that resets a password"
    static let endpoint = OperationEndpoint(
        .post, "/accounts/{account}/password-reset", "createPasswordReset",
        "Creates a link that resets a password within an hour; its code is returned once", status: .created)
    let account: String

    func perform(_ call: ServerCall) async throws -> CreatedCode {
        let author = try call.author()
        try call.requireConfirmation("reset a password")
        let (now, length) = (call.now, call.server.signIns.options.passwordReset)
        let code = try await call.server.database.write {
            try SignInService.createReset(for: account, by: (author.id, author.name), at: now, length: length, $0)
        }
        return CreatedCode(code: code)
    }
}
