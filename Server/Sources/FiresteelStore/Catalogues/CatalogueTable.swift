package import FiresteelDatabase

/// Catalogues of programs within a transaction, by version.
package struct CatalogueTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    /// Stores a catalogue, and returns whether it is new or differs.
    package func store(_ body: String, program: String, version: String, time: Int64) throws -> Bool {
        let known = try database.query(
            "SELECT body FROM catalogues WHERE program = ? AND version = ?", [.text(program), .text(version)]
        ).first?.text("body")
        guard known != body else { return false }
        _ = try database.execute(
            """
            INSERT INTO catalogues (program, version, received, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (program, version) DO UPDATE SET received = excluded.received, body = excluded.body
            """, [.text(program), .text(version), .int(time), .text(body)])
        return true
    }

    /// Returns the newest catalogues of a program.
    package func newest(of program: String, limit: Int = 5) throws -> [(version: String, received: Int64, body: String)]
    {
        try database.query(
            "SELECT * FROM catalogues WHERE program = ? ORDER BY received DESC LIMIT ?",
            [.text(program), .int(Int64(limit))]
        ).map { try ($0.text("version"), $0.int64("received"), $0.text("body")) }
    }
}
