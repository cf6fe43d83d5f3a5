import FiresteelFlags
import FiresteelStore
import HTTPTypes

extension APIEndpoints {
    /// What people do with their own account.
    var accountEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .put, path: "\(Self.root)/session/password", id: "changePassword",
                summary: "Replaces the password, and ends the other sessions of the account", access: .person,
                request: Schema.object(["current": Schema.string, "password": Schema.string]), response: nil,
                status: .noContent
            ) { request in
                let body = try request.object()
                let success: SignInService.Success = try await perform(
                    SigningIn.changePassword,
                    PasswordPayload(current: body.text("current"), password: body.text("password")), for: request)
                return confirmed(success)
            },
            Endpoint(
                method: .get, path: "\(Self.root)/sessions", id: "listSessions",
                summary: "Lists the sessions of the signed-in account, the last used first", access: .person,
                response: "Sessions"
            ) { request in
                let sessions: [SignIn] = try await perform(SigningIn.listSessions, OwnPayload(), for: request)
                guard case .person(let person) = request.caller else { throw APIError.unauthorized }
                return APIResponse(
                    json: [
                        "idle": .int(Int(server.signIns.options.idle)),
                        "sessions": .array(
                            sessions.map { session in
                                [
                                    "id": .string(session.id), "created": .int(Int(session.created)),
                                    "lastSeen": .int(Int(session.lastSeen)), "expires": .int(Int(session.expires)),
                                    "device": .string(session.device),
                                    "isCurrent": .bool(session.hash == person.signIn.hash),
                                ]
                            }),
                    ])
            },
            Endpoint(
                method: .delete, path: "\(Self.root)/sessions/{session}", id: "endSession",
                summary: "Ends a session of the signed-in account", access: .person, response: nil,
                status: .noContent
            ) { request in
                let _: Void = try await perform(
                    SigningIn.endSession, SessionPayload(session: request.parameter("session")), for: request)
                return .empty
            },
        ]
    }
}
