import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

extension ServerParts {
    /// The endpoint that returns who is signed in.
    var sessionEndpoint: Endpoint {
        Endpoint(
            method: .get, path: "\(OperationCaller.root)/session", id: "getSession",
            summary: "Returns who is signed in, and their programs", access: .everyone, response: "Session",
            responseType: SessionState.self
        ) { [self] request in
            guard case .person(let person) = request.caller else {
                var error = HTTPProblem.unauthorized
                error.details["firstAccount"] = .bool(try await database.read { try AccountTable($0).isEmpty() })
                error.details["openID"] = openID.map { JSONValue.string($0.configuration.name) } ?? JSONValue.null
                throw error
            }
            return try await HTTPServerResponse(json: JSONValue(encoding: session(of: person)))
        }
    }

    /// Returns the response to signing in: who is signed in, and cookies for session and browser.
    func signedIn(_ success: SignInService.Success, status: HTTPResponse.Status = .ok) async throws
        -> HTTPServerResponse
    {
        let response = try await HTTPServerResponse(
            status: status, json: JSONValue(encoding: session(of: success.person))
        )
        .setting(cookie(of: success))
        return success.device.map {
            response.setting(ServerCookie.device.field($0, isSecure: isSecure, maxAge: KnownDevices.length))
        } ?? response
    }

    fileprivate func cookie(of success: SignInService.Success) -> HTTPField {
        let seconds = max((success.person.signIn.expires - clock.now()) / 1_000, 0)
        return ServerCookie.session.field(success.secret, isSecure: isSecure, maxAge: seconds)
    }

    private func session(of person: SignedInPerson) async throws -> SessionState {
        let programs = try await database.read { try ProgramTable($0).all() }
        return SessionState(
            account: Merged(person.account, .init(hasPassword: person.account.hasPassword)),
            secondFactor: .init(isOn: person.hasSecondFactor, isMissing: person.needsSecondFactor),
            confirmedUntil: person.signIn.confirmed + signIns.options.confirmation,
            programs: programs.compactMap { program in
                Caller.person(person).membership(in: program.id).map {
                    Merged(program, .init(role: $0.role, editable: $0.environments))
                }
            }, server: .init(version: FlagServer.version, openID: openID?.configuration.name))
    }
}

/// Who is signed in, and their programs.
struct SessionState: Codable, NamedSchema {
    struct Password: Codable {
        let hasPassword: Bool
    }

    struct SecondFactor: Codable {
        let isOn, isMissing: Bool
    }

    struct Rights: Codable {
        let role: Role
        let editable: Set<String>?
    }

    struct Server: Codable {
        let version: String
        let openID: String?
    }

    static let schemaName = "Session"
    let account: Merged<Account, Password>
    let secondFactor: SecondFactor
    let confirmedUntil: Int64
    let programs: [Merged<Program, Rights>]
    let server: Server
}

extension HTTPServerResponse {
    /// Returns the response, which also sets a cookie.
    func setting(_ cookie: HTTPField) -> HTTPServerResponse {
        var response = self
        response.fields.append(cookie)
        return response
    }
}

extension ServerCall {
    /// Returns where a request comes from.
    func client(of request: APIRequest) -> SignInClient {
        SignInClient(
            address: request.address, browser: request.fields[.userAgent] ?? "",
            device: ServerCookie.device.value(in: request.fields, isSecure: server.isSecure))
    }

    /// Lets requests that are under way continue with the earlier secret of a session, and returns the response with the new
    /// one.
    @discardableResult
    func renewed(_ success: SignInService.Success) async throws -> HTTPServerResponse {
        try server.access.renew(person().signIn.hash, as: success.person.signIn.hash)
        try await server.access.refresh()
        return .empty.setting(server.cookie(of: success))
    }
}

/// Signs in with a password.
struct SignInWithPassword: ServerOperation {
    static let description = "Sign in with a password"
    static let endpoint = OperationEndpoint(
        .post, "/session", "signIn", "Signs in with a password",
        request: Schema.object([
            "email": Schema.string, "password": Schema.string, "code": Schema.optional(Schema.string),
        ]), response: "Session")
    let email, password: String
    let code: String?
    let request: APIRequest

    init(_ request: APIRequest) throws {
        let body = try request.object()
        (email, password) = try (body.text("email"), body.text("password"))
        code = try body.textIfPresent("code")
        self.request = request
    }

    func describe(to summary: inout InputSummary) {
        summary.hide("Email")
        summary.hide("Password")
    }

    func perform(_ call: ServerCall) async throws -> HTTPServerResponse {
        try await call.server.signedIn(
            call.server.signIns.signIn(email: email, password: password, code: code, call.client(of: request)))
    }
}

