package import FiresteelDatabase
import FiresteelFlags

/// Reads and appends changes within a transaction.
package struct ChangeTable {
    private let database: any DatabaseConnection
    private let program: String

    package init(_ database: any DatabaseConnection, program: String) {
        self.database = database
        self.program = program
    }

    /// What a change has before it is numbered.
    package struct Draft {
        package var id: String
        package var time: Int64
        package var kind: Change.Kind
        package var author: Author
        package var reason: String
        package var perform: String
        package var body: ChangeBody

        package init(
            id: String, time: Int64, kind: Change.Kind, author: Author, reason: String, perform: String,
            body: ChangeBody
        ) {
            self.id = id
            self.time = time
            self.kind = kind
            self.author = author
            self.reason = reason
            self.perform = perform
            self.body = body
        }
    }

    /// Appends a change: its row, the items, and the revisions of affected environments.
    ///
    /// The program's row must be locked, see ``ProgramTable/lock(_:)``.
    package func append(_ draft: Draft, to program: Program, affecting environments: Set<String>) throws -> Change {
        let number = program.changes + 1
        var body = draft.body
        for environment in program.environments where environments.contains(environment.id) {
            body.revisions[environment.id] = environment.revision + 1
        }
        let text = body.json.json()
        let hash = ChangeHash.of(
            previous: program.head, program: program.id, number: number, id: draft.id, time: draft.time,
            kind: draft.kind.rawValue, author: draft.author.id, authorName: draft.author.name,
            source: draft.author.source.rawValue, reason: draft.reason, perform: draft.perform, body: text)
        _ = try database.execute(
            """
            INSERT INTO changes
            (program, number, id, time, kind, author, author_name, source, reason, perform, body, previous, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(program.id), .int(number), .text(draft.id), .int(draft.time), .text(draft.kind.rawValue),
                .text(draft.author.id), .text(draft.author.name), .text(draft.author.source.rawValue),
                .text(draft.reason), .text(draft.perform), .text(text), .text(program.head), .text(hash),
            ])
        try ItemTable(database, program: program.id).apply(body.differences, change: number)
        for (environment, revision) in body.revisions {
            _ = try database.execute(
                "UPDATE environments SET revision = ?, changed = ? WHERE program = ? AND id = ?",
                [.int(revision), .int(draft.time), .text(program.id), .text(environment)])
            _ = try database.execute(
                "INSERT INTO revisions (program, environment, revision, change, time) VALUES (?, ?, ?, ?, ?)",
                [.text(program.id), .text(environment), .int(revision), .int(number), .int(draft.time)])
        }
        _ = try database.execute(
            "UPDATE programs SET changes = ?, head = ? WHERE id = ?", [.int(number), .text(hash), .text(program.id)])
        try database.notify(.changes())
        return Change(
            number: number, id: draft.id, time: draft.time, kind: draft.kind, author: draft.author,
            reason: draft.reason, perform: draft.perform, body: body, previous: program.head, hash: hash)
    }

    /// Returns the change with an identifier, if it was stored.
    package func change(withIdentifier id: String) throws -> Change? {
        try database.query(
            "SELECT * FROM changes WHERE program = ? AND id = ?", [.text(program), .text(id)]
        ).first.map(Self.change)
    }

    /// Returns a change by its number.
    package func change(_ number: Int64) throws -> Change? {
        try database.query(
            "SELECT * FROM changes WHERE program = ? AND number = ?", [.text(program), .int(number)]
        ).first.map(Self.change)
    }

    /// Returns changes before a number, the newest first.
    package func changes(before number: Int64 = .max, limit: Int) throws -> [Change] {
        try database.query(
            "SELECT * FROM changes WHERE program = ? AND number < ? ORDER BY number DESC LIMIT ?",
            [.text(program), .int(number), .int(Int64(limit))]
        ).map(Self.change)
    }

    /// Returns the number of the last change at a time, or 0.
    package func lastChange(at time: Int64) throws -> Int64 {
        // By number, not by time: a clock that was set back doesn't reorder changes.
        try database.query(
            "SELECT MAX(number) AS number FROM changes WHERE program = ? AND time <= ?", [.text(program), .int(time)]
        ).first?.int64IfPresent("number") ?? 0
    }

    static func change(_ row: DatabaseRow) throws -> Change {
        guard let kind = Change.Kind(rawValue: try row.text("kind")),
            let source = Author.Source(rawValue: try row.text("source"))
        else { throw StoreError.damaged("Change \(try row.int64("number")) has an unknown kind or source.") }
        return try Change(
            number: row.int64("number"), id: row.text("id"), time: row.int64("time"), kind: kind,
            author: Author(id: row.text("author"), name: row.text("author_name"), source: source),
            reason: row.text("reason"), perform: row.text("perform"), body: ChangeBody(stored: row.text("body")),
            previous: row.text("previous"), hash: row.text("hash"))
    }
}
