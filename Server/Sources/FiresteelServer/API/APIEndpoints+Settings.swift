import FiresteelFlags
import FiresteelStore
import HTTPTypes

extension APIEndpoints {
    /// Tokens, people and roles.
    var settingEndpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/tokens", id: "listTokens",
                summary: "Lists the tokens of a program", access: .role(.viewer), response: "Tokens"
            ) { request in
                let tokens: [AccessToken] = try await perform(
                    Administration.listTokens, ProgramPayload(program: request.parameter("program")), for: request)
                return APIResponse(json: ["tokens": .array(tokens.map(\.json))])
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/tokens", id: "createToken",
                summary: "Creates a token, whose text is returned once", access: .role(.viewer),
                request: Schema.object([
                    "name": Schema.string, "environment": Schema.string,
                    "kind": Schema.word(AccessToken.Kind.allCases.map(\.rawValue)),
                    "role": Schema.optional(Schema.string), "expires": Schema.optional(Schema.integer),
                ]), response: "CreatedToken", status: .created
            ) { request in
                let created: CreateToken.Created = try await perform(
                    Administration.createToken, tokenPayload(request), for: request)
                var members = created.token.json.members
                members["token"] = .string(created.text)
                return APIResponse(status: .created, json: .object(members))
            },
            Endpoint(
                method: .delete, path: "\(Self.root)/programs/{program}/tokens/{token}", id: "revokeToken",
                summary: "Revokes a token", access: .role(.viewer), response: nil, status: .noContent
            ) { request in
                let _: Void = try await perform(
                    Administration.revokeToken,
                    RevocationPayload(program: request.parameter("program"), token: request.parameter("token")),
                    for: request)
                return .empty
            },
            Endpoint(
                method: .get, path: "\(Self.root)/programs/{program}/people", id: "listPeople",
                summary: "Lists the people with a role in a program", access: .role(.viewer), response: "People"
            ) { request in
                let found: ListPeople.Found = try await perform(
                    Administration.listPeople, ProgramPayload(program: request.parameter("program")), for: request)
                return APIResponse(
                    json: [
                        "people": .array(found.people.map(\.json)),
                        "damaged": .array(found.damaged.map { .string($0.key) }),
                    ])
            },
            Endpoint(
                method: .put, path: "\(Self.root)/programs/{program}/people/{account}", id: "setRole",
                summary: "Sets a person's role; null removes the person from the program", access: .role(.viewer),
                request: Self.membershipSchema([:]), response: nil, status: .noContent
            ) { request in
                let body = try request.object()
                let _: Void = try await perform(
                    Administration.setRole,
                    RolePayload(
                        program: request.parameter("program"), account: request.parameter("account"),
                        membership: body["role"] == .null ? nil : membership(body)), for: request)
                return .empty
            },
            Endpoint(
                method: .post, path: "\(Self.root)/programs/{program}/invitations", id: "invitePerson",
                summary: "Creates an invitation, whose code is returned once", access: .role(.viewer),
                request: Self.membershipSchema(["email": Schema.string]), response: "Invitation", status: .created
            ) { request in
                let body = try request.object()
                let code: String = try await perform(
                    Administration.invite,
                    InvitationPayload(
                        program: request.parameter("program"), email: body.text("email"), membership: membership(body)),
                    for: request)
                return APIResponse(status: .created, json: ["code": .string(code)])
            },
        ]
    }

    private static func membershipSchema(_ more: [String: FlagValue]) -> FlagValue {
        var properties = more
        properties["role"] = Schema.string
        properties["environments"] = Schema.optional(["type": "array", "items": Schema.string])
        return Schema.object(properties)
    }

    private func membership(_ body: [String: FlagValue]) throws(APIError) -> Membership {
        guard let role = Role(rawValue: try body.text("role")) else {
            throw .malformed("“role” has to be viewer, editor, approver or admin.")
        }
        switch body["environments"] {
        case nil, .null?: return Membership(role: role)
        case .array(let list)?:
            var environments: Set<String> = []
            for element in list {
                guard case .string(let name) = element, Identifier.isValid(name) else {
                    throw .malformed("“environments” has an element that is no identifier of an environment.")
                }
                environments.insert(name)
            }
            return Membership(role: role, environments: environments)
        default: throw .malformed("“environments” isn't a list.")
        }
    }

    private func tokenPayload(_ request: APIRequest) throws(APIError) -> TokenPayload {
        let body = try request.object()
        guard let kind = AccessToken.Kind(rawValue: try body.text("kind")) else {
            throw .malformed("“kind” has to be client, server, ingest or admin.")
        }
        let word = try body.textIfPresent("role")
        let role = word.flatMap(Role.init(rawValue:))
        guard (word == nil) == (role == nil) else {
            throw .malformed("“role” has to be viewer, editor, approver or admin.")
        }
        return TokenPayload(
            program: request.parameter("program"), environment: try body.text("environment"), kind: kind, role: role,
            name: try body.text("name"), expires: try body.timeIfPresent("expires"))
    }
}
