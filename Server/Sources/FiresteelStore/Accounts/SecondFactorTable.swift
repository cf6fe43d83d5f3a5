package import FiresteelDatabase

/// The authenticator app of an account.
package struct SecondFactor: Sendable {
    package let account: String
    /// The shared bytes in Base32.
    package let secret: String
    /// The time at which the secret was shown, in milliseconds since 1970.
    package let created: Int64
    /// The time at which it was turned on, `nil` until then.
    package let enabled: Int64?
    /// The step of the last code that was accepted.
    package let used: Int64

    /// Returns the step to which a code belongs, if it can be accepted now.
    package func step(of code: String, at time: Int64) throws -> Int64? {
        guard let bytes = Base32.decoded(secret) else {
            throw StoreError.damaged("The secret of an account's second factor can't be read.")
        }
        return TimeBasedCode(secret: bytes).step(of: code, at: time, after: used)
    }
}

/// Reads and writes second factors and recovery codes within a transaction.
package struct SecondFactorTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    /// Returns the second factor of an account, also one that isn't turned on yet.
    package func factor(of account: String) throws -> SecondFactor? {
        try database.query("SELECT * FROM second_factors WHERE account = ?", [.text(account)]).first.map {
            try StoredTable.secondFactors.read($0, Self.factor)
        }
    }

    static func factor(_ row: DatabaseRow) throws -> SecondFactor {
        try SecondFactor(
            account: row.text("account"), secret: row.text("secret"), created: row.int64("created"),
            enabled: row.int64IfPresent("enabled"), used: row.int64("used"))
    }

    /// Whether an account has a second factor that is turned on, also one whose row is damaged: it is then required, and no
    /// code is right.
    package func isOn(for account: String) throws -> Bool {
        try !database.query(
            "SELECT account FROM second_factors WHERE account = ? AND enabled IS NOT NULL", [.text(account)]
        ).isEmpty
    }

    /// Returns the accounts whose second factor is turned on.
    package func accounts() throws -> Set<String> {
        try Set(
            database.query("SELECT account FROM second_factors WHERE enabled IS NOT NULL").compactMap {
                try? $0.text("account")
            })
    }

    /// Stores a secret that isn't turned on yet, instead of an earlier one.
    ///
    /// - Returns: Whether it was stored: a second factor that is turned on isn't replaced.
    package func begin(_ secret: String, for account: String, at time: Int64) throws -> Bool {
        try database.execute(
            """
            INSERT INTO second_factors (account, secret, created, enabled, used) VALUES (?, ?, ?, NULL, 0)
            ON CONFLICT (account) DO UPDATE SET secret = excluded.secret, created = excluded.created, used = 0
            WHERE second_factors.enabled IS NULL
            """, [.text(account), .text(secret), .int(time)]) == 1
    }

    /// Turns a second factor on, with the step of the code that showed that the app has the secret.
    package func enable(_ account: String, step: Int64, at time: Int64) throws {
        _ = try database.execute(
            "UPDATE second_factors SET enabled = ?, used = ? WHERE account = ? AND enabled IS NULL",
            [.int(time), .int(step), .text(account)])
    }

    /// Accepts a code of the app, or a recovery code, once; returns which it was.
    package func use(_ code: String, of account: String, at time: Int64) throws -> Used? {
        guard let factor = try factor(of: account), factor.enabled != nil else { return nil }
        if let step = try factor.step(of: code, at: time) {
            let isFirst =
                try database.execute(
                    "UPDATE second_factors SET used = ? WHERE account = ? AND used < ?",
                    [.int(step), .text(account), .int(step)]) == 1
            return isFirst ? .app : nil
        }
        guard let hash = RecoveryCode.hash(code),
            try database.execute(
                "DELETE FROM recovery_codes WHERE account = ? AND hash = ?", [.text(account), .text(hash)]) == 1
        else { return nil }
        return .recovery(remaining: try recoveryCodes(of: account))
    }

    /// The outcome of a code.
    package enum Used: Sendable, Equatable {
        /// A code of the app.
        case app
        /// A recovery code, and how many remain.
        case recovery(remaining: Int)
    }

    /// Returns the number of recovery codes that remain.
    package func recoveryCodes(of account: String) throws -> Int {
        try database.query("SELECT COUNT(*) AS n FROM recovery_codes WHERE account = ?", [.text(account)])
            .first?.int("n") ?? 0
    }

    /// Replaces the recovery codes of an account, and returns the new ones, which aren't stored.
    package func renewRecoveryCodes(of account: String) throws -> [String] {
        _ = try database.execute("DELETE FROM recovery_codes WHERE account = ?", [.text(account)])
        let codes = RecoveryCode.new()
        for code in codes {
            guard let hash = RecoveryCode.hash(code) else { continue }
            _ = try database.execute(
                "INSERT INTO recovery_codes (account, hash) VALUES (?, ?)", [.text(account), .text(hash)])
        }
        return codes
    }

    /// Removes the second factor and the recovery codes of an account; returns whether it was turned on.
    package func remove(of account: String) throws -> Bool {
        let isOn = try isOn(for: account)
        _ = try database.execute("DELETE FROM recovery_codes WHERE account = ?", [.text(account)])
        _ = try database.execute("DELETE FROM second_factors WHERE account = ?", [.text(account)])
        return isOn
    }
}
