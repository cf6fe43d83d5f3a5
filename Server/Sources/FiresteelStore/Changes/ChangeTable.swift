package import FiresteelDatabase
import FiresteelFlags

/// Reads and appends changes within a transaction.
package struct ChangeTable {
    let database: any DatabaseConnection
    let program: String

    package init(_ database: any DatabaseConnection, program: String) {
        self.database = database
        self.program = program
    }

    /// A change before it is numbered.
    package struct Draft {
        package var id: String
        package var time: Int64
        package var kind: Change.Kind
        package var author: Author
        package var reason: String
        package var perform: String
        package var body: ChangeBody
        package var fingerprint: ProposalFingerprint

        package init(
            id: String, time: Int64, kind: Change.Kind, author: Author, reason: String, perform: String,
            body: ChangeBody, fingerprint: ProposalFingerprint
        ) {
            self.id = id
            self.time = time
            self.kind = kind
            self.author = author
            self.reason = reason
            self.perform = perform
            self.body = body
            self.fingerprint = fingerprint
        }
    }

    /// Appends a change: its row, the items, and the revisions of affected environments.
    ///
    /// The program's row must be locked, see ``ProgramTable/lock(_:)``.
    package func append(_ draft: Draft, to program: Program, affecting environments: Set<String>) throws -> Change {
        let number = program.changes + 1
        var body = draft.body
        let revisions = RevisionTable(database, of: program)
        body.revisions = revisions.next(of: environments)
        let text = body.json.json()
        let hash = ChangeHash.of(
            previous: program.head, program: program.id, number: number, id: draft.id, time: draft.time,
            kind: draft.kind.rawValue, author: draft.author.id, authorName: draft.author.name,
            source: draft.author.source.rawValue, reason: draft.reason, perform: draft.perform, body: text)
        _ = try database.execute(
            """
            INSERT INTO changes
            (program, number, id, time, kind, author, author_name, source, reason, perform, reverts, body, size, previous,
             hash, fingerprint)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(program.id), .int(number), .text(draft.id), .int(draft.time), .text(draft.kind.rawValue),
                .text(draft.author.id), .text(draft.author.name), .text(draft.author.source.rawValue),
                .text(draft.reason), .text(draft.perform), body.reverts.map { .int($0) } ?? .null, .text(text),
                .int(Int64(text.utf8.count)), .text(program.head), .text(hash), .text(draft.fingerprint.text),
            ])
        try ItemTable(database, program: program.id).apply(body.differences, change: number)
        try PlanTable(database).apply(body.differences, of: program.id)
        try PlanGuardTable(database).apply(body.differences, of: program.id)
        try LinkedReports(database).pin(namedBy: draft.reason, of: program.id, in: body.revisions.keys)
        try revisions.store(body.revisions, change: number, time: draft.time)
        _ = try database.execute(
            "UPDATE programs SET changes = ?, head = ? WHERE id = ?", [.int(number), .text(hash), .text(program.id)])
        try database.notify(.changes())
        let change = Change(
            number: number, id: draft.id, time: draft.time, kind: draft.kind, author: draft.author,
            reason: draft.reason, perform: draft.perform, body: body, previous: program.head, hash: hash)
        try Outbox(database).add(change, of: program)
        return change
    }

    /// Returns the change with an identifier, if it was stored.
    package func change(withIdentifier id: String) throws -> Change? {
        try database.query(
            "SELECT * FROM changes WHERE program = ? AND id = ?", [.text(program), .text(id)]
        ).first.map { try StoredTable.changes.read($0, Self.change) }
    }

    /// Returns the proposal of the change with an identifier, if there is one.
    package func fingerprint(of id: String) throws -> ProposalFingerprint? {
        try database.query(
            "SELECT fingerprint FROM changes WHERE program = ? AND id = ?", [.text(program), .text(id)]
        ).first.map { ProposalFingerprint(stored: try $0.text("fingerprint")) }
    }

    /// Returns a change by its number.
    package func change(_ number: Int64) throws -> Change? {
        try database.query(
            "SELECT * FROM changes WHERE program = ? AND number = ?", [.text(program), .int(number)]
        ).first.map { try StoredTable.changes.read($0, Self.change) }
    }

    /// Returns a change by its number, or the damage of its row.
    package func stored(_ number: Int64) throws -> StoredRows<Change> {
        let rows = try database.query(
            "SELECT * FROM changes WHERE program = ? AND number = ?", [.text(program), .int(number)])
        return StoredTable.changes.read(rows, Self.change)
    }

    /// Returns the number of the last change at a time, or 0.
    package func lastChange(at time: Int64) throws -> Int64 {
        // By number, not by time: a clock that was set back doesn't reorder changes. Only later ones are read.
        try database.query(
            "SELECT number FROM changes WHERE program = ? AND time <= ? ORDER BY number DESC LIMIT 1",
            [.text(program), .int(time)]
        ).first?.int64("number") ?? 0
    }

    static func change(_ row: DatabaseRow) throws -> Change {
        try change(row, ChangeBody(stored: row.text("body")))
    }

    static func change(_ row: DatabaseRow, _ body: ChangeBody) throws -> Change {
        guard let kind = Change.Kind(rawValue: try row.text("kind")),
            let source = Author.Source(rawValue: try row.text("source"))
        else { throw StoreError.damaged("Change \(try row.int64("number")) has an unknown kind or source.") }
        return try Change(
            number: row.int64("number"), id: row.text("id"), time: row.int64("time"), kind: kind,
            author: Author(id: row.text("author"), name: row.text("author_name"), source: source),
            reason: row.text("reason"), perform: row.text("perform"), body: body,
            previous: row.text("previous"), hash: row.text("hash"))
    }
}
