package import FiresteelDatabase

/// Programs that are connected to one node, counted by version and revision.
package struct ConnectedCount: Codable, Sendable, Hashable {
    // Responses are those of a program.
    private enum CodingKeys: CodingKey {
        case environment, version, revision, instances
    }

    /// The program.
    package private(set) var program = ""
    /// The environment.
    package let environment: String
    /// The program's version, empty if it doesn't report one.
    package let version: String
    /// The revision of the flags that they use.
    package let revision: Int64
    /// The number of instances.
    package let instances: Int64

    /// Creates a count.
    package init(program: String, environment: String, version: String, revision: Int64, instances: Int64) {
        self.program = program
        self.environment = environment
        self.version = version
        self.revision = revision
        self.instances = instances
    }
}

/// Reads and writes counts of connected programs within a transaction.
package struct ConnectedTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    /// Replaces the counts of a node.
    package func replace(_ counts: [ConnectedCount], of node: String, time: Int64) throws {
        _ = try database.execute("DELETE FROM connected WHERE node = ?", [.text(node)])
        for count in counts {
            _ = try database.execute(
                """
                INSERT INTO connected (node, program, environment, version, revision, instances, seen)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .text(node), .text(count.program), .text(count.environment), .text(count.version),
                    .int(count.revision), .int(count.instances), .int(time),
                ])
        }
    }

    /// Returns the counts of all nodes that reported since a time.
    package func all(since time: Int64) throws -> [ConnectedCount] {
        try database.query(
            """
            SELECT program, environment, version, revision, CAST(SUM(instances) AS BIGINT) AS instances FROM connected
            WHERE seen >= ? GROUP BY program, environment, version, revision
            ORDER BY program, environment, revision DESC, version
            """, [.int(time)]
        ).map { row in
            try ConnectedCount(
                program: row.text("program"), environment: row.text("environment"), version: row.text("version"),
                revision: row.int64("revision"), instances: row.int64("instances"))
        }
    }

    /// Removes the counts of nodes that have not reported since a time.
    package func removeStale(before time: Int64) throws {
        _ = try database.execute("DELETE FROM connected WHERE seen < ?", [.int(time)])
    }
}
