import DatabaseTestSupport
import FiresteelDatabase
import FiresteelStore
import Testing

@Suite("Databases of earlier versions", .timeLimit(.minutes(3)))
struct MigrationTests {
    @Test("A database of version 1 migrates, with its people, sessions and counts", arguments: StoreFixture.databases)
    func version1(_ dialect: DatabaseDialect) async throws {
        try await withDatabase(dialect) { database in
            let schema = try DatabaseSchema.server()
            try await database.migrate(to: DatabaseSchema([schema.migrations[0]]))
            try await database.write { database in
                _ = try database.execute(
                    """
                    INSERT INTO accounts
                    (id, email, name, password, subject, is_administrator, is_disabled, created, last_seen)
                    VALUES ('mara', 'mara@example.com', 'Mara', 'x', NULL, 1, 0, 1, 5)
                    """, [])
                _ = try database.execute(
                    """
                    INSERT INTO sign_ins (hash, account, created, last_seen, expires, confirmed, device)
                    VALUES ('h', 'mara', 1, 5, 100, 1, 'Safari')
                    """, [])
                _ = try database.execute("UPDATE counters SET value = 7 WHERE name = 'access'", [])
            }
            let applied = try await database.migrate(to: schema)
            #expect(applied == schema.migrations.dropFirst().map(\.version))
            try await database.write { database in
                let signIn = try #require(try SignInTable(database).signIns(["h"], at: 6, idle: 10).first)
                #expect(signIn.method == .password && signIn.lastSeen == 5)
                #expect(try SignInTable(database).signIns(["h"], at: 15, idle: 10).isEmpty)
                #expect(try CounterTable(database).counts() == .init(access: 7, sessions: 0))
                #expect(try SecondFactorTable(database).isOn(for: "mara") == false)
                #expect(try SettingTable(database).requiresSecondFactor() == false)
                // As a node of the earlier version does while others are upgraded.
                _ = try database.execute(
                    """
                    INSERT INTO sign_ins (hash, account, created, last_seen, expires, confirmed, device)
                    VALUES ('i', 'mara', 1, 5, 100, 1, 'Safari')
                    """, [])
                #expect(try SignInTable(database).signIns(["i"], at: 6, idle: 10).first?.method == .password)
            }
        }
    }
}
