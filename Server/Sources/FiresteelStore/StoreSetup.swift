public import FiresteelDatabase

extension DatabaseSchema {
    /// The schema of the server.
    public static func server() throws -> DatabaseSchema {
        try DatabaseSchema([DatabaseMigration(version: 1, statements: StoreSchema.version1)])
    }
}
