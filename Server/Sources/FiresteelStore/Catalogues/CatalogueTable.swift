package import FiresteelDatabase

/// Catalogues of programs, or the behaviour of their tests, within a transaction, by version.
package struct CatalogueTable {
    /// The tables, which have the same columns.
    enum Content: String {
        case catalogues
        case tested
    }

    /// The maximum number of versions of a program that are stored; the oldest are removed, but for the one received last.
    package static let maximumVersions = 20

    private let database: any DatabaseConnection
    private let table: String

    /// Creates the table of catalogues.
    package init(_ database: any DatabaseConnection) { self.init(database, .catalogues) }

    init(_ database: any DatabaseConnection, _ content: Content) {
        self.database = database
        table = content.rawValue
    }

    /// Stores a catalogue, and returns whether it is new or differs.
    package func store(_ body: String, program: String, version: String, time: Int64) throws -> Bool {
        // One that can't be read is replaced.
        if let known = try row(of: program, version), (try? known.text("body")) == body { return false }
        _ = try database.execute(
            """
            INSERT INTO \(table) (program, version, received, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (program, version) DO UPDATE SET received = excluded.received, body = excluded.body
            """, [.text(program), .text(version), .int(time), .text(body)])
        // A version that was just received is in use, however old it is: what is answered as stored has to remain.
        for old in try versions(of: program).filter({ $0.version != version }).dropFirst(Self.maximumVersions - 1) {
            _ = try database.execute(
                "DELETE FROM \(table) WHERE program = ? AND version = ?", [.text(program), .text(old.version)])
        }
        return true
    }

    /// Returns the versions of all programs.
    package func versions() throws -> [(program: String, version: String)] {
        try database.query("SELECT program, version FROM \(table)").map {
            try ($0.text("program"), $0.text("version"))
        }
    }

    /// Returns the versions of a program, and when each was received, the newest first.
    package func versions(of program: String) throws -> [(version: String, received: Int64)] {
        let rows = try database.query("SELECT version, received FROM \(table) WHERE program = ?", [.text(program)])
        return CatalogueOrder.newestFirst(try rows.map { try ($0.text("version"), $0.int64("received")) })
    }

    /// Returns the catalogue of a version, or the newest one if there is none of it; `nil` if the program sent none.
    package func body(of program: String, version: String) throws -> String? {
        try row(of: program, version)?.text("body") ?? newest(of: program, limit: 1).first?.body
    }

    /// Returns the row of a version, `nil` if there is none of it.
    func row(of program: String, _ version: String) throws -> DatabaseRow? {
        try database.query(
            "SELECT body FROM \(table) WHERE program = ? AND version = ?", [.text(program), .text(version)]
        ).first
    }

    /// Returns the newest catalogues of a program.
    package func newest(of program: String, limit: Int = 5) throws -> [(version: String, received: Int64, body: String)]
    {
        var newest: [(version: String, received: Int64, body: String)] = []
        for (version, received) in try versions(of: program).prefix(limit) {
            if let row = try row(of: program, version) { newest.append((version, received, try row.text("body"))) }
        }
        return newest
    }
}
