package import FiresteelDatabase

/// Work that one node at a time does, within a transaction.
///
/// A lease ends by itself, so that the work continues when its node ends.
package struct LeaseTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) { self.database = database }

    /// Acquires or extends a lease, and returns whether the node has it.
    package func acquire(_ name: String, for node: String, now: Int64, duration: Int64) throws -> Bool {
        let row = try database.query("SELECT node, until FROM insight_leases WHERE name = ?", .text(name)).first
        // A damaged lease has ended, or the work would never continue.
        if let holder = try? row?.text("node"), holder != node, let until = try? row?.int64("until") {
            // A clock that was set back must not keep a lease for long.
            guard until <= now || until > now + 10 * duration else { return false }
        }
        try database.execute(
            """
            INSERT INTO insight_leases (name, node, until) VALUES (?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET node = excluded.node, until = excluded.until
            """, .text(name), .text(node), .int(now + duration))
        return true
    }

    /// Ends all leases.
    package func releaseAll() throws { try database.execute("DELETE FROM insight_leases") }

    /// Ends a lease of a node.
    package func release(_ name: String, of node: String) throws {
        try database.execute("DELETE FROM insight_leases WHERE name = ? AND node = ?", .text(name), .text(node))
    }
}
