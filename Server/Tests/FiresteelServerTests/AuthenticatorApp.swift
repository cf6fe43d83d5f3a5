import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import Foundation
import HTTPTypes
import Testing

/// The authenticator app of a person, and their recovery codes.
struct AuthenticatorApp: Sendable {
    let app: TimeBasedCode
    let recoveryCodes: [String]

    /// Returns the code at a time, or steps before or after it.
    func code(at time: Int64, steps: Int64 = 0) -> String { app.code(at: TimeBasedCode.step(at: time) + steps) }
}

extension ServerFixture {
    static let password = "correct horse battery"

    /// The fields of requests of the server's own pages.
    var ownFields: HTTPFields { [.origin: base.absoluteString, .ownPage: "1"] }

    /// Signs in with a password.
    func signIn(
        _ email: String = "ines@example.com", _ password: String = ServerFixture.password, code: String? = nil,
        device: String? = nil
    ) async throws -> Answer {
        var body: [String: JSONValue] = ["email": .string(email), "password": .string(password)]
        body["code"] = code.map { .string($0) }
        var fields = ownFields
        if let device { fields[.cookie] = "firesteel-device=\(device)" }
        return try await send(.post, "/api/v1/session", body: .object(body), fields: fields)
    }

    /// Whether a session can be used.
    func isSignedIn(_ cookie: String) async throws -> Bool {
        try await send(.get, "/api/v1/session", cookie: cookie).status == 200
    }

    /// Invites a person, who creates an account, and returns its session.
    func invited(_ email: String, role: String, by cookie: String) async throws -> String {
        let invitation = try await send(
            .post, "/api/v1/programs/documents/invitations", cookie: cookie,
            body: ["email": .string(email), "role": .string(role)])
        let accepted = try await send(
            .post, "/api/v1/invitations",
            body: [
                "code": invitation.json["code"] ?? .null, "email": .string(email), "name": "Tomás",
                "password": .string(Self.password),
            ], fields: ownFields)
        #expect(accepted.status == 201, "\(accepted.json)")
        return accepted.session
    }

    /// Returns the identifier of an account.
    func account(_ email: String) async throws -> String {
        try #require(try await database.read { try AccountTable($0).account(email: email)?.id })
    }

    /// Sets up a second factor, after which the clock is a step further.
    func enableSecondFactor(_ cookie: String) async throws -> AuthenticatorApp {
        let path = "/api/v1/session/second-factor"
        let begun = try await send(.post, path, cookie: cookie)
        #expect(begun.status == 201, "\(begun.json)")
        let secret = try #require(Base32.decoded(begun.json["secret"]?.stringValue ?? ""))
        let app = TimeBasedCode(secret: secret)
        let code = app.code(at: TimeBasedCode.step(at: clock.value))
        let enabled = try await send(.put, path, cookie: cookie, body: ["code": .string(code)])
        #expect(enabled.status == 200, "\(enabled.json)")
        clock.change { $0 += TimeBasedCode.step }
        return AuthenticatorApp(
            app: app, recoveryCodes: enabled.json["recoveryCodes"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    }

    /// Returns the events of the whole access log, the newest first.
    func events(_ cookie: String) async throws -> [String] {
        try await send(.get, "/api/v1/access-log?limit=200", cookie: cookie).json["entries"]?.arrayValue?.compactMap {
            $0["event"]?.stringValue
        } ?? []
    }
}
