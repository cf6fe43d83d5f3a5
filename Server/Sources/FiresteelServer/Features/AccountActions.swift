import Firesteel
import FiresteelDatabase
import FiresteelStore
import FiresteelTimeline

/// An account as administrators see it.
struct AccountSummary: Sendable {
    let account: Account
    let hasSecondFactor: Bool
    /// The valid tokens that the account created, also after it was disabled.
    let tokens: [AccessToken]
}

/// Lists all accounts.
enum ListAccounts: ReplyAction {
    static let description = "List all accounts"

    /// Accounts, and those that can't be read, which can't sign in.
    struct Found: Sendable {
        let accounts: [AccountSummary]
        let damaged: [DamagedRow]
    }

    static func reply(to context: ActionContext<ServerCall<OwnPayload>>) async throws -> Found {
        let server = context.input.server
        let now = server.clock.now()
        let found = try await server.database.read { database -> Found in
            let factors = try SecondFactorTable(database).accounts()
            let tokens = try Dictionary(
                grouping: TokenTable(database).created(by: nil, validAt: now), by: \.creator)
            let stored = try AccountTable(database).stored()
            let accounts = stored.values.map { account in
                AccountSummary(
                    account: account, hasSecondFactor: factors.contains(account.id), tokens: tokens[account.id] ?? [])
            }
            return Found(accounts: accounts, damaged: stored.damaged)
        }
        server.damage.report(found.damaged)
        return found
    }
}

/// An account that an administrator manages.
struct AccountPayload: Sendable, TimelineDescribable {
    let account: String

    func describe(to summary: inout InputSummary) { summary.add("Account", account) }
}

extension ServerCall {
    /// Changes an account within a transaction that counts the change, and appends to the access log.
    ///
    /// - Parameters:
    ///   - id: The account.
    ///   - purpose: What needs the password again.
    ///   - change: Changes the account, and returns the event and its result.
    func changeAccount<Result: Sendable>(
        _ id: String, to purpose: String,
        _ change: @escaping @Sendable (Account, any DatabaseConnection) throws -> (event: String, result: Result)
    ) async throws -> Result {
        let author = try author()
        try requireConfirmation(purpose)
        let now = server.clock.now()
        let result = try await server.database.write { database -> Result in
            guard let account = try AccountTable(database).account(id) else {
                throw StoreError.notFound("There is no such account. Load the list again.")
            }
            let (event, result) = try change(account, database)
            try AccessLogTable(database).append(
                AccessLogEntry(
                    time: now, event: event, actor: author.id, actorName: author.name,
                    details: "\(account.name), \(account.email)"))
            try CounterTable(database).countAccess()
            return result
        }
        try await server.access.refresh()
        return result
    }
}

/// An account that is disabled or enabled.
struct AccountStatePayload: Sendable, TimelineDescribable {
    let account: String
    let isDisabled: Bool

    func describe(to summary: inout InputSummary) {
        summary.add("Account", account)
        summary.add("State", isDisabled ? "disabled" : "enabled")
    }
}

/// Disables an account, which ends its sessions, or enables it again.
///
/// Tokens belong to programs and continue to work; those that the account created are returned.
enum SetAccountState: ReplyAction {
    static let description = "Disable or enable an account"

    static func reply(to context: ActionContext<ServerCall<AccountStatePayload>>) async throws -> [AccessToken] {
        let call = context.input
        let isDisabled = call.payload.isDisabled
        let own = call.account
        let now = call.server.clock.now()
        return try await call.changeAccount(call.payload.account, to: "disable or enable an account") {
            account, database in
            let accounts = AccountTable(database)
            if isDisabled {
                guard account.id != own else {
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
            return (
                isDisabled ? "accountDisabled" : "accountEnabled",
                try TokenTable(database).created(by: account.id, validAt: now)
            )
        }
    }
}

/// Ends all sessions of an account.
enum EndAccountSessions: ReplyAction {
    static let description = "End the sessions of an account"

    static func reply(to context: ActionContext<ServerCall<AccountPayload>>) async throws {
        let call = context.input
        try await call.changeAccount(call.payload.account, to: "end the sessions of an account") { account, database in
            try SignInTable(database).removeAll(of: account.id)
            return ("sessionsEnded", ())
        }
    }
}

/// Removes the second factor of a person who lost it, and ends their sessions.
enum RemoveSecondFactor: ReplyAction {
    static let description = "Remove a person's second factor"

    static func reply(to context: ActionContext<ServerCall<AccountPayload>>) async throws {
        let call = context.input
        try await call.changeAccount(call.payload.account, to: "remove a second factor") { account, database in
            guard try SecondFactorTable(database).remove(of: account.id) else {
                throw StoreError.notFound("\(account.name) has no second factor.")
            }
            try SignInTable(database).removeAll(of: account.id)
            return ("secondFactorRemoved", ())
        }
    }
}

/// Creates a link with which a person chooses a new password; its code is returned once.
enum CreatePasswordReset: ReplyAction {
    static let description = "Create a link that resets a password"

    static func reply(to context: ActionContext<ServerCall<AccountPayload>>) async throws -> String {
        let call = context.input
        let author = try call.author()
        try call.requireConfirmation("reset a password")
        let now = call.server.clock.now()
        let length = call.server.signIns.options.passwordReset
        return try await call.server.database.write { database in
            try SignInService.createReset(
                for: call.payload.account, by: (author.id, author.name), at: now, length: length, database)
        }
    }
}

/// Returns whether the server requires a second factor.
enum ShowAccessRules: ReplyAction {
    static let description = "Show what signing in requires"

    static func reply(to context: ActionContext<ServerCall<OwnPayload>>) async throws -> Bool {
        try await context.input.server.database.read { try SettingTable($0).requiresSecondFactor() }
    }
}

/// What signing in requires.
struct AccessRulesPayload: Sendable, TimelineDescribable {
    /// Whether people with more than the role of a viewer need a second factor.
    let requiresSecondFactor: Bool

    func describe(to summary: inout InputSummary) {
        summary.add("Second factor", requiresSecondFactor ? "required" : "optional")
    }
}

/// Sets whether people with more than the role of a viewer need a second factor.
enum SetAccessRules: ReplyAction {
    static let description = "Set what signing in requires"

    static func reply(to context: ActionContext<ServerCall<AccessRulesPayload>>) async throws {
        let call = context.input
        let requires = call.payload.requiresSecondFactor
        let author = try call.author()
        try call.requireConfirmation("set what signing in requires")
        let now = call.server.clock.now()
        try await call.server.database.write { database in
            let rule = try SettingTable(database).secondFactorRule()
            // Setting it again repairs a damaged row.
            guard rule.isRequired != requires || !rule.damaged.isEmpty else { return }
            try SettingTable(database).set(.requiresSecondFactor, to: requires ? "1" : nil)
            try AccessLogTable(database).append(
                AccessLogEntry(
                    time: now, event: requires ? "secondFactorRequired" : "secondFactorOptional", actor: author.id,
                    actorName: author.name, details: ""))
            try CounterTable(database).countAccess()
        }
        try await call.server.access.refresh()
    }
}
