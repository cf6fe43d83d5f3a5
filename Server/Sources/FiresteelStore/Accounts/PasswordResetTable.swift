package import FiresteelDatabase

/// Reads and writes the links with which people choose a new password, within a transaction.
package struct PasswordResetTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    package struct Reset: Sendable {
        package let account: String
        /// The name of who created it.
        package let createdBy: String
    }

    /// Stores the hash of a link's code instead of an earlier one of the account.
    package func add(_ hash: String, for account: String, by author: String, at time: Int64, expires: Int64) throws {
        try remove(of: account)
        _ = try database.execute(
            "INSERT INTO password_resets (hash, account, created, created_by, expires) VALUES (?, ?, ?, ?, ?)",
            [.text(hash), .text(account), .int(time), .text(author), .int(expires)])
    }

    /// Returns a link that is still valid.
    package func reset(_ hash: String, at time: Int64) throws -> Reset? {
        try database.query(
            "SELECT * FROM password_resets WHERE hash = ? AND expires > ?", [.text(hash), .int(time)]
        ).first.map { try Reset(account: $0.text("account"), createdBy: $0.text("created_by")) }
    }

    /// Removes the link of an account.
    package func remove(of account: String) throws {
        _ = try database.execute("DELETE FROM password_resets WHERE account = ?", [.text(account)])
    }
}
