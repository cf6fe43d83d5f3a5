import DatabaseTestSupport
import FiresteelDatabase
import Foundation
import Testing

@Suite("SQLite", .timeLimit(.minutes(3)))
struct SQLiteTests {
    @Test("Only the owner can access the folder and its files")
    func permissions() async throws {
        try await withFolder { parent in
            let folder = "\(parent)/data"
            try await closing(SQLiteDatabase.open(folder: folder)) { database in
                try await database.migrate(to: .table)
                #expect(try permissions(of: folder) == 0o700)
                let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                #expect(files == ["firesteel.sqlite", "firesteel.sqlite-shm", "firesteel.sqlite-wal", "lock"])
                for file in files { #expect(try permissions(of: "\(folder)/\(file)") == 0o600) }
            }
        }
    }

    @Test("A value that isn't UTF-8 or has NUL characters isn't read as text, not even in part")
    func damagedTexts() async throws {
        try await withFolder { parent in
            try await closing(SQLiteDatabase.open(folder: "\(parent)/data")) { database in
                let row = try await database.read { database in
                    try database.query(
                        """
                        SELECT 'admin' || char(0) || 'x' AS nul, CAST(x'61ff' AS TEXT) AS invalid,
                            CAST(x'f09f98' AS TEXT) AS shortened, 'Zoë \u{FFFD}' AS valid, '' AS empty
                        """, [])[0]
                }
                for column in ["nul", "invalid", "shortened"] {
                    #expect(throws: DatabaseError.self) { try row.text(column) }
                }
                #expect(try row.blob("nul") == Array("admin\0x".utf8))
                #expect(try row.text("valid") == "Zoë \u{FFFD}")
                #expect(try row.text("empty") == "")
            }
        }
    }

    @Test("An empty folder is restricted to its owner, and one that others use is refused")
    func existingFolders() async throws {
        try await withFolder { parent in
            let empty = "\(parent)/empty"
            let shared = "\(parent)/shared"
            for folder in [empty, shared] {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
            }
            try Data().write(to: URL(filePath: "\(shared)/other.txt"))
            try await closing(SQLiteDatabase.open(folder: empty)) { _ in
                let mode = try permissions(of: empty)
                #expect(mode == 0o700)
            }
            let error = await #expect(throws: DatabaseError.self) { try await SQLiteDatabase.open(folder: shared) }
            #expect("\(try #require(error))".contains("chmod 700 \(shared)"))
            #expect(try permissions(of: shared) == 0o755)
        }
    }

    @Test("A folder is used by one database at a time")
    func locked() async throws {
        try await withFolder { folder in
            let first = try await SQLiteDatabase.open(folder: "\(folder)/data")
            let error = await #expect(throws: DatabaseError.inUse(folder: "\(folder)/data")) {
                try await SQLiteDatabase.open(folder: "\(folder)/data")
            }
            #expect("\(try #require(error))".contains("another firesteel-server uses this folder"))
            await first.close()
            try await closing(SQLiteDatabase.open(folder: "\(folder)/data")) { _ in }
        }
    }

