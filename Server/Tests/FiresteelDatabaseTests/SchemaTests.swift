import DatabaseTestSupport
import FiresteelDatabase
import Testing

@Suite("Migrations", .timeLimit(.minutes(3)))
struct SchemaTests {
    private static let first = DatabaseMigration(
        version: 1, statements: ["CREATE TABLE a (n INTEGER NOT NULL, b BLOB)", "INSERT INTO a VALUES (1, NULL)"])
    private static let second = DatabaseMigration(
        version: 2,
        statements: ["ALTER TABLE a ADD COLUMN t TEXT", "UPDATE a SET t = 'TEXT and BLOB', n = 1099511627776"])
    private static let invalid = DatabaseMigration(
        version: 3, statements: ["CREATE TABLE b (n BIGINT)", "INSERT INTO missing VALUES (1)"])

    @Test("Pending migrations are applied once, in order", arguments: DatabaseTests.databases)
    func order(_ dialect: DatabaseDialect) async throws {
        try await withDatabase(dialect) { database in
            #expect(try await database.migrate(to: DatabaseSchema([])) == [])
            #expect(try await database.migrate(to: DatabaseSchema([Self.first])) == [1])
            #expect(try await database.migrate(to: DatabaseSchema([Self.first, Self.second])) == [2])
            #expect(try await database.migrate(to: DatabaseSchema([Self.first, Self.second])) == [])
            let row = try #require(try await database.read { try $0.query("SELECT n, t FROM a") }.first)
            #expect(try row.text("t") == "TEXT and BLOB")
            #expect(try row.int("n") == 1 << 40)
        }
    }

    @Test("If one migration fails, none is applied", arguments: DatabaseTests.databases)
    func failure(_ dialect: DatabaseDialect) async throws {
        try await withDatabase(dialect) { database in
            let schema = try DatabaseSchema([Self.first, Self.second, Self.invalid])
            await #expect(throws: DatabaseError.self) { try await database.migrate(to: schema) }
            let applied = try await database.migrate(to: DatabaseSchema([Self.first]))
            #expect(applied == [1])
        }
    }

    @Test("A newer schema is refused, with both versions", arguments: DatabaseTests.databases)
    func newer(_ dialect: DatabaseDialect) async throws {
        try await withDatabase(dialect) { database in
            try await database.migrate(to: DatabaseSchema([Self.first, Self.second]))
            await #expect(throws: DatabaseError.newerSchema(found: 2, supported: 1)) {
                try await database.migrate(to: DatabaseSchema([Self.first]))
            }
        }
    }

    @Test("Versions that don't ascend are refused")
    func versions() throws {
        for migrations in [[Self.second, Self.first], [Self.first, Self.first]] {
            #expect(throws: DatabaseError.self) { try DatabaseSchema(migrations) }
        }
        #expect(throws: DatabaseError.self) { try DatabaseSchema([DatabaseMigration(version: 0, statements: [])]) }
    }

    @Test("Three nodes that start at once apply the migrations once")
    func concurrent() async throws {
        let cluster = try await PostgreSQLCluster.shared()
        let url = cluster.url(try await cluster.createDatabase())
        let schema = try DatabaseSchema([Self.first, Self.second])
        let applied = try await withThrowingTaskGroup { group in
            for _ in 0..<3 {
                group.addTask {
                    let node = try PostgreSQLDatabase(url: url)
                    let applied = try await node.migrate(to: schema)
                    await node.close()
                    return applied
                }
            }
            return try await group.reduce(into: [[Int]]()) { $0.append($1) }
        }
        #expect(applied.sorted { $0.count < $1.count } == [[], [], [1, 2]])
    }
}
