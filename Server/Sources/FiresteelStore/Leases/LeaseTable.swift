package import FiresteelDatabase

/// Leases for work that one node of several does.
package struct LeaseTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    /// Takes or renews a lease, and returns whether the holder has it.
    ///
    /// A lease that isn't renewed ends at its time, so another node continues the work of one that was killed.
    package func take(_ name: String, for holder: String, until expires: Int64, now: Int64) throws -> Bool {
        try database.execute(
            """
            INSERT INTO leases (name, holder, expires) VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires = excluded.expires
            WHERE leases.holder = excluded.holder OR leases.expires <= ?
            """, [.text(name), .text(holder), .int(expires), .int(now)]) == 1
    }

    /// Ends a lease.
    package func release(_ name: String, of holder: String) throws {
        _ = try database.execute("DELETE FROM leases WHERE name = ? AND holder = ?", [.text(name), .text(holder)])
    }
}
