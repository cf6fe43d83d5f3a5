extension DatabaseSchema {
    /// The table that lists the applied migrations.
    static let table = "firesteel_schema"

    /// Returns the version of a database, 0 without a schema.
    ///
    /// - Parameter connection: A connection whose next statement sees all committed changes.
    static func version(of connection: any DatabaseConnection) throws -> Int {
        let exists =
            switch connection.dialect {
            case .sqlite: "SELECT COUNT(*) AS n FROM sqlite_master WHERE type = 'table' AND name = ?"
            case .postgres: "SELECT COUNT(to_regclass(?)) AS n"
            }
        guard try connection.query(exists, [.text(table)]).first?.int("n") == 1 else { return 0 }
        let rows = try connection.query("SELECT COALESCE(MAX(version), 0) AS version FROM firesteel_schema", [])
        return try rows.first?.int("version") ?? 0
    }

    /// Returns the migrations that a database of a version lacks.
    func pending(after version: Int) throws -> [DatabaseMigration] {
        guard version <= self.version else {
            throw DatabaseError.newerSchema(found: version, supported: self.version)
        }
        return migrations.filter { $0.version > version }
    }

    /// Applies the pending migrations, and returns their versions.
    ///
    /// - Parameter connection: A connection of a transaction that excludes other migrations.
    func migrate(_ connection: any DatabaseConnection) throws -> [Int] {
        let version = try Self.version(of: connection)
        let pending = try pending(after: version)
        guard !pending.isEmpty else { return [] }
        if version == 0 {
            try connection.execute("CREATE TABLE firesteel_schema (version BIGINT NOT NULL PRIMARY KEY)")
        }
        for migration in pending {
            for statement in migration.statements {
                try connection.execute(connection.dialect.migration(statement), [])
            }
            try connection.execute(
                "INSERT INTO firesteel_schema (version) VALUES (?)", DatabaseValue(migration.version))
        }
        return pending.map(\.version)
    }
}

extension Database {
    /// Returns the versions of the migrations that the database lacks, without applying them.
    ///
    /// - Throws: ``DatabaseError/newerSchema(found:supported:)`` if a newer version of the program was here first.
    package func pendingMigrations(of schema: DatabaseSchema) async throws -> [Int] {
        let version = try await read { try DatabaseSchema.version(of: $0) }
        return try schema.pending(after: version).map(\.version)
    }
}
