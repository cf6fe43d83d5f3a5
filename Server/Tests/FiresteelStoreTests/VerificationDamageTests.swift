import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import Testing

@Suite("Verification of damaged rows", .timeLimit(.minutes(3)))
struct VerificationDamageTests {
    private func write(_ statement: String, _ store: StoreFixture) async throws {
        _ = try await store.database.write { try $0.execute(statement, []) }
    }

    // PostgreSQL stores no value of another type.
    @Test("Each change that can't be read is named, and the chain of the others is checked")
    func changes() async throws {
        try await StoreFixture.with(.sqlite) { store in
            for number in 1...5 { try await store.createFlag("flag-\(number)") }
            try await write("UPDATE changes SET author_name = x'00' WHERE number = 1", store)
            try await write("UPDATE changes SET hash = x'00' WHERE number = 2", store)
            try await write("UPDATE changes SET reason = 'Nothing' WHERE number = 4", store)
            try await write("UPDATE revisions SET revision = 'x' WHERE change = 5", store)
            try await write("UPDATE item_versions SET change = 'x' WHERE change = 5 AND kind = 'flag'", store)
            let findings = try await store.verification().findings
            for expected in [
                "Change 1 can't be read: Its column “author_name”", "Change 2 can't be read: Its column “hash”",
                "Change 4 was altered", "of the table “revisions” can't be read",
                "of the table “item_versions” can't be read",
            ] {
                #expect(findings.contains { $0.contains(expected) }, "\(expected): \(findings)")
            }
            #expect(findings.contains { $0.hasPrefix("Change 3") || $0.hasPrefix("Change 5") } == false, "\(findings)")
        }
    }

    @Test("The first 100 findings are named, and the others counted", arguments: StoreFixture.databases)
    func many(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let edits = (0..<130).map { Edit(ItemKey(.segment, "s\($0)"), base: 0, .create(["people": ["ada"]])) }
            for (index, edit) in edits.enumerated() { try await store.propose("c\(index)", [edit]) }
            try await write("UPDATE changes SET reason = 'Nothing'", store)
            let found = try await store.verification()
            #expect(found.findings.count == 100 && found.omitted == 30)
        }
    }

    // PostgreSQL stores no value of another type.
    @Test("Each entry of the access log that can't be read is named, and the chain of the others is checked")
    func accessLog() async throws {
        try await StoreFixture.with(.sqlite) { store in
            for number in 1...4 {
                try await store.database.write { database in
                    try AccessLogTable(database).append(
                        AccessLogEntry(time: 1, event: "signedIn", actor: "\(number)", actorName: "A", details: ""))
                }
            }
            try await write("UPDATE access_log SET details = x'00' WHERE number = 1", store)
            try await write("UPDATE access_log SET time = 'x' WHERE number = 2", store)
            try await write("UPDATE access_log SET actor = 'b' WHERE number = 4", store)
            let findings = try await store.database.read { try AccessLogVerification(in: $0) }.findings
            #expect(findings.count == 3, "\(findings)")
            #expect(findings.contains { $0.contains("Entry 1 of the access log can't be read") })
            #expect(findings.contains { $0.contains("Entry 2 of the access log can't be read") })
            #expect(findings.contains { $0.contains("Entry 4 of the access log was altered") })
            try await write("UPDATE access_log_end SET entries = 'x'", store)
            let end = try await store.database.read { try AccessLogVerification(in: $0) }.findings
            #expect(end.count == 4 && end.first?.contains("The end of the access log can't be read") == true)
        }
    }

    @Test("Rows without hashes are read, and each that can't be is named", arguments: StoreFixture.databases)
    func tables(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            _ = try await store.database.write { database in
                try SignInTable(database).add(
                    SignIn(
                        hash: "hash", account: "mara", created: 1, lastSeen: 5, expires: 100, confirmed: 1,
                        device: "Safari"))
                return try TokenTable(database).create(
                    .client, named: "Test", program: "documents", environment: "development", role: nil, expires: nil,
                    by: "test", time: 1)
            }
            try await write("INSERT INTO settings (name, value) VALUES ('stream-secret', 'a secret')", store)
            try await write(
                """
                INSERT INTO plan_guards (program, environment, flag, due, state)
                VALUES ('documents', 'development', 'export', 0, '')
                """, store)
            func verified() async throws -> TableVerification {
                try await store.database.read { try TableVerification(in: $0) }
            }
            let sound = try await verified()
            #expect(sound.findings.isEmpty && sound.rows > 8, "\(sound.findings)")
            for damage in [
                "settings SET value = ''", "counters SET value = -1 WHERE name = 'access'",
                "accounts SET is_disabled = 2 WHERE id = 'mara'", "roles SET role = 'owner' WHERE account = 'ines'",
                "sign_ins SET method = 'magic'", "tokens SET kind = 'magic'", "plan_guards SET state = '{'",
            ] { try await write("UPDATE \(damage)", store) }
            let findings = try await verified().findings
            let tables = ["settings", "counters", "accounts", "roles", "sign_ins", "tokens", "plan_guards"]
            #expect(findings.count == tables.count, "\(findings)")
            for table in tables { #expect(findings.contains { $0.contains("of the table “\(table)”") }) }
        }
    }

    // PostgreSQL stores no such texts.
    @Test(
        "Pages of rows with keys that aren't text end, and the rows after them are read",
        arguments: ["char(0)", "CAST(x'ff' AS TEXT)"])
    func keys(_ damage: String) async throws {
        try await StoreFixture.with(.sqlite) { store in
            try await write(
                """
                WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200)
                INSERT INTO counters (name, value) SELECT 'a' || \(damage) || n, -1 FROM numbers
                """, store)
            try await write("INSERT INTO counters (name, value) VALUES ('zzz', -1)", store)
            let found = try await store.database.read { try TableVerification(in: $0) }
            #expect(found.findings.count + found.omitted == 1_201)
        }
    }
}
