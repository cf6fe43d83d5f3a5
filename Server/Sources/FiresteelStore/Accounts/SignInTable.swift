package import FiresteelDatabase

/// Reads and writes signed-in sessions within a transaction.
package struct SignInTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    /// Stores a session.
    package func add(_ signIn: SignIn) throws {
        _ = try database.execute(
            """
            INSERT INTO sign_ins (hash, account, created, last_seen, expires, confirmed, device)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(signIn.hash), .text(signIn.account), .int(signIn.created), .int(signIn.lastSeen),
                .int(signIn.expires), .int(signIn.confirmed), .text(signIn.device),
            ])
    }

    /// Returns a session by the hash of its secret, unless it has expired.
    package func signIn(_ hash: String, at time: Int64) throws -> SignIn? {
        try database.query("SELECT * FROM sign_ins WHERE hash = ? AND expires > ?", [.text(hash), .int(time)])
            .first.map(Self.signIn)
    }

    /// Returns the sessions of an account, the last used first.
    package func all(of account: String, at time: Int64) throws -> [SignIn] {
        try database.query(
            "SELECT * FROM sign_ins WHERE account = ? AND expires > ? ORDER BY last_seen DESC",
            [.text(account), .int(time)]
        ).map(Self.signIn)
    }

    /// Stores the time at which the password was entered again.
    package func confirm(_ hash: String, at time: Int64) throws {
        _ = try database.execute("UPDATE sign_ins SET confirmed = ? WHERE hash = ?", [.int(time), .text(hash)])
    }

    /// Stores the time of the last request.
    package func markSeen(_ signIn: SignIn) throws {
        _ = try database.execute(
            "UPDATE sign_ins SET last_seen = ? WHERE hash = ?", [.int(signIn.lastSeen), .text(signIn.hash)])
        _ = try database.execute(
            "UPDATE accounts SET last_seen = ? WHERE id = ? AND last_seen < ?",
            [.int(signIn.lastSeen), .text(signIn.account), .int(signIn.lastSeen)])
    }

    /// Ends a session.
    package func remove(_ hash: String) throws {
        _ = try database.execute("DELETE FROM sign_ins WHERE hash = ?", [.text(hash)])
    }

    /// Ends all sessions of an account, but for one.
    package func removeAll(of account: String, except hash: String? = nil) throws {
        _ = try database.execute(
            "DELETE FROM sign_ins WHERE account = ? AND hash <> ?", [.text(account), .text(hash ?? "")])
    }

    /// Removes sessions that have expired.
    package func removeExpired(at time: Int64) throws {
        _ = try database.execute("DELETE FROM sign_ins WHERE expires <= ?", [.int(time)])
    }

    private static func signIn(_ row: DatabaseRow) throws -> SignIn {
        try SignIn(
            hash: row.text("hash"), account: row.text("account"), created: row.int64("created"),
            lastSeen: row.int64("last_seen"), expires: row.int64("expires"), confirmed: row.int64("confirmed"),
            device: row.text("device"))
    }
}
