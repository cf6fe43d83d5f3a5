import FiresteelFlags
import FiresteelStore
import HTTPTypes

extension APIEndpoints {
    /// All accounts, for administrators.
    var administrationEndpoints: [Endpoint] {
        let path = "\(Self.root)/accounts/{account}"
        return [
            Endpoint(
                method: .get, path: "\(Self.root)/accounts", id: "listAccounts",
                summary: "Lists all accounts, with the valid tokens that each created", access: .administrator,
                response: "Accounts"
            ) { request in
                let found: ListAccounts.Found = try await perform(
                    Installation.listAccounts, OwnPayload(), for: request)
                return APIResponse(
                    json: [
                        "accounts": .array(found.accounts.map(\.json)),
                        "damaged": .array(found.damaged.map { .string($0.key) }),
                    ])
            },
            Endpoint(
                method: .put, path: "\(path)/state", id: "setAccountState",
                summary: "Disables an account, which ends its sessions, or enables it; returns its valid tokens",
                access: .administrator, request: Schema.object(["isDisabled": Schema.boolean]),
                response: "AccountTokens"
            ) { request in
                guard case .bool(let isDisabled)? = try request.object()["isDisabled"] else {
                    throw APIError.malformed("“isDisabled” is missing, or isn't true or false.")
                }
                let tokens: [AccessToken] = try await perform(
                    Installation.setAccountState,
                    AccountStatePayload(account: request.parameter("account"), isDisabled: isDisabled), for: request)
                return APIResponse(json: ["tokens": .array(tokens.map(\.jsonWithProgram))])
            },
            Endpoint(
                method: .delete, path: "\(path)/sessions", id: "endAccountSessions",
                summary: "Ends all sessions of an account", access: .administrator, response: nil, status: .noContent
            ) { request in
                let _: Void = try await perform(
                    Installation.endAccountSessions, AccountPayload(account: request.parameter("account")),
                    for: request)
                return .empty
            },
            Endpoint(
                method: .delete, path: "\(path)/second-factor", id: "removeSecondFactor",
                summary: "Removes the second factor of an account, and ends its sessions", access: .administrator,
                response: nil, status: .noContent
            ) { request in
                let _: Void = try await perform(
                    Installation.removeSecondFactor, AccountPayload(account: request.parameter("account")),
                    for: request)
                return .empty
            },
            Endpoint(
                method: .post, path: "\(path)/password-reset", id: "createPasswordReset",
                summary: "Creates a link that resets a password within an hour; its code is returned once",
                access: .administrator, response: "Invitation", status: .created
            ) { request in
                let code: String = try await perform(
                    Installation.createPasswordReset, AccountPayload(account: request.parameter("account")),
                    for: request)
                return APIResponse(status: .created, json: ["code": .string(code)])
            },
            Endpoint(
                method: .get, path: "\(Self.root)/access-rules", id: "getAccessRules",
                summary: "Returns what signing in requires", access: .administrator, response: "AccessRules"
            ) { request in
                let requires: Bool = try await perform(Installation.showAccessRules, OwnPayload(), for: request)
                return APIResponse(json: ["requiresSecondFactor": .bool(requires)])
            },
            Endpoint(
                method: .put, path: "\(Self.root)/access-rules", id: "setAccessRules",
                summary: "Sets whether everyone with more than the role of a viewer needs a second factor",
                access: .administrator, request: Schema.object(["requiresSecondFactor": Schema.boolean]),
                response: nil, status: .noContent
            ) { request in
                guard case .bool(let requires)? = try request.object()["requiresSecondFactor"] else {
                    throw APIError.malformed("“requiresSecondFactor” is missing, or isn't true or false.")
                }
                let _: Void = try await perform(
                    Installation.setAccessRules, AccessRulesPayload(requiresSecondFactor: requires), for: request)
                return .empty
            },
        ]
    }
}

extension AccountSummary {
    /// The account.
    var json: FlagValue {
        var members = account.json.members
        members["hasPassword"] = .bool(account.hasPassword)
        members["hasSecondFactor"] = .bool(hasSecondFactor)
        members["tokens"] = .array(tokens.map(\.jsonWithProgram))
        return .object(members)
    }
}

extension AccessToken {
    /// The token with the program that it belongs to, without its secret.
    var jsonWithProgram: FlagValue {
        var members = json.members
        members["program"] = .string(program)
        return .object(members)
    }
}