/// The entries of a person for a new account.
struct NewAccount: Sendable {
    fileprivate static let schema = Schema.object([
        "code": Schema.string, "email": Schema.string, "name": Schema.string, "password": Schema.string,
    ])
    /// The code of an invitation, or that for the first account.
    let code: String
    let email, name, password: String
    let request: APIRequest

    fileprivate init(_ request: APIRequest) throws {
        let body = try request.object()
        (email, password) = try (body.text("email"), body.text("password"))
        (name, code) = try (body.text("name"), body.text("code"))
        self.request = request
    }

    fileprivate func describe(to summary: inout InputSummary) {
        summary.hide("Email")
        summary.hide("Password")
    }
}

/// Creates the first account, with the code that the server printed.
struct CreateFirstAccount: ServerOperation {
    static let description = "Create the first account"
    static let endpoint = OperationEndpoint(
        .post, "/first-account", "createFirstAccount",
        "Creates the first account with the code that the server printed", request: NewAccount.schema,
        response: "Session", status: .created)
    let account: NewAccount

    init(_ request: APIRequest) throws { account = try NewAccount(request) }

    func describe(to summary: inout InputSummary) { account.describe(to: &summary) }

    func perform(_ call: ServerCall) async throws -> HTTPServerResponse {
        try await call.server.signedIn(
            call.server.signIns.createFirstAccount(
                code: account.code, email: account.email, name: account.name, password: account.password,
                call.client(of: account.request)), status: .created)
    }
}

/// Creates an account with the code of an invitation.
struct AcceptInvitation: ServerOperation {
    static let description = "Accept an invitation"
    static let endpoint = OperationEndpoint(
        .post, "/invitations", "acceptInvitation", "Creates an account with the code of an invitation",
        request: NewAccount.schema, response: "Session", status: .created)
    let account: NewAccount

    init(_ request: APIRequest) throws { account = try NewAccount(request) }

    func describe(to summary: inout InputSummary) { account.describe(to: &summary) }

    func perform(_ call: ServerCall) async throws -> HTTPServerResponse {
        try await call.server.signedIn(
            call.server.signIns.accept(
                code: account.code, email: account.email, name: account.name, password: account.password,
                call.client(of: account.request)), status: .created)
    }
}

/// Ends a session, or all sessions of a person.
struct SignOut: ServerOperation, Decodable {
    static let description = "Sign out"
    static let endpoint = OperationEndpoint(
        .delete, "/session", "signOut", "Signs out, with “everywhere” also on other devices", access: .person,
        query: [.init(name: "everywhere", description: "1 to end all sessions of the account")], response: nil,
        status: .noContent, needsSecondFactor: false)
    let everywhere: String?

    private var isEverywhere: Bool { everywhere == "1" }

    func describe(to summary: inout InputSummary) { if isEverywhere { summary.add("Everywhere") } }

    func perform(_ call: ServerCall) async throws -> HTTPServerResponse {
        try await call.server.signIns.signOut(call.person(), everywhere: isEverywhere)
        try await call.server.access.refresh()
        return .empty.setting(ServerCookie.session.field(nil, isSecure: call.server.isSecure, maxAge: 0))
    }
}

/// Lists the sessions of a person.
struct ListSessions: ServerOperation, Decodable {
    static let description = "List your sessions"
    static let endpoint = OperationEndpoint(
        .get, "/sessions", "listSessions", "Lists the sessions of the signed-in account, the last used first",
        access: .person)

    struct Sessions: Codable {
        struct Entry: Codable {
            let id: String
            let created, lastSeen, expires: Int64
            let device: String
            let isCurrent: Bool
        }

        /// How long a session lasts without use, in milliseconds.
        let idle: Int64
        let sessions: [Entry]
    }

    func perform(_ call: ServerCall) async throws -> Sessions {
        let person = try call.person()
        let sessions = try await call.server.signIns.sessions(of: person)
        return Sessions(
            idle: call.server.signIns.options.idle,
            sessions: sessions.map {
                .init(
                    id: $0.id, created: $0.created, lastSeen: $0.lastSeen, expires: $0.expires, device: $0.device,
                    isCurrent: $0.hash == person.signIn.hash)
            })
    }
}

/// Ends one of a person's sessions.
struct EndSession: ServerOperation, Decodable {
    static let description = "End a session"
    static let endpoint = OperationEndpoint(
        .delete, "/sessions/{session}", "endSession", "Ends a session of the signed-in account", access: .person)
    let session: String

    func perform(_ call: ServerCall) async throws {
        try await call.server.signIns.endSession(session, of: call.person())
        try await call.server.access.refresh()
    }
}
