import DatabaseTestSupport
import FiresteelDatabase
import FiresteelStore
import Testing

@Suite("Catalogues", .timeLimit(.minutes(3)))
struct CatalogueTableTests {
    private func store(_ store: StoreFixture, _ versions: [(String, Int64)]) async throws -> [String] {
        try await store.database.write { database in
            let table = CatalogueTable(database)
            for (version, time) in versions {
                _ = try table.store("{\"of\":\"\(version)\"}", program: "documents", version: version, time: time)
            }
            let found = try table.versions(of: "documents").map(\.version)
            let newest = try table.newest(of: "documents")
            #expect(newest.map(\.version) == Array(found.prefix(5)))
            #expect(newest.allSatisfy { $0.body == "{\"of\":\"\($0.version)\"}" })
            return found
        }
    }

    @Test("An older version that connects later isn't the newest", arguments: StoreFixture.databases)
    func order(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { fixture in
            let found = try await store(
                fixture, [("2.0.0", 100), ("2.10", 200), ("v2.9.1", 300), ("2.10.0-rc.1", 400), ("1.4", 500)])
            #expect(found == ["2.10", "2.10.0-rc.1", "v2.9.1", "2.0.0", "1.4"])
        }
    }

    @Test("Versions that aren't semantic are in the order in which they arrive", arguments: StoreFixture.databases)
    func names(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { fixture in
            let first = try await store(fixture, [("nightly-a", 100), ("2.0", 200), ("nightly-b", 300)])
            #expect(first == ["nightly-b", "2.0", "nightly-a"])
            // A semantic version that arrives later is newer than they are, and 2.0 remains newer than it.
            #expect(try await store(fixture, [("1.0", 400)]) == ["2.0", "1.0", "nightly-b", "nightly-a"])
        }
    }

    @Test("The newest version is never removed", arguments: StoreFixture.databases)
    func pruned(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { fixture in
            let old = (0..<30).map { ("1.\($0)", Int64(200 + $0)) }
            let found = try await store(fixture, [("3.0", 100)] + old)
            #expect(found.count == CatalogueTable.maximumVersions)
            #expect(found.first == "3.0" && found.last == "1.11")
        }
    }

    @Test("A version that is received is stored, also one older than all others", arguments: StoreFixture.databases)
    func old(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { fixture in
            let newer = (0..<CatalogueTable.maximumVersions).map { ("2.\($0)", Int64(100 + $0)) }
            let found = try await store(fixture, newer + [("1.0", 500)])
            #expect(found.count == CatalogueTable.maximumVersions)
            #expect(found.first == "2.19" && found.last == "1.0")
            // It makes room for the next one.
            #expect(try await store(fixture, [("2.20", 600)]).last == "2.1")
        }
    }
}
