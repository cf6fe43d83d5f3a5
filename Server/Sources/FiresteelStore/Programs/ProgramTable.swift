package import FiresteelDatabase

/// Reads and writes programs and their environments within a transaction.
package struct ProgramTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    /// Returns all programs that can be read, by name.
    package func all() throws -> [Program] { try stored().programs }

    /// Returns all programs, by name, and the damage of those that can't be read.
    package func stored() throws -> (programs: [Program], damaged: [DamagedProgram]) {
        var environments: [String: StoredEnvironments] = [:]
        for row in try database.query("SELECT * FROM environments ORDER BY program, position") {
            // One of an unknown program belongs to none; “verify” names it.
            guard let program = try? row.text("program") else { continue }
            environments[program, default: StoredEnvironments()].add(row)
        }
        var (programs, damaged): ([Program], [DamagedProgram]) = ([], [])
        for row in try database.query("SELECT * FROM programs ORDER BY name, id") {
            do {
                programs.append(try Self.program(row, environments[row.text("id")] ?? StoredEnvironments()))
            } catch {
                damaged.append(DamagedProgram(id: (try? row.text("id")) ?? "?", reason: "\(error)"))
            }
        }
        return (programs, damaged)
    }

    /// Returns a program, or `nil` if there is none with the identifier.
    package func program(_ id: String) throws -> Program? {
        guard let row = try database.query("SELECT * FROM programs WHERE id = ?", [.text(id)]).first else { return nil }
        var environments = StoredEnvironments()
        for row in try database.query("SELECT * FROM environments WHERE program = ? ORDER BY position", [.text(id)]) {
            environments.add(row)
        }
        return try Self.program(row, environments)
    }

    /// Locks a program for the rest of the transaction and returns it as last committed.
    ///
    /// Changes of a program take effect one after the other, so the order of revisions is the order of commits.
    package func lock(_ id: String) throws -> Program {
        let rows = try database.execute("UPDATE programs SET changes = changes WHERE id = ?", [.text(id)])
        guard rows == 1, let program = try program(id) else {
            throw StoreError.notFound("There is no program “\(id)”.")
        }
        return program
    }

    /// Creates a program with the default environments.
    package func create(_ id: String, name: String, time: Int64) throws -> Program {
        guard Identifier.isValid(id) else {
            throw StoreError.invalid(
                "“\(id)” can't be the identifier of a program. Use 1 to 40 lowercase letters, digits and hyphens.")
        }
        guard try program(id) == nil else { throw StoreError.exists("There is a program “\(id)” already.") }
        _ = try database.execute(
            "INSERT INTO programs (id, name, created, changes, head) VALUES (?, ?, ?, 0, '')",
            [.text(id), .text(name), .int(time)])
        for (position, environment) in ProgramEnvironment.initial.enumerated() {
            try add(
                environment.id, name: environment.name, protection: environment.protection, position: position,
                to: id, time: time)
        }
        guard let program = try program(id) else { throw StoreError.notFound("There is no program “\(id)”.") }
        return program
    }

    package func rename(_ program: String, to name: String) throws {
        let rows = try database.execute(
            "UPDATE programs SET name = ? WHERE id = ?", [.text(name), .text(program)])
        guard rows == 1 else { throw StoreError.notFound("There is no program “\(program)”.") }
    }

    /// Adds an environment.
    ///
    /// One whose identifier another one had before continues its revisions, which remain in the history.
    package func add(
        _ id: String, name: String, protection: ProgramEnvironment.Protection, position: Int, to program: String,
        time: Int64
    ) throws {
        guard Identifier.isValid(id) else {
            throw StoreError.invalid(
                "“\(id)” can't be the identifier of an environment. Use 1 to 40 lowercase letters, digits and hyphens.")
        }
        let revision =
            try database.query(
                "SELECT MAX(revision) AS revision FROM revisions WHERE program = ? AND environment = ?",
                [.text(program), .text(id)]
            ).first?.int64IfPresent("revision") ?? 0
        _ = try database.execute(
            """
            INSERT INTO environments (program, id, name, position, protection, revision, changed)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(program), .text(id), .text(name), .int(Int64(position)), .text(protection.rawValue),
                .int(revision), .int(time),
            ])
    }

    /// Removes the row of an environment, and closes the gap in the order of the others.
    package func remove(_ environment: String, of program: String) throws {
        let key: [DatabaseValue] = [.text(program), .text(environment)]
        let row = try database.query("SELECT position FROM environments WHERE program = ? AND id = ?", key).first
        guard let position = try row?.int64("position") else {
            throw StoreError.notFound("There is no environment “\(environment)”.")
        }
        _ = try database.execute("DELETE FROM environments WHERE program = ? AND id = ?", key)
        _ = try database.execute(
            "UPDATE environments SET position = position - 1 WHERE program = ? AND position > ?",
            [.text(program), .int(position)])
    }

    /// Sets name and protection of an environment.
    package func update(
        _ environment: String, name: String, protection: ProgramEnvironment.Protection, of program: String
    ) throws {
        let rows = try database.execute(
            "UPDATE environments SET name = ?, protection = ? WHERE program = ? AND id = ?",
            [.text(name), .text(protection.rawValue), .text(program), .text(environment)])
        guard rows == 1 else { throw StoreError.notFound("There is no environment “\(environment)”.") }
    }

    private static func program(_ row: DatabaseRow, _ environments: StoredEnvironments) throws -> Program {
        try Program(
            id: row.text("id"), name: row.text("name"), changes: row.counter("changes"), head: row.text("head"),
            environments: environments.readable, damaged: environments.damaged)
    }
}

extension DatabaseRow {
    /// Returns a number to which one is added with each change: a damaged one must not overflow.
    fileprivate func counter(_ column: String) throws -> Int64 {
        let number = try int64(column)
        guard (0...1 << 53).contains(number) else {
            throw StoreError.damaged("The column \(column) has the number \(number).")
        }
        return number
    }
}

/// The environments of a program, as read from their rows.
private struct StoredEnvironments {
    var readable: [ProgramEnvironment] = []
    var damaged: [DamagedEnvironment] = []

    mutating func add(_ row: DatabaseRow) {
        do {
            readable.append(try Self.environment(row))
        } catch {
            damaged.append(DamagedEnvironment(id: (try? row.text("id")) ?? "?", reason: "\(error)"))
        }
    }

    private static func environment(_ row: DatabaseRow) throws -> ProgramEnvironment {
        let word = try row.text("protection")
        guard let protection = ProgramEnvironment.Protection(rawValue: word) else {
            throw StoreError.invalid("It has the protection “\(word)”.")
        }
        return try ProgramEnvironment(
            id: row.text("id"), name: row.text("name"), protection: protection, revision: row.counter("revision"),
            changed: row.int64("changed"))
    }
}
