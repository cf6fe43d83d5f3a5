public import FiresteelDatabase

extension DatabaseSchema {
    /// The schema of the server.
    public static func server() throws -> DatabaseSchema {
        try DatabaseSchema([
            DatabaseMigration(version: 1, statements: StoreSchema.version1),
            DatabaseMigration(version: 2, statements: StoreSchema.version2),
            DatabaseMigration(version: 3, statements: StoreSchema.version3),
            DatabaseMigration(version: 4, statements: StoreSchema.version4),
            DatabaseMigration(version: 5, statements: StoreSchema.version5),
        ])
    }
}
