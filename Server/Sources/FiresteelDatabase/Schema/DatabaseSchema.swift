/// The migrations that create and change the tables of a program, oldest first.
package struct DatabaseSchema: Sendable {
    /// The migrations, with ascending versions.
    package let migrations: [DatabaseMigration]

    /// Creates a schema.
    ///
    /// Migrations that were released must not change.
    ///
    /// - Throws: ``DatabaseError/invalidConfiguration(reason:)`` unless versions start at 1 or above and ascend.
    package init(_ migrations: [DatabaseMigration]) throws {
        var last = 0
        for migration in migrations {
            guard migration.version > last else {
                throw DatabaseError.invalidConfiguration(
                    reason:
                        "migration \(migration.version) follows migration \(last); give migrations ascending versions")
            }
            last = migration.version
        }
        self.migrations = migrations
    }

    /// The version of the newest migration, or 0.
    package var version: Int { migrations.last?.version ?? 0 }
}

/// One step of a schema.
package struct DatabaseMigration: Sendable {
    /// The version of the schema after it: 1 or above.
    package let version: Int
    /// Its statements, without arguments, in the types that ``Database`` lists.
    package let statements: [String]

    /// Creates a migration.
    package init(version: Int, statements: [String]) {
        self.version = version
        self.statements = statements
    }
}
