package import FiresteelDatabase

/// An entry about access: who got which right from whom, and who signed in.
public struct AccessLogEntry: Sendable, Hashable {
    /// The time, in milliseconds since 1970.
    public let time: Int64
    /// The program, empty if it concerns none.
    public let program: String
    /// What happened, such as `tokenCreated`.
    public let event: String
    /// The identifier of who did it.
    public let actor: String
    /// The name of who did it.
    public let actorName: String
    /// What it concerns, in a few words.
    public let details: String

    /// Creates an entry.
    public init(time: Int64, program: String = "", event: String, actor: String, actorName: String, details: String) {
        self.time = time
        self.program = program
        self.event = event
        self.actor = actor
        self.actorName = actorName
        self.details = details
    }
}

/// Reads and appends entries about access within a transaction.
package struct AccessLogTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    /// Appends an entry.
    package func append(_ entry: AccessLogEntry) throws {
        _ = try database.execute(
            "INSERT INTO access_log (id, time, program, event, actor, actor_name, details) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                .text(Identifier.random()), .int(entry.time), .text(entry.program), .text(entry.event),
                .text(entry.actor), .text(entry.actorName), .text(entry.details),
            ])
    }

    /// Returns the entries of a program, or those that concern none, the newest first.
    package func all(of program: String, limit: Int = 200) throws -> [AccessLogEntry] {
        try database.query(
            "SELECT * FROM access_log WHERE program = ? ORDER BY time DESC, id LIMIT ?",
            [.text(program), .int(Int64(limit))]
        ).map { row in
            try AccessLogEntry(
                time: row.int64("time"), program: row.text("program"), event: row.text("event"),
                actor: row.text("actor"),
                actorName: row.text("actor_name"), details: row.text("details"))
        }
    }
}
