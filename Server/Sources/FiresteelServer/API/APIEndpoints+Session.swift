import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import HTTPTypes

extension APIEndpoints {
    /// Signing in and out.
    var sessionEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "\(Self.root)/session", id: "getSession",
                summary: "Returns who is signed in, and their programs", access: .everyone, response: "Session"
            ) { request in
                guard case .person(let person) = request.caller else {
                    let isFirst = try await server.database.read { try AccountTable($0).isEmpty() }
                    var error = APIError.unauthorized
                    error.details["firstAccount"] = .bool(isFirst)
                    error.details["openID"] = openIDName
                    throw error
                }
                return try await APIResponse(json: sessionJSON(person))
            },
            Endpoint(
                method: .post, path: "\(Self.root)/session", id: "signIn", summary: "Signs in with a password",
                access: .everyone,
                request: Schema.object([
                    "email": Schema.string, "password": Schema.string, "code": Schema.optional(Schema.string),
                ]), response: "Session"
            ) { request in
                let body = try request.object()
                let success: SignInService.Success = try await perform(
                    SigningIn.signIn,
                    CredentialsPayload(
                        email: body.text("email"), password: body.text("password"),
                        code: body.textIfPresent("code") ?? "", client: client(request)),
                    for: request)
                return try await signedIn(success)
            },
            Endpoint(
                method: .delete, path: "\(Self.root)/session", id: "signOut",
                summary: "Signs out, with “everywhere” also on other devices", access: .person,
                query: [.init(name: "everywhere", description: "1 to end all sessions of the account")],
                response: nil, status: .noContent, needsSecondFactor: false
            ) { request in
                let _: Void = try await perform(
                    SigningIn.signOut, SignOutPayload(everywhere: request.query["everywhere"] == "1"), for: request)
                var response = APIResponse.empty
                response.fields.append(ServerCookie.session.field(nil, isSecure: isSecure, maxAge: 0))
                return response
            },
            Endpoint(
                method: .post, path: "\(Self.root)/session/confirmation", id: "confirmPassword",
                summary: "Checks the password or a code again, for changes of protected environments",
                access: .person,
                request: Schema.object([
                    "password": Schema.optional(Schema.string), "code": Schema.optional(Schema.string),
                ]), response: nil, status: .noContent, needsSecondFactor: false
            ) { request in
                let body = try request.object()
                let password = try body.textIfPresent("password")
                let code = try body.textIfPresent("code")
                guard (password == nil) != (code == nil) else {
                    throw APIError.malformed("Either “password” or “code” is needed.")
                }
                let success: SignInService.Success = try await perform(
                    SigningIn.confirm,
                    CredentialsPayload(
                        email: "", password: password ?? "", code: code ?? "", client: client(request)),
                    for: request)
                return confirmed(success)
            },
            Endpoint(
                method: .post, path: "\(Self.root)/first-account", id: "createFirstAccount",
                summary: "Creates the first account with the code that the server printed", access: .everyone,
                request: Schema.object([
                    "code": Schema.string, "email": Schema.string, "name": Schema.string, "password": Schema.string,
                ]), response: "Session", status: .created
            ) { request in
                let success: SignInService.Success = try await perform(
                    SigningIn.createFirstAccount, credentials(request), for: request)
                return try await signedIn(success, status: .created)
            },
            Endpoint(
                method: .post, path: "\(Self.root)/invitations", id: "acceptInvitation",
                summary: "Creates an account with the code of an invitation", access: .everyone,
                request: Schema.object([
                    "code": Schema.string, "email": Schema.string, "name": Schema.string, "password": Schema.string,
                ]), response: "Session", status: .created
            ) { request in
                let success: SignInService.Success = try await perform(
                    SigningIn.acceptInvitation, credentials(request), for: request)
                return try await signedIn(success, status: .created)
            },
        ]
    }

    private func credentials(_ request: APIRequest) throws -> CredentialsPayload {
        let body = try request.object()
        return try CredentialsPayload(
            email: body.text("email"), password: body.text("password"), name: body.text("name"),
            code: body.text("code"), client: client(request))
    }

    /// Where a request comes from.
    func client(_ request: APIRequest) -> SignInClient {
        SignInClient(
            address: request.address, browser: request.fields[.userAgent] ?? "",
            device: ServerCookie.device.value(in: request.fields, isSecure: isSecure))
    }

    private var openIDName: FlagValue { server.openID.map { .string($0.configuration.name) } ?? .null }

    func signedIn(
        _ success: SignInService.Success, status: HTTPResponse.Status = .ok
    ) async throws -> APIResponse {
        var response = try await APIResponse(status: status, json: sessionJSON(success.person))
        response.fields.append(sessionField(success))
        if let device = success.device {
            response.fields.append(
                ServerCookie.device.field(device, isSecure: isSecure, maxAge: KnownDevices.length))
        }
        return response
    }

    /// Returns the response to who has shown again who they are: the new secret of the session.
    func confirmed(_ success: SignInService.Success) -> APIResponse {
        var response = APIResponse.empty
        response.fields.append(sessionField(success))
        return response
    }

    private func sessionField(_ success: SignInService.Success) -> HTTPField {
        let seconds = max((success.person.signIn.expires - server.clock.now()) / 1_000, 0)
        return ServerCookie.session.field(success.secret, isSecure: isSecure, maxAge: seconds)
    }

    func sessionJSON(_ person: SignedInPerson) async throws -> FlagValue {
        let programs = try await server.database.read { try ProgramTable($0).all() }
        let caller = Caller.person(person)
        var account = person.account.json.members
        account["hasPassword"] = .bool(person.account.hasPassword)
        return [
            "account": .object(account),
            "secondFactor": ["isOn": .bool(person.hasSecondFactor), "isMissing": .bool(person.needsSecondFactor)],
            "confirmedUntil": .int(Int(person.signIn.confirmed + server.signIns.options.confirmation)),
            "programs": .array(
                programs.compactMap { program in
                    guard let membership = caller.membership(in: program.id) else { return nil }
                    var members = program.json.members
                    members["role"] = .string(membership.role.rawValue)
                    members["editable"] =
                        membership.environments.map { .array($0.sorted().map { .string($0) }) } ?? .null
                    return .object(members)
                }),
            "server": ["version": .string(version), "openID": openIDName],
        ]
    }
}
