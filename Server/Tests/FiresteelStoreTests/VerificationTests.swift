import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
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
        "UPDATE programs SET head = 'x'",
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
}
