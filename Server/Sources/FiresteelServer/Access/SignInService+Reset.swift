import FiresteelDatabase
import FiresteelStore

// Links with which people choose a new password. The server sends no messages: an administrator passes the link on.
extension SignInService {
    /// Creates the code of a link for an account, instead of an earlier one, within a transaction.
    ///
    /// - Parameters:
    ///   - id: The account.
    ///   - author: Who creates it: an identifier and a name.
    ///   - now: Milliseconds since 1970.
    ///   - length: How long it is valid, in milliseconds.
    ///   - database: The connection.
    static func createReset(
        for id: String, by author: (id: String, name: String), at now: Int64, length: Int64,
        _ database: any DatabaseConnection
    ) throws -> String {
        guard let account = try AccountTable(database).account(id) else {
            throw StoreError.notFound("There is no such account.")
        }
        guard account.hasPassword else {
            throw StoreError.invalid("\(account.name) has no password, and signs in at the provider.")
        }
        guard !account.isDisabled else {
            throw StoreError.invalid("The account of \(account.name) is disabled. Enable it first.")
        }
        let code = Secret.random()
        try PasswordResetTable(database).add(
            Secret.hash(code), for: id, by: author.name, at: now, expires: now + length)
        try AccessLogTable(database).append(
            AccessLogEntry(
                time: now, event: "passwordResetCreated", actor: author.id, actorName: author.name,
                details: "\(account.name), \(account.email)"))
        return code
    }

    /// Replaces the password of the account of a link, and ends all sessions of the account.
    func resetPassword(code: String, to password: String, _ client: SignInClient) async throws {
        try await countAddress(of: client)
        let hash = Secret.hash(code)
        let now = clock.now()
        let account = try await database.read { try Self.account(ofReset: hash, at: now, $0).account }
        try check(password: password, of: [account.email, account.name])
        let stored = try await hashed(password)
        try await database.write { database in
            let (found, createdBy) = try Self.account(ofReset: hash, at: now, database)
            var account = found
            try PasswordResetTable(database).remove(of: account.id)
            account.password = stored
            try AccountTable(database).update(account)
            try SignInTable(database).removeAll(of: account.id)
            try AttemptTable(database).uncount(Self.address(client))
            try Self.log(
                "passwordReset", account, "By a link of \(createdBy), from \(client.address). All sessions ended", now,
                database)
            try CounterTable(database).countAccess()
        }
    }

    private static func account(
        ofReset hash: String, at now: Int64, _ database: any DatabaseConnection
    ) throws -> (account: Account, createdBy: String) {
        guard let reset = try PasswordResetTable(database).reset(hash, at: now),
            let account = try AccountTable(database).account(reset.account), !account.isDisabled, account.hasPassword
        else { throw SignInError.reset }
        return (account, reset.createdBy)
    }
}
