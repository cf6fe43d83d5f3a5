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
                    throw error
                }
                return try await APIResponse(json: sessionJSON(person))
            },
            Endpoint(
                method: .post, path: "\(Self.root)/session", id: "signIn", summary: "Signs in with a password",
                access: .everyone, request: Schema.object(["email": Schema.string, "password": Schema.string]),
                response: "Session"
            ) { request in
                let body = try request.object()
                let success: SignInService.Success = try await perform(
                    SigningIn.signIn,
                    CredentialsPayload(
                        email: body.text("email"), password: body.text("password"), address: request.address,
                        device: request.fields[.userAgent] ?? ""), for: request)
                return try await signedIn(success)
            },
            Endpoint(
                method: .delete, path: "\(Self.root)/session", id: "signOut",
                summary: "Signs out, with “everywhere” also on other devices", access: .person,
                query: [.init(name: "everywhere", description: "1 to end all sessions of the account")],
                response: nil, status: .noContent
            ) { request in
                let _: Void = try await perform(
                    SigningIn.signOut, SignOutPayload(everywhere: request.query["everywhere"] == "1"), for: request)
                var response = APIResponse.empty
                response.fields[.setCookie] = SessionCookie.field(nil, isSecure: isSecure, maxAge: 0)
                return response
            },
            Endpoint(
                method: .post, path: "\(Self.root)/session/confirmation", id: "confirmPassword",
                summary: "Checks the password again, for changes of protected environments", access: .person,
                request: Schema.object(["password": Schema.string]), response: nil, status: .noContent
            ) { request in
                let _: Void = try await perform(
                    SigningIn.confirm,
                    CredentialsPayload(
                        email: "", password: request.object().text("password"), address: request.address, device: ""),
                    for: request)
                return .empty
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
            code: body.text("code"), address: request.address, device: request.fields[.userAgent] ?? "")
    }

    private func signedIn(
        _ success: SignInService.Success, status: HTTPResponse.Status = .ok
    ) async throws -> APIResponse {
        var response = try await APIResponse(status: status, json: sessionJSON(success.person))
        let seconds = (success.person.signIn.expires - success.person.signIn.created) / 1_000
        response.fields[.setCookie] = SessionCookie.field(success.secret, isSecure: isSecure, maxAge: seconds)
        return response
    }

    private func sessionJSON(_ person: SignedInPerson) async throws -> FlagValue {
        let programs = try await server.database.read { try ProgramTable($0).all() }
        let caller = Caller.person(person)
        return [
            "account": person.account.json,
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
            "server": ["version": .string(version)],
        ]
    }
}
