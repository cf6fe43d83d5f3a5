package import FiresteelDatabase

extension DatabaseSchema {
    /// The schema of the server.
    package static func server() throws -> DatabaseSchema {
        try DatabaseSchema([
            DatabaseMigration(version: 1, statements: StoreSchema.version1),
            DatabaseMigration(version: 2, statements: StoreSchema.version2),
            DatabaseMigration(version: 3, statements: StoreSchema.version3),
            DatabaseMigration(version: 4, statements: StoreSchema.version4),
            DatabaseMigration(version: 5, statements: StoreSchema.version5),
            DatabaseMigration(version: 6, statements: StoreSchema.version6),
            DatabaseMigration(version: 7, statements: StoreSchema.version7),
            DatabaseMigration(version: 8, statements: StoreSchema.version8),
            DatabaseMigration(version: 9, statements: StoreSchema.version9),
            DatabaseMigration(version: 10, statements: StoreSchema.version10),
        ])
    }
}
