import FiresteelBase
import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Testing

@Suite("Names of roll-ups")
struct NameBookTests {
    private static let now = InsightFixture.now

    /// Stores as many invented names as an environment may have.
    private static func fill(_ insight: InsightFixture, _ kind: NameBook.Kind, _ count: Int, _ suffix: String = "")
        async throws
    {
        try await insight.database.write { database in
            let scope = try ScopeTable(database).numberCreating(InsightFixture.scope)
            for index in 0..<count {
                _ = try database.execute(
                    "INSERT INTO insight_names (scope, kind, name, first, seen) VALUES (?, ?, ?, ?, ?)", .int(scope),
                    .text(kind.rawValue), .text("invented-\(index)\(suffix)"), .int(now), .int(now))
            }
        }
        insight.rollUp.forget()
    }

    private static func versions(_ insight: InsightFixture) async throws -> [String] {
        try await insight.database.read { database in
            try database.query("SELECT version FROM insight_sessions ORDER BY run").map { try $0.text("version") }
        }
    }

    @Test("Invented names don't displace those that the server knows", arguments: StoreFixture.databases)
    func known(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await Self.fill(insight, .variant, 2_000, "\ton")
            try await Self.fill(insight, .version, 300)
            try await insight.receive(segments: [
                InsightFixture.segment("r1", variants: ["fast-save": "on"], version: "9.9")
            ])
            #expect(try await insight.counts()["sessions||v:fast-save>on"] == nil)
            let tally = insight.rollUp.takeTally()
            #expect(Set(tally.overflows.map(\.kind)) == [.variant, .version])
            #expect(Set(tally.overflows.map(\.scope)) == [InsightFixture.scope])
            // The flag and the version are created while messages are rolled up.
            try await insight.database.write { database in
                _ = try database.execute("UPDATE programs SET changes = changes + 1 WHERE id = ?", .text("documents"))
                _ = try database.execute(
                    "INSERT INTO items (program, kind, environment, name, change, value) VALUES (?, ?, ?, ?, ?, ?)",
                    .text("documents"), .text("flag"), .text(""), .text("fast-save"), .int(1),
                    .text(#"{"variants": [{"name": "on", "value": true}, {"name": "off", "value": false}]}"#))
                _ = try database.execute(
                    "INSERT INTO items (program, kind, environment, name, change, value) VALUES (?, ?, ?, ?, ?, ?)",
                    .text("documents"), .text("flag"), .text(""), .text("damaged"), .int(1), .text("{"))
                _ = try CatalogueTable(database).store("{}", program: "documents", version: "9.9", time: 1)
            }
            try await insight.receive(segments: [
                InsightFixture.segment("r2", variants: ["fast-save": "on"], version: "9.9"),
                InsightFixture.segment("r3", variants: ["fast-save": "unknown"], version: "9.8"),
            ])
            let counts = try await insight.counts()
            #expect(counts["sessions||v:fast-save>on"] == 1)
            #expect(counts["sessions||v:(other)>(other)"] == 2)
            #expect(try await Self.versions(insight) == ["(other)", "9.9", "(other)"])
        }
    }

    @Test("A group opens again by the version that its report says", arguments: StoreFixture.databases)
    func reopening(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.receive(reports: [InsightFixture.crash("r1")])
            let id = try #require(try await insight.groups().first).id
            try await insight.carryOut(.resolve(in: "3.10.0"), on: id)
            try await Self.fill(insight, .version, 300)
            try await insight.receive(reports: [InsightFixture.crash("r2", version: "3.9.9")])
            #expect(try await insight.groups().first?.state == .resolved)
            try await insight.receive(reports: [InsightFixture.crash("r3", version: "3.10.1")])
            #expect(try await insight.groups().first?.state == .open)
            #expect(try await insight.history(of: id).first?.details["version"] == "3.10.1")
        }
    }

    @Test("Composed and decomposed spellings are one name", arguments: StoreFixture.databases)
    func spelling(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let names = ["caf\u{E9}", "cafe\u{301}"]
            for (index, name) in names.enumerated() {
                insight.rollUp.forget()
                var segment = InsightFixture.segment("r\(index)")
                segment.device = name
                try await insight.receive(segments: [segment])
            }
            let (stored, counted) = try await insight.database.read { database in
                (
                    try database.query("SELECT name FROM insight_names WHERE kind = 'device'").map {
                        try $0.text("name")
                    },
                    try database.query(
                        "SELECT count FROM insight_counts WHERE measure = 'sessions' AND subject = '' AND value LIKE 'd:%'"
                    ).map { try $0.int("count") }
                )
            }
            #expect(stored.map { Array($0.utf8) } == [Array("caf\u{E9}".utf8)])
            #expect(counted == [2])
        }
    }
}
