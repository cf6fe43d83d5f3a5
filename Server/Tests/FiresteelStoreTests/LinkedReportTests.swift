import FiresteelBase
import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Testing

@Suite("Reports that changes are linked to")
struct LinkedReportTests {
    private func pinned(_ insight: InsightFixture) async throws -> [String] {
        try await insight.database.read {
            try $0.query("SELECT run FROM insight_reports WHERE is_pinned > 0 ORDER BY time DESC, run").map {
                try $0.text("run")
            }
        }
    }

    @Test("A change that names a group preserves its newest reports", arguments: StoreFixture.databases)
    func preserves(dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let store = StoreFixture(database: insight.database, changes: ChangeService(insight.database))
            let base = try await store.createFlag("fast-save", in: "production")
            try await insight.receive(
                reports: (1...25).map { InsightFixture.crash("r\($0)", time: InsightFixture.now - Int64($0) * 1_000) })
            let group = try #require(try await insight.groups().first)
            let before = Set(try await pinned(insight))

            let edit = Edit(
                ItemKey(.targeting, "fast-save", environment: "production"), base: base, .set(["isOn": false]))
            try await store.propose("off", [edit], reason: "Crash during Save Document (report \(group.id))")
            let after = Set(try await pinned(insight))
            #expect(after.subtracting(before).isSubset(of: Set((1...20).map { "r\($0)" })))
            #expect(after.isSuperset(of: (1...20).map { "r\($0)" }))
            #expect(after.isDisjoint(with: (21...24).map { "r\($0)" }))
        }
    }

    @Test(
        "A reason that names no group preserves nothing",
        arguments: ["", "Crash (report )", "Crash (report x", "(report a b)", "(report ' OR 1=1)", "(report nothing)"])
    func others(reason: String) async throws {
        try await InsightFixture.with(.sqlite) { insight in
            let store = StoreFixture(database: insight.database, changes: ChangeService(insight.database))
            let base = try await store.createFlag("fast-save", in: "development")
            try await insight.receive(reports: (1...3).map { InsightFixture.crash("r\($0)") })
            let before = try await pinned(insight)
            let edit = Edit(
                ItemKey(.targeting, "fast-save", environment: "development"), base: base, .set(["isOn": false]))
            try await store.propose("off", [edit], reason: reason)
            #expect(try await pinned(insight) == before)
        }
    }

    @Test("Sessions of an hour are divided by when they began", arguments: StoreFixture.databases)
    func share(dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let hour = InsightFixture.now - InsightFixture.now % 3_600_000
            try await insight.receive(
                segments: (0..<10).map {
                    InsightFixture.segment("r\($0)", started: hour + ($0 < 7 ? 60_000 : 1_500_000))
                })
            try await insight.database.read { database in
                let scope = try #require(try ScopeTable(database).number(of: InsightFixture.scope))
                let reader = InsightReader(database, scope: scope)
                #expect(try reader.share(ofSessionsIn: hour, beganIn: hour..<hour + 1_000_000) == 0.7)
                #expect(try reader.share(ofSessionsIn: hour, beganIn: hour + 1_000_000..<hour + 2_000_000) == 0.3)
                #expect(try reader.share(ofSessionsIn: hour - 3_600_000, beganIn: hour..<hour + 1) == nil)
            }
        }
    }
}
