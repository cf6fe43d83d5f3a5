import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

/// The program of a token in a list for all programs.
struct TokenProgram: Codable {
    let program: String
}

/// A token that an account created.
typealias AccountToken = Merged<AccessToken, TokenProgram>

extension AccessToken {
    fileprivate var ofAccount: AccountToken { Merged(self, TokenProgram(program: program)) }
}

/// Lists all accounts.
struct ListAccounts: ServerOperation, Decodable {
    static let description = "List all accounts"
    static let endpoint = OperationEndpoint(
        .get, "/accounts", "listAccounts", "Lists all accounts, with the valid tokens that each created")

    /// Accounts, and those that can't be read, which can't sign in.
    struct Accounts: Codable {
        struct More: Codable {
            let hasPassword, hasSecondFactor: Bool
            /// The valid tokens that the account created, also after it was disabled.
            let tokens: [AccountToken]
        }

        let accounts: [Merged<Account, More>]
        let damaged: [String]
    }

    func perform(_ call: ServerCall) async throws -> Accounts {
        let now = call.now
        let (accounts, damaged) = try await call.server.database.read { database in
            let factors = try SecondFactorTable(database).accounts()
            let tokens = try Dictionary(
                grouping: TokenTable(database).created(by: nil, validAt: now), by: \.creator)
            let stored = try AccountTable(database).stored()
            let accounts = stored.values.map { account in
                Merged(
                    account,
                    Accounts.More(
                        hasPassword: account.hasPassword, hasSecondFactor: factors.contains(account.id),
                        tokens: (tokens[account.id] ?? []).map(\.ofAccount)))
            }
            return (accounts, stored.damaged)
        }
        call.server.damage.report(damaged)
        return Accounts(accounts: accounts, damaged: damaged.map(\.key))
    }
}

extension ServerCall {
    /// Changes an account within a transaction that counts the change, and appends to the access log.
    ///
    /// - Parameters:
    ///   - id: The account.
    ///   - purpose: What needs the password again.
    ///   - change: Changes the account, and returns the event and its result.
    fileprivate func changeAccount<Result: Sendable>(
        _ id: String, to purpose: String,
        _ change: @escaping @Sendable (Account, any DatabaseConnection) throws -> (event: String, result: Result)
    ) async throws -> Result {
        try requireConfirmation(purpose)
        let result = try await server.database.write { database in
            guard let account = try AccountTable(database).account(id) else {
                throw StoreError.notFound("There is no such account. Load the list again.")
            }
            let (event, result) = try change(account, database)
            try log(event, "\(account.name), \(account.email)", database)
            try CounterTable(database).countAccess()
            return result
        }
        try await server.access.refresh()
        return result
    }
}

/// Disables an account, which ends its sessions, or enables it again.
///
/// Tokens belong to programs and continue to work; those that the account created are returned.
struct SetAccountState: ServerOperation {
    static let description = "Disable or enable an account"
    static let endpoint = OperationEndpoint(
        .put, "/accounts/{account}/state", "setAccountState",
        "Disables an account, which ends its sessions, or enables it; returns its valid tokens",
        request: Schema.object(["isDisabled": Schema.boolean]))
    let account: String
    let isDisabled: Bool

    init(_ request: APIRequest) throws {
        account = request.parameter("account")
        isDisabled = try request.object().flag("isDisabled")
    }

    struct AccountTokens: Codable {
        let tokens: [AccountToken]
    }

    func describe(to summary: inout InputSummary) { summary.add("State", isDisabled ? "disabled" : "enabled") }

    func perform(_ call: ServerCall) async throws -> AccountTokens {
        let now = call.now
        return try await call.changeAccount(account, to: "disable or enable an account") { account, database in
            let accounts = AccountTable(database)
            if isDisabled {
                guard account.id != call.account else {
                    throw StoreError.invalid("You can't disable your own account. Another administrator can.")
                }
                guard try !account.isAdministrator || accounts.hasAdministrator(besides: account.id) else {
                    throw StoreError.invalid("You can't disable the last administrator.")
                }
                try SignInTable(database).removeAll(of: account.id)
                try PasswordResetTable(database).remove(of: account.id)
            }
            var account = account
            account.isDisabled = isDisabled
            try accounts.update(account)
            let tokens = try TokenTable(database).created(by: account.id, validAt: now)
            return (
                isDisabled ? "accountDisabled" : "accountEnabled", AccountTokens(tokens: tokens.map(\.ofAccount))
            )
        }
    }
}

