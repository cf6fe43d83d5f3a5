import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelStore
import Testing

@Suite("Tampering is found", .timeLimit(.minutes(3)))
struct VerificationTests {
    private static let tamperings = [
        "UPDATE changes SET reason = 'Nothing' WHERE number = 2",
        "UPDATE changes SET author_name = 'Ines Falk' WHERE number = 2",
        "UPDATE changes SET time = time + 1 WHERE number = 2",
        "UPDATE changes SET body = replace(body, 'false', 'true') WHERE number = 2",
        "UPDATE changes SET hash = 'x' WHERE number = 3",
        "DELETE FROM changes WHERE number = 2",
        "DELETE FROM changes WHERE number = 3",
        "UPDATE items SET value = replace(value, 'false', 'true')",
        "DELETE FROM items WHERE kind = 'targeting'",
        "INSERT INTO items (program, kind, environment, name, change, value) VALUES ('documents', 'flag', '', 'new', 1, '{}')",
        "UPDATE environments SET revision = revision + 1 WHERE id = 'development'",
        "UPDATE item_versions SET value = '{}' WHERE change = 2",
        "DELETE FROM item_versions WHERE change = 2",
        "DELETE FROM revisions WHERE revision = 2",
        "UPDATE programs SET changes = 2",
        "UPDATE changes SET reverts = 1 WHERE number = 2",
        "UPDATE programs SET head = 'x'",
        "UPDATE changes SET number = 9223372036854775807 WHERE number = 3",
        """
        UPDATE changes SET body = replace(body, '"revisions":{"development":2}', '"revisions":{"development":9223372036854775807}')
        WHERE number = 2
        """,
    ]

    @Test("A tampered row", arguments: StoreFixture.databases, tamperings)
    func tampered(_ dialect: DatabaseDialect, _ statement: String) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            try await store.propose("a", [Edit(key, base: first, .set(["isOn": false]))], reason: "Because")
            try await store.propose("b", [Edit(key, base: 2, .set(["note": "x"]))], reason: "Because")
            #expect(try await store.verification().findings.isEmpty)
            _ = try await store.database.write { try $0.execute(statement, []) }
            #expect(try await store.verification().findings.isEmpty == false)
        }
    }

    private static let accessTamperings = [
        "UPDATE access_log SET actor_name = 'Ines Falk' WHERE number = 2",
        "UPDATE access_log SET details = 'Nothing' WHERE number = 3",
        "UPDATE access_log SET program = '' WHERE number = 1",
        "UPDATE access_log SET time = time + 1 WHERE number = 2",
        "UPDATE access_log SET hash = 'x' WHERE number = 3",
        "DELETE FROM access_log WHERE number = 1",
        "DELETE FROM access_log WHERE number = 2",
        "DELETE FROM access_log WHERE number = 3",
        "DELETE FROM access_log",
        """
        INSERT INTO access_log (number, time, program, event, actor, actor_name, details, previous, hash)
        VALUES (0, 1, 'documents', 'roleSet', 'a', 'A', 'B: admin', '', '')
        """,
        "UPDATE access_log_end SET entries = 2",
        "UPDATE access_log_end SET head = 'x'",
        "UPDATE access_log SET number = 9223372036854775807 WHERE number = 3",
    ]

    @Test("A tampered entry of the access log", arguments: StoreFixture.databases, accessTamperings)
    func tamperedAccess(_ dialect: DatabaseDialect, _ statement: String) async throws {
        try await StoreFixture.with(dialect) { store in
            for number in 1...3 {
                try await store.database.write { database in
                    try AccessLogTable(database).append(
                        AccessLogEntry(
                            time: Int64(number), program: "documents", event: "roleSet", actor: "a", actorName: "A",
                            details: "\(number)"))
                }
            }
            let sound = try await store.database.read { try AccessLogVerification(in: $0) }
            #expect(sound.findings.isEmpty && sound.entries == 3 && sound.head.count == 64)
            _ = try await store.database.write { try $0.execute(statement, []) }
            let found = try await store.database.read { try AccessLogVerification(in: $0) }
            #expect(found.findings.isEmpty == false)
        }
    }

    @Test("A scope with the maximum number is reported, and gets no successor", arguments: StoreFixture.databases)
    func scope(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            _ = try await store.database.write {
                try $0.execute(
                    """
                    INSERT INTO insight_scopes (scope, program, environment)
                    VALUES (9223372036854775807, 'documents', 'staging')
                    """, [])
            }
            await #expect(throws: StoreError.self) {
                try await store.database.write {
                    try ScopeTable($0).numberCreating(InsightScope(program: "documents", environment: "production"))
                }
            }
        }
    }

    @Test("Entries that are written at the same time form one chain", arguments: StoreFixture.databases)
    func concurrentAccess(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await store.database.write { database in
                            try AccessLogTable(database).append(
                                AccessLogEntry(
                                    time: 1, event: "signedIn", actor: "\(number)", actorName: "A", details: ""))
                        }
                    }
                }
                try await group.waitForAll()
            }
            let found = try await store.database.read { try AccessLogVerification(in: $0) }
            #expect(found.findings.isEmpty && found.entries == 20)
        }
    }
}
