package import FiresteelDatabase
import FiresteelFlags

/// Reads and writes pending changes within a transaction.
package struct RequestTable {
    let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    package func add(_ request: ChangeRequest) throws {
        _ = try database.execute(
            """
            INSERT INTO requests
            (id, program, kind, state, change_kind, reverts, created, due, author, author_name, source, reason, environments, body,
             fingerprint, change, decided, decided_by, decided_by_name, comment)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, '', '', '')
            """,
            [
                .text(request.id), .text(request.program), .text(request.kind.rawValue), .text(request.state.rawValue),
                .text(request.changeKind.rawValue), request.reverts.map { .int($0) } ?? .null,
                .int(request.created), request.due.map { .int($0) } ?? .null, .text(request.author.id),
                .text(request.author.name), .text(request.author.source.rawValue), .text(request.reason),
                .text(request.environments.joined(separator: " ")),
                .text(JSONValue.array(request.edits.map(\.json)).json()), .text(request.fingerprint.text),
                request.change.map { .int($0) } ?? .null,
            ])
        try CounterTable(database).countRequest(of: request.program)
        try Outbox(database).add(request)
    }

    /// Stores the state of a request that is pending, and returns whether it was.
    package func update(_ request: ChangeRequest) throws -> Bool {
        let rows = try database.execute(
            """
            UPDATE requests SET kind = ?, state = ?, due = ?, change = ?, decided = ?, decided_by = ?, decided_by_name = ?,
            comment = ? WHERE program = ? AND id = ? AND state = 'pending'
            """,
            [
                .text(request.kind.rawValue), .text(request.state.rawValue), request.due.map { .int($0) } ?? .null,
                request.change.map { .int($0) } ?? .null, request.decided.map { .int($0) } ?? .null,
                .text(request.decidedBy), .text(request.decidedByName), .text(request.comment), .text(request.program),
                .text(request.id),
            ])
        guard rows == 1 else { return false }
        try CounterTable(database).countRequest(of: request.program)
        return true
    }

    package func request(_ id: String, of program: String) throws -> ChangeRequest? {
        try database.query("SELECT * FROM requests WHERE program = ? AND id = ?", [.text(program), .text(id)])
            .first.map(Self.request)
    }

    /// Returns the pending request of its author for the same import, if there is one.
    package func pendingImport(
        _ fingerprint: ProposalFingerprint, by author: Author, of program: String
    ) throws -> ChangeRequest? {
        try database.query(
            """
            SELECT * FROM requests WHERE program = ? AND state = 'pending' AND kind = 'approval' AND change_kind = ?
            AND fingerprint = ? AND author = ? ORDER BY created LIMIT 1
            """,
            [
                .text(program), .text(Change.Kind.import.rawValue), .text(fingerprint.text), .text(author.id),
            ]
        ).first.map(Self.request)
    }

    /// Returns the review of a change, if it needs one.
    package func review(of change: Int64, in program: String) throws -> ChangeRequest? {
        try database.query(
            "SELECT * FROM requests WHERE program = ? AND kind = 'review' AND change = ?",
            [.text(program), .int(change)]
        ).first.map(Self.request)
    }

    /// Returns the number of pending requests of a program.
    package func pendingCount(of program: String) throws -> Int64 {
        try database.query(
            "SELECT COUNT(*) AS pending FROM requests WHERE program = ? AND state = 'pending'", [.text(program)]
        ).first?.int64("pending") ?? 0
    }

    /// Returns programs and identifiers of the schedules that are due, the earliest first.
    ///
    /// They aren't read here, so that one that can't be read doesn't keep the others from being carried out.
    package func due(at time: Int64, limit: Int = 200) throws -> [(program: String, id: String)] {
        try database.query(
            "SELECT program, id FROM requests WHERE kind = 'schedule' AND state = 'pending' AND due <= ? ORDER BY due, created LIMIT ?",
            [.int(time), .int(Int64(limit))]
        ).map { try ($0.text("program"), $0.text("id")) }
    }

    /// Ends a schedule that can't be carried out, whatever else its row contains.
    package func fail(_ id: String, of program: String, because reason: String) throws {
        let rows = try database.execute(
            "UPDATE requests SET state = 'failed', comment = ? WHERE program = ? AND id = ? AND state = 'pending'",
            [.text(reason), .text(program), .text(id)])
        if rows == 1 { try CounterTable(database).countRequest(of: program) }
    }

    /// Ends the pending requests that can't be carried out without an environment, and returns how many.
    ///
    /// One that affects other environments as well, and has no edit in this one, remains pending.
    package func failPending(needing environment: String, of program: String, because reason: String) throws -> Int {
        // Identifiers of environments have no character with a meaning in patterns.
        let rows = try database.query(
            """
            SELECT id, environments FROM requests
            WHERE program = ? AND state = 'pending' AND (' ' || environments || ' ') LIKE ? ORDER BY id
            """, [.text(program), .text("% \(environment) %")])
        var count = 0
        for row in rows {
            let id = try row.text("id")
            // The edits of one request at a time, since they may be large.
            if try row.text("environments") != environment, try !hasEdit(in: environment, id, of: program) { continue }
            try fail(id, of: program, because: reason)
            count += 1
        }
        return count
    }

    /// Returns whether a request has an edit in an environment, also if its edits can't be read.
    private func hasEdit(in environment: String, _ id: String, of program: String) throws -> Bool {
        let row = try database.query(
            "SELECT body FROM requests WHERE program = ? AND id = ?", [.text(program), .text(id)]
        ).first
        guard let text = try row?.text("body"), let edits = try? Self.edits(text) else { return true }
        return edits.contains { $0.item.environment == environment }
    }

    static func request(_ row: DatabaseRow) throws -> ChangeRequest {
        try request(row, edits: edits(row.text("body")))
    }

    /// Reads edits from the JSON that is stored.
    static func edits(_ text: String) throws -> [Edit] {
        guard case .array(let edits)? = try? JSONValue(json: text.utf8) else {
            throw StoreError.damaged("The edits of a request can't be read.")
        }
        return try edits.map { try Edit(json: $0) }
    }

    /// Reads a request whose edits were read before.
    static func request(_ row: DatabaseRow, edits: [Edit]) throws -> ChangeRequest {
        guard let kind = ChangeRequest.Kind(rawValue: try row.text("kind")),
            let state = ChangeRequest.State(rawValue: try row.text("state")),
            let source = Author.Source(rawValue: try row.text("source")),
            let changeKind = Change.Kind(rawValue: try row.text("change_kind"))
        else { throw StoreError.damaged("The request \(try row.text("id")) can't be read.") }
        return try ChangeRequest(
            id: row.text("id"), program: row.text("program"), kind: kind, state: state,
            changeKind: changeKind, reverts: row.int64IfPresent("reverts"), created: row.int64("created"),
            due: row.int64IfPresent("due"),
            author: Author(id: row.text("author"), name: row.text("author_name"), source: source),
            reason: row.text("reason"),
            environments: row.text("environments").split(separator: " ").map(String.init),
            edits: edits, fingerprint: ProposalFingerprint(stored: row.text("fingerprint")),
            change: row.int64IfPresent("change"), decided: row.int64IfPresent("decided"),
            decidedBy: row.text("decided_by"), decidedByName: row.text("decided_by_name"),
            comment: row.text("comment"))
    }
}
