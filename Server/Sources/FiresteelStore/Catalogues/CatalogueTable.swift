package import FiresteelDatabase

/// Catalogues of programs within a transaction, by version.
package struct CatalogueTable {
    /// The greatest number of versions of a program that are stored; those received first are removed.
    package static let maximumVersions = 20

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
        for old in try versions(of: program).dropFirst(Self.maximumVersions) {
            _ = try database.execute(
                "DELETE FROM catalogues WHERE program = ? AND version = ?", [.text(program), .text(old.version)])
        }
        return true
    }

    /// Returns the versions of all programs, and when each was received, the newest first.
    package func versions() throws -> [(program: String, version: String, received: Int64)] {
        try database.query("SELECT program, version, received FROM catalogues ORDER BY received DESC, version DESC").map
        {
            try ($0.text("program"), $0.text("version"), $0.int64("received"))
        }
    }

    /// Returns the versions of a program, and when each was received, the newest first.
    package func versions(of program: String) throws -> [(version: String, received: Int64)] {
        try database.query(
            "SELECT version, received FROM catalogues WHERE program = ? ORDER BY received DESC, version DESC",
            [.text(program)]
        ).map { try ($0.text("version"), $0.int64("received")) }
    }

    /// Returns the newest catalogues of a program.
    package func newest(of program: String, limit: Int = 5) throws -> [(version: String, received: Int64, body: String)]
    {
        try database.query(
            "SELECT * FROM catalogues WHERE program = ? ORDER BY received DESC, version DESC LIMIT ?",
            [.text(program), .int(Int64(limit))]
        ).map { try ($0.text("version"), $0.int64("received"), $0.text("body")) }
    }
}
