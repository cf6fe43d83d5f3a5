package import FiresteelDatabase

/// Catalogues of programs within a transaction, by version.
package struct CatalogueTable {
    /// The maximum number of versions of a program that are stored; the oldest are removed, but for the one received last.
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
        // A version that was just received is in use, however old it is: what is answered as stored has to remain.
        for old in try versions(of: program).filter({ $0.version != version }).dropFirst(Self.maximumVersions - 1) {
            _ = try database.execute(
                "DELETE FROM catalogues WHERE program = ? AND version = ?", [.text(program), .text(old.version)])
        }
        return true
    }

    /// Returns the versions of all programs.
    package func versions() throws -> [(program: String, version: String)] {
        try database.query("SELECT program, version FROM catalogues").map {
            try ($0.text("program"), $0.text("version"))
        }
    }

    /// Returns the versions of a program, and when each was received, the newest first.
    package func versions(of program: String) throws -> [(version: String, received: Int64)] {
        let rows = try database.query("SELECT version, received FROM catalogues WHERE program = ?", [.text(program)])
        return CatalogueOrder.newestFirst(try rows.map { try ($0.text("version"), $0.int64("received")) })
    }

    /// Returns the catalogue of a version, or the newest one if there is none of it; `nil` if the program sent none.
    package func body(of program: String, version: String) throws -> String? {
        let row = try database.query(
            "SELECT body FROM catalogues WHERE program = ? AND version = ?", [.text(program), .text(version)]
        ).first
        return try row?.text("body") ?? newest(of: program, limit: 1).first?.body
    }

    /// Returns the newest catalogues of a program.
    package func newest(of program: String, limit: Int = 5) throws -> [(version: String, received: Int64, body: String)]
    {
        var newest: [(version: String, received: Int64, body: String)] = []
        for (version, received) in try versions(of: program).prefix(limit) {
            let row = try database.query(
                "SELECT body FROM catalogues WHERE program = ? AND version = ?", [.text(program), .text(version)]
            ).first
            if let row { newest.append((version, received, try row.text("body"))) }
        }
        return newest
    }
}
