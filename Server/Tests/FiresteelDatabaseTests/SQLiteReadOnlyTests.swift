import DatabaseTestSupport
import FiresteelDatabase
import Foundation
import Testing

@Suite("SQLite for reading only", .timeLimit(.minutes(3)))
struct SQLiteReadOnlyTests {
    @Test("It reads what a server commits meanwhile, and can't write")
    func beside() async throws {
        try await withFolder { parent in
            try await closing(SQLiteDatabase.open(folder: "\(parent)/data")) { database in
                try await database.migrate(to: .table)
                try await closing(SQLiteReadOnlyDatabase.open(folder: "\(parent)/data")) { reader in
                    try await database.write { try $0.execute("INSERT INTO t VALUES ('a', 1, NULL)") }
                    #expect(try await rows(reader) == 1)
                    try await reader.checkIntegrity()
                    #expect(try await reader.migrate(to: .table) == [])
                    await #expect(throws: DatabaseError.self) { try await reader.write { _ in } }
                    await #expect(throws: DatabaseError.self) {
                        try await reader.read { try $0.execute("INSERT INTO t VALUES ('b', 1, NULL)") }
                    }
                    try await database.write { try $0.execute("INSERT INTO t VALUES ('c', 1, NULL)") }
                    #expect(try await rows(reader) == 2)
                }
            }
        }
    }

    @Test("A copy made beside a server is complete, private, and replaces no file")
    func copy() async throws {
        try await withFolder { parent in
            try await closing(SQLiteDatabase.open(folder: "\(parent)/data")) { database in
                try await database.migrate(to: .table)
                try await database.write { try $0.execute("INSERT INTO t VALUES ('a', 1, NULL)") }
                try await closing(SQLiteReadOnlyDatabase.open(folder: "\(parent)/data")) { reader in
                    try await reader.backup(to: "\(parent)/firesteel.sqlite")
                    let attributes = try FileManager.default.attributesOfItem(atPath: "\(parent)/firesteel.sqlite")
                    #expect(attributes[.posixPermissions] as? Int == 0o600)
                    await #expect(throws: DatabaseError.self) {
                        try await reader.backup(to: "\(parent)/firesteel.sqlite")
                    }
                }
            }
            try await closing(SQLiteReadOnlyDatabase.open(folder: parent)) { copy in
                let count = try await rows(copy)
                #expect(count == 1)
            }
        }
    }

    @Test("Changes that a killed server left in the log are read")
    func leftLog() async throws {
        try await withFolder { parent in
            let files = FileManager.default
            try await closing(SQLiteDatabase.open(folder: "\(parent)/data")) { database in
                try await database.migrate(to: .table)
                try await database.write { try $0.execute("INSERT INTO t VALUES ('a', 1, NULL)") }
                // The files as they are at this moment, as after a loss of power.
                try files.createDirectory(atPath: "\(parent)/left", withIntermediateDirectories: false)
                for name in ["firesteel.sqlite", "firesteel.sqlite-wal"] {
                    try files.copyItem(atPath: "\(parent)/data/\(name)", toPath: "\(parent)/left/\(name)")
                }
            }
            try await closing(SQLiteReadOnlyDatabase.open(folder: "\(parent)/left")) { reader in
                let count = try await rows(reader)
                #expect(count == 1)
            }
        }
    }

    @Test("A folder without a database is an error, and stays empty")
    func missing() async throws {
        try await withFolder { folder in
            await #expect(throws: DatabaseError.self) { try await SQLiteReadOnlyDatabase.open(folder: folder) }
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(files.isEmpty)
        }
    }

    @Test("Pending migrations are listed, not applied", arguments: [DatabaseDialect.sqlite, .postgres])
    func pending(dialect: DatabaseDialect) async throws {
        try await withDatabase(dialect) { database in
            let schema = try DatabaseSchema([
                DatabaseMigration(version: 1, statements: ["CREATE TABLE a (n BIGINT)"]),
                DatabaseMigration(version: 3, statements: ["CREATE TABLE b (n BIGINT)"]),
            ])
            #expect(try await database.pendingMigrations(of: schema) == [1, 3])
            #expect(try await database.pendingMigrations(of: schema) == [1, 3])
            try await database.migrate(to: DatabaseSchema([schema.migrations[0]]))
            #expect(try await database.pendingMigrations(of: schema) == [3])
            try await database.migrate(to: schema)
            #expect(try await database.pendingMigrations(of: schema) == [])
            await #expect(throws: DatabaseError.newerSchema(found: 3, supported: 1)) {
                try await database.pendingMigrations(of: DatabaseSchema([schema.migrations[0]]))
            }
        }
    }

    private func rows(_ database: any Database) async throws -> Int {
        try await database.read { try $0.query("SELECT * FROM t").count }
    }
}
