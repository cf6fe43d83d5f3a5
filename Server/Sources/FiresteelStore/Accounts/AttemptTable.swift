package import FiresteelDatabase

/// Failed sign-ins within a window, by account or address.
package struct AttemptTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    package struct Limit: Sendable {
        /// The number of failures after which attempts are refused.
        package var failures: Int64
        /// The time until attempts are allowed again, in milliseconds.
        package var window: Int64

        package init(failures: Int64, window: Int64) {
            self.failures = failures
            self.window = window
        }
    }

    /// Counts an attempt before its result is known, and returns the milliseconds to wait if it is refused.
    ///
    /// Counting first means that attempts at the same time can't exceed the limit.
    package func begin(_ subject: String, limit: Limit, now: Int64) throws -> Int64? {
        // Beyond the window in the future as well: the clock was set back, which must not lock anyone out.
        _ = try database.execute(
            "DELETE FROM attempts WHERE since <= ? OR since > ?",
            [.int(now - limit.window), .int(now + limit.window)])
        _ = try database.execute(
            """
            INSERT INTO attempts (subject, failures, since) VALUES (?, 1, ?)
            ON CONFLICT (subject) DO UPDATE SET failures = attempts.failures + 1
            """, [.text(subject), .int(now)])
        guard let row = try database.query("SELECT * FROM attempts WHERE subject = ?", [.text(subject)]).first,
            try row.int64("failures") > limit.failures
        else { return nil }
        return try max(row.int64("since") + limit.window - now, 1)
    }

    /// Returns the number of attempts that remain.
    package func remaining(_ subject: String, limit: Limit) throws -> Int64 {
        let failures =
            try database.query("SELECT failures FROM attempts WHERE subject = ?", [.text(subject)])
            .first?.int64("failures") ?? 0
        return max(limit.failures - failures, 0)
    }

    /// Removes the count of an attempt that succeeded.
    package func uncount(_ subject: String) throws {
        _ = try database.execute(
            "UPDATE attempts SET failures = failures - 1 WHERE subject = ? AND failures > 0", [.text(subject)])
    }

    /// Forgets the failures of a subject that signed in.
    package func clear(_ subject: String) throws {
        _ = try database.execute("DELETE FROM attempts WHERE subject = ?", [.text(subject)])
    }
}