    @Test("A command writes beside the database of a folder, loses no change of it, and doesn't migrate it")
    func beside() async throws {
        try await withFolder { parent in
            let folder = "\(parent)/data"
            try await closing(SQLiteDatabase.open(folder: folder, besideOthers: true)) { first in
                // Alone, it is a database like any other.
                try await first.migrate(to: .table)
                try await first.write { try $0.execute("INSERT INTO t VALUES ('n', 0, NULL)") }
                try await closing(SQLiteDatabase.open(folder: folder, besideOthers: true)) { second in
                    await #expect(throws: DatabaseError.inUse(folder: folder)) {
                        try await SQLiteDatabase.open(folder: folder)
                    }
                    try await second.migrate(to: .table)
                    let next = try DatabaseSchema(
                        DatabaseSchema.table.migrations + [DatabaseMigration(version: 2, statements: ["DELETE FROM t"])]
                    )
                    await #expect(throws: DatabaseError.inUse(folder: folder)) { try await second.migrate(to: next) }
                    try await withThrowingTaskGroup { group in
                        for database in [first, second] {
                            group.addTask {
                                for _ in 0..<100 {
                                    try await database.write { database in
                                        let number = try database.query("SELECT v FROM t").first?.int("v") ?? 0
                                        try database.execute("UPDATE t SET v = ?", DatabaseValue(number + 1))
                                    }
                                }
                            }
                        }
                        try await group.waitForAll()
                    }
                }
                try await first.checkIntegrity()
                let rows = try await first.read { try $0.query("SELECT v FROM t") }
                #expect(try rows.first?.int("v") == 200)
            }
        }
    }

    @Test("Commits are flushed to the disk, and references are checked")
    func settings() async throws {
        try await withDatabase(.sqlite) { database in
            for (name, value) in [("synchronous", 2), ("foreign_keys", 1)] {
                let rows = try await database.write { try $0.query("PRAGMA \(name)") }
                #expect(try rows.first?.int(name) == value)
            }
            let rows = try await database.read { try $0.query("PRAGMA journal_mode") }
            #expect(try rows.first?.text("journal_mode") == "wal")
        }
    }

    @Test("A backup of a database in use is complete, private, and replaces no file")
    func backup() async throws {
        try await withFolder { parent in
            let copy = "\(parent)/copy/firesteel.sqlite"
            try FileManager.default.createDirectory(atPath: "\(parent)/copy", withIntermediateDirectories: false)
            try await closing(SQLiteDatabase.open(folder: "\(parent)/data")) { database in
                try await database.migrate(to: .table)
                try await database.write { try $0.execute("INSERT INTO t VALUES ('before', 1, NULL)") }
                try await database.backup(to: copy)
                try await database.write { try $0.execute("INSERT INTO t VALUES ('after', 1, NULL)") }
                await #expect(throws: DatabaseError.self) { try await database.backup(to: copy) }
                try await database.checkIntegrity()
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(parent)/copy") == ["firesteel.sqlite"])
            #expect(try permissions(of: copy) == 0o600)
            try await closing(SQLiteDatabase.open(folder: "\(parent)/copy")) { database in
                try await database.checkIntegrity()
                let keys = try await database.read { try $0.query("SELECT k FROM t").map { try $0.text("k") } }
                #expect(keys == ["before"])
            }
        }
    }

    @Test("The file before a migration is copied, and a later attempt replaces the copy")
    func backupBeforeMigration() async throws {
        try await withFolder { parent in
            let folder = "\(parent)/data"
            let copy = "\(folder)/firesteel.sqlite.before-version-2"
            let invalid = try DatabaseSchema(
                DatabaseSchema.table.migrations + [DatabaseMigration(version: 2, statements: ["INVALID"])])
            let next = try DatabaseSchema(
                DatabaseSchema.table.migrations + [DatabaseMigration(version: 2, statements: ["DELETE FROM t"])])
            try await closing(SQLiteDatabase.open(folder: folder)) { database in
                try await database.migrate(to: .table)
                #expect(!FileManager.default.fileExists(atPath: "\(folder)/firesteel.sqlite.before-version-1"))
                await #expect(throws: DatabaseError.self) { try await database.migrate(to: invalid) }
                #expect(FileManager.default.fileExists(atPath: copy))
                try await database.write { try $0.execute("INSERT INTO t VALUES ('later', 1, NULL)") }
                try await database.migrate(to: next)
            }
            try FileManager.default.createDirectory(atPath: "\(parent)/copy", withIntermediateDirectories: false)
            try FileManager.default.copyItem(atPath: copy, toPath: "\(parent)/copy/firesteel.sqlite")
            try await closing(SQLiteDatabase.open(folder: "\(parent)/copy")) { database in
                let keys = try await database.read { try $0.query("SELECT k FROM t").map { try $0.text("k") } }
                #expect(keys == ["later"])
                #expect(try await database.migrate(to: .table) == [])
            }
        }
    }

    @Test("After closing, the database file alone has all changes")
    func checkpoint() async throws {
        try await withFolder { parent in
            let folder = "\(parent)/data"
            let database = try await SQLiteDatabase.open(folder: folder)
            try await database.migrate(to: .table)
            for number in 0..<200 {
                try await database.write {
                    try $0.execute("INSERT INTO t VALUES (?, 1, NULL)", DatabaseValue("\(number)"))
                }
                // Connections that read remain open until the end.
                _ = try await database.read { try $0.query("SELECT COUNT(*) AS n FROM t") }
            }
            await database.close()
            let log = try? FileManager.default.attributesOfItem(atPath: "\(folder)/firesteel.sqlite-wal")[.size] as? Int
            #expect((log ?? 0) == 0)
            try FileManager.default.createDirectory(atPath: "\(parent)/copy", withIntermediateDirectories: false)
            try FileManager.default.copyItem(
                atPath: "\(folder)/firesteel.sqlite", toPath: "\(parent)/copy/firesteel.sqlite")
            try await closing(SQLiteDatabase.open(folder: "\(parent)/copy")) { copy in
                let rows = try await copy.read { try $0.query("SELECT COUNT(*) AS n FROM t") }
                #expect(try rows.first?.int("n") == 200)
            }
        }
    }

    @Test("A damaged file is reported as corrupt")
    func corrupt() async throws {
        try await withFolder { parent in
            let folder = "\(parent)/data"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try Data(repeating: 0x41, count: 8_192).write(to: URL(filePath: "\(folder)/firesteel.sqlite"))
            let error = await #expect(throws: DatabaseError.self) { try await SQLiteDatabase.open(folder: folder) }
            guard case .corrupt = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    private func permissions(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
