package import FiresteelDatabase

/// Reads and writes signed-in sessions within a transaction.
package struct SignInTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    package func add(_ signIn: SignIn) throws {
        _ = try database.execute(
            """
            INSERT INTO sign_ins (hash, account, created, last_seen, expires, confirmed, device, method)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(signIn.hash), .text(signIn.account), .int(signIn.created), .int(signIn.lastSeen),
                .int(signIn.expires), .int(signIn.confirmed), .text(signIn.device), .text(signIn.method.rawValue),
            ])
        try markSeen(signIn.hash, of: signIn.account, at: signIn.lastSeen)
    }

    /// Returns sessions that can be read by the hashes of their secrets, without those that have ended.
    ///
    /// - Parameters:
    ///   - hashes: The hashes.
    ///   - time: The current time, in milliseconds since 1970.
    ///   - idle: The maximum time without use, in milliseconds.
    package func signIns(_ hashes: [String], at time: Int64, idle: Int64) throws -> [SignIn] {
        try stored(hashes, at: time, idle: idle).values
    }

    /// Returns sessions by the hashes of their secrets, without those that have ended, and what is wrong with the rows of those
    /// that can't be read.
    package func stored(_ hashes: [String], at time: Int64, idle: Int64) throws -> StoredRows<SignIn> {
        guard !hashes.isEmpty else { return StoredRows() }
        let placeholders = hashes.map { _ in "?" }.joined(separator: ", ")
        let rows = try database.query(
            "SELECT * FROM sign_ins WHERE hash IN (\(placeholders)) AND expires > ? AND last_seen > ?",
            hashes.map { .text($0) } + [.int(time), .int(time - idle)])
        return StoredTable.signIns.read(rows, Self.signIn)
    }

    /// Returns the sessions of an account, the last used first; those that can't be read are left out and named.
    package func all(of account: String, at time: Int64, idle: Int64) throws -> StoredRows<SignIn> {
        let rows = try database.query(
            "SELECT * FROM sign_ins WHERE account = ? AND expires > ? AND last_seen > ? ORDER BY last_seen DESC",
            [.text(account), .int(time), .int(time - idle)])
        return StoredTable.signIns.read(rows, Self.signIn)
    }

    /// Replaces the secret of a session whose person has just shown again who they are; returns whether there was one.
    package func renew(_ hash: String, as renewed: SignIn) throws -> Bool {
        try database.execute(
            "UPDATE sign_ins SET hash = ?, confirmed = ?, last_seen = ? WHERE hash = ?",
            [.text(renewed.hash), .int(renewed.confirmed), .int(renewed.lastSeen), .text(hash)]) == 1
    }

    /// Stores the time of the last request, unless another node stored a later one.
    package func markSeen(_ hash: String, of account: String, at time: Int64) throws {
        _ = try database.execute(
            "UPDATE sign_ins SET last_seen = ? WHERE hash = ? AND last_seen < ?",
            [.int(time), .text(hash), .int(time)])
        _ = try database.execute(
            "UPDATE accounts SET last_seen = ? WHERE id = ? AND last_seen < ?",
            [.int(time), .text(account), .int(time)])
    }

    package func remove(_ hash: String) throws {
        _ = try database.execute("DELETE FROM sign_ins WHERE hash = ?", [.text(hash)])
    }

    /// Ends all sessions of an account, but for one.
    package func removeAll(of account: String, except hash: String? = nil) throws {
        _ = try database.execute(
            "DELETE FROM sign_ins WHERE account = ? AND hash <> ?", [.text(account), .text(hash ?? "")])
    }

    /// Ends a session of an account by its identifier, and returns whether there was one.
    package func remove(id: String, of account: String) throws -> Bool {
        // By the hash alone, which also finds one that can't be read.
        let hashes = try database.query("SELECT hash FROM sign_ins WHERE account = ?", [.text(account)])
            .compactMap { try? $0.text("hash") }
        guard let hash = hashes.first(where: { SignIn.id(ofHash: $0) == id }) else { return false }
        try remove(hash)
        return true
    }

    /// Removes sessions that have expired, or were unused for too long.
    package func removeEnded(at time: Int64, idle: Int64) throws {
        _ = try database.execute(
            "DELETE FROM sign_ins WHERE expires <= ? OR last_seen <= ?", [.int(time), .int(time - idle)])
    }

    static func signIn(_ row: DatabaseRow) throws -> SignIn {
        guard let method = SignIn.Method(rawValue: try row.text("method")) else {
            throw StoreError.damaged("A session began by “\(try row.text("method"))”.")
        }
        return try SignIn(
            hash: row.text("hash"), account: row.text("account"), created: row.int64("created"),
            lastSeen: row.int64("last_seen"), expires: row.int64("expires"), confirmed: row.int64("confirmed"),
            device: row.text("device"), method: method)
    }
}
