package import FiresteelDatabase

/// Reads and writes tokens within a transaction.
package struct TokenTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    /// Creates a token and returns it with its text, which isn't stored.
    package func create(
        _ kind: AccessToken.Kind, named name: String, program: String, environment: String, role: Role?,
        expires: Int64?, by author: String, creator: String = "", time: Int64
    ) throws -> (token: AccessToken, text: String) {
        let text = AccessToken.text(kind: kind, environment: environment)
        let token = AccessToken(
            id: Identifier.random(), hint: String(text.dropLast(28)), program: program, environment: environment,
            kind: kind, role: role, name: name, created: time, creator: creator, createdBy: author, expires: expires,
            revoked: nil,
            lastUsed: nil)
        _ = try database.execute(
            """
            INSERT INTO tokens
            (id, hash, hint, program, environment, kind, role, name, created, creator, created_by, expires, revoked,
             last_used)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)
            """,
            [
                .text(token.id), .text(Secret.hash(text)), .text(token.hint), .text(program), .text(environment),
                .text(kind.rawValue), .text(role?.rawValue ?? ""), .text(name), .int(time), .text(creator),
                .text(author),
                expires.map { .int($0) } ?? .null,
            ])
        return (token, text)
    }

    /// Returns tokens by the hashes of their texts, also those that are no longer valid.
    ///
    /// One that can't be read is left out.
    package func tokens(hashes: [String]) throws -> [String: AccessToken] {
        guard !hashes.isEmpty else { return [:] }
        let placeholders = hashes.map { _ in "?" }.joined(separator: ", ")
        var tokens: [String: AccessToken] = [:]
        for row in try database.query("SELECT * FROM tokens WHERE hash IN (\(placeholders))", hashes.map { .text($0) })
        {
            if let token = try? Self.token(row), let hash = try? row.text("hash") { tokens[hash] = token }
        }
        return tokens
    }

    /// Returns tokens by their identifiers, also those that are no longer valid.
    ///
    /// One that can't be read is left out.
    package func tokens(identifiers: [String]) throws -> [String: AccessToken] {
        guard !identifiers.isEmpty else { return [:] }
        let placeholders = identifiers.map { _ in "?" }.joined(separator: ", ")
        var tokens: [String: AccessToken] = [:]
        for row in try database.query(
            "SELECT * FROM tokens WHERE id IN (\(placeholders))", identifiers.map { .text($0) })
        {
            if let token = try? Self.token(row) { tokens[token.id] = token }
        }
        return tokens
    }

    /// Returns all tokens that were not revoked, by their hashes.
    ///
    /// One that can't be read, for example because a later version wrote it, is left out: it is then refused.
    package func allByHash() throws -> [String: AccessToken] {
        var tokens: [String: AccessToken] = [:]
        for row in try database.query("SELECT * FROM tokens WHERE revoked IS NULL") {
            if let token = try? Self.token(row), let hash = try? row.text("hash") { tokens[hash] = token }
        }
        return tokens
    }

    /// Returns a token by its identifier.
    package func token(_ id: String) throws -> AccessToken? {
        try database.query("SELECT * FROM tokens WHERE id = ?", [.text(id)]).first.map {
            try StoredTable.tokens.read($0, Self.token)
        }
    }

    /// Returns the tokens of a program, the newest first; those that can't be read are left out and named.
    package func all(of program: String) throws -> StoredRows<AccessToken> {
        StoredTable.tokens.read(
            try database.query("SELECT * FROM tokens WHERE program = ? ORDER BY created DESC, id", [.text(program)]),
            Self.token)
    }

    /// Returns the tokens that accounts created and that are still valid, the newest first.
    ///
    /// One that can't be read is left out: it isn't valid.
    ///
    /// - Parameters:
    ///   - account: The account, or `nil` for all.
    ///   - time: The current time, in milliseconds since 1970.
    package func created(by account: String?, validAt time: Int64) throws -> [AccessToken] {
        let valid = "revoked IS NULL AND (expires IS NULL OR expires > ?)"
        let rows =
            if let account {
                try database.query(
                    "SELECT * FROM tokens WHERE creator = ? AND \(valid) ORDER BY created DESC, id",
                    [.text(account), .int(time)])
            } else {
                try database.query(
                    "SELECT * FROM tokens WHERE creator <> '' AND \(valid) ORDER BY created DESC, id", [.int(time)])
            }
        return StoredTable.tokens.read(rows, Self.token).values
    }

    /// Revokes a token.
    package func revoke(_ id: String, time: Int64) throws {
        _ = try database.execute(
            "UPDATE tokens SET revoked = ? WHERE id = ? AND revoked IS NULL", [.int(time), .text(id)])
    }

    /// Revokes the tokens of an environment, and returns how many.
    package func revokeAll(of program: String, in environment: String, time: Int64) throws -> Int {
        try database.execute(
            "UPDATE tokens SET revoked = ? WHERE program = ? AND environment = ? AND revoked IS NULL",
            [.int(time), .text(program), .text(environment)])
    }

    /// Stores the time of the last use of tokens.
    package func markUsed(_ times: [String: Int64], first firsts: [String: FirstUses] = [:]) throws {
        // In one pass and in the same order on all nodes, so that they don't wait for each other.
        for id in Set(times.keys).union(firsts.keys).sorted() {
            if let first = firsts[id] { try markFirst(first, of: id) }
            guard let time = times[id] else { continue }
            _ = try database.execute(
                "UPDATE tokens SET last_used = ? WHERE id = ? AND (last_used IS NULL OR last_used < ?)",
                [.int(time), .text(id), .int(time)])
        }
    }

    /// Stores what programs with a token did first, where nothing earlier is stored.
    private func markFirst(_ first: FirstUses, of id: String) throws {
        _ = try database.execute(
            """
            UPDATE tokens SET first_version = COALESCE(first_version, ?), first_read = COALESCE(first_read, ?),
            first_report = COALESCE(first_report, ?) WHERE id = ?
            """,
            [
                first.version.map { .text($0) } ?? .null, first.read.map { .int($0) } ?? .null,
                first.report.map { .int($0) } ?? .null, .text(id),
            ])
    }

    static func token(_ row: DatabaseRow) throws -> AccessToken {
        guard let kind = AccessToken.Kind(rawValue: try row.text("kind")) else {
            throw StoreError.damaged("A token has the kind “\(try row.text("kind"))”.")
        }
        return try AccessToken(
            id: row.text("id"), hint: row.text("hint"), program: row.text("program"),
            environment: row.text("environment"), kind: kind, role: Role(rawValue: row.text("role")),
            name: row.text("name"), created: row.int64("created"), creator: row.text("creator"),
            createdBy: row.text("created_by"),
            expires: row.int64IfPresent("expires"), revoked: row.int64IfPresent("revoked"),
            lastUsed: row.int64IfPresent("last_used"), firstVersion: row.textIfPresent("first_version"),
            firstRead: row.int64IfPresent("first_read"), firstReport: row.int64IfPresent("first_report"))
    }
}