/// Removes an account that can't be read.
///
/// Others are disabled, since the history names them.
struct RemoveDamagedAccount: ServerOperation, Decodable {
    static let description = "Remove a damaged account"
    static let endpoint = OperationEndpoint(
        .delete, "/accounts/{account}", "removeDamagedAccount",
        "Removes an account that can't be read, with its roles and sessions; others can only be disabled")
    let account: String

    func perform(_ call: ServerCall) async throws {
        try call.requireConfirmation("remove an account")
        try await call.server.database.write { database in
            let accounts = AccountTable(database)
            let stored = try accounts.stored(account)
            guard stored.values.isEmpty else {
                throw StoreError.invalid("The account isn't damaged. Disable it instead.")
            }
            guard !stored.damaged.isEmpty else {
                throw StoreError.notFound("There is no such account. Load the list again.")
            }
            try accounts.remove(account)
            try call.log("accountRemoved", account, database)
            try CounterTable(database).countAccess()
        }
        try await call.server.access.refresh()
    }
}

/// Ends all sessions of an account.
struct EndAccountSessions: ServerOperation, Decodable {
    static let description = "End the sessions of an account"
    static let endpoint = OperationEndpoint(
        .delete, "/accounts/{account}/sessions", "endAccountSessions", "Ends all sessions of an account")
    let account: String

    func perform(_ call: ServerCall) async throws {
        try await call.changeAccount(account, to: "end the sessions of an account") { account, database in
            try SignInTable(database).removeAll(of: account.id)
            return ("sessionsEnded", ())
        }
    }
}

/// Removes the second factor of a person who lost it, and ends their sessions.
struct RemoveSecondFactor: ServerOperation, Decodable {
    static let description = "Remove a person's second factor"
    static let endpoint = OperationEndpoint(
        .delete, "/accounts/{account}/second-factor", "removeSecondFactor",
        "Removes the second factor of an account, and ends its sessions")
    let account: String

    func perform(_ call: ServerCall) async throws {
        try await call.changeAccount(account, to: "remove a second factor") { account, database in
            guard try SecondFactorTable(database).remove(of: account.id) else {
                throw StoreError.notFound("\(account.name) has no second factor.")
            }
            try SignInTable(database).removeAll(of: account.id)
            return ("secondFactorRemoved", ())
        }
    }
}

/// The requirements for signing in.
struct AccessRules: Codable {
    /// Whether people with more than the role of a viewer need a second factor.
    let requiresSecondFactor: Bool
}

/// Returns whether the server requires a second factor.
struct ShowAccessRules: ServerOperation, Decodable {
    static let description = "Show what signing in requires"
    static let endpoint = OperationEndpoint(
        .get, "/access-rules", "getAccessRules", "Returns what signing in requires")

    func perform(_ call: ServerCall) async throws -> AccessRules {
        try await call.server.database.read {
            try AccessRules(requiresSecondFactor: SettingTable($0).requiresSecondFactor())
        }
    }
}

/// Sets whether people with more than the role of a viewer need a second factor.
struct SetAccessRules: ServerOperation {
    static let description = "Set what signing in requires"
    static let endpoint = OperationEndpoint(
        .put, "/access-rules", "setAccessRules",
        "Sets whether everyone with more than the role of a viewer needs a second factor",
        request: Schema.object(["requiresSecondFactor": Schema.boolean]))
    let requires: Bool

    init(_ request: APIRequest) throws { requires = try request.object().flag("requiresSecondFactor") }

    func describe(to summary: inout InputSummary) {
        summary.add("Second factor", requires ? "required" : "optional")
    }

    func perform(_ call: ServerCall) async throws {
        try call.requireConfirmation("set what signing in requires")
        try await call.server.database.write { database in
            let rule = try SettingTable(database).secondFactorRule()
            // Setting it again repairs a damaged row.
            guard rule.isRequired != requires || !rule.damaged.isEmpty else { return }
            try SettingTable(database).set(.requiresSecondFactor, to: requires ? "1" : nil)
            try call.log(requires ? "secondFactorRequired" : "secondFactorOptional", "", database)
            try CounterTable(database).countAccess()
        }
        try await call.server.access.refresh()
    }
}

extension [String: JSONValue] {
    /// Returns a truth value.
    fileprivate func flag(_ name: String) throws(HTTPProblem) -> Bool {
        guard case .bool(let flag)? = self[name] else {
            throw .badRequest("“\(name)” is missing, or isn't true or false.")
        }
        return flag
    }
}
