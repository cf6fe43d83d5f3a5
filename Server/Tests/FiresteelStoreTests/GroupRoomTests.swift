import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Testing

@Suite("Room for groups")
struct GroupRoomTests {
    private static let now = InsightFixture.now
    private static let hour = InsightTime.hour

    /// Stores as many groups as an environment may have, less some, as invented reports do.
    private static func fill(
        _ insight: InsightFixture, less: Int = 0, seen: Int64 = now - 2 * hour, reports: Int64 = 1
    ) async throws {
        try await insight.database.write { database in
            let table = GroupTable(database, scope: try ScopeTable(database).numberCreating(InsightFixture.scope))
            for index in 0..<Int(GroupTable.maximumGroups) - less {
                var group = ReportGroup(id: "invented-\(index)", first: seen, version: "1")
                (group.kind, group.title, group.reports) = ("failure", "Invented", reports)
                // The first one had no report for longest.
                group.seen = seen + Int64(index)
                try table.store(group)
            }
        }
    }

    private static func group(_ id: String, _ insight: InsightFixture) async throws -> ReportGroup? {
        try await insight.groups().first { $0.id == id }
    }

    @Test("A full environment has room for a new crash", arguments: StoreFixture.databases)
    func eviction(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await Self.fill(insight)
            try await insight.receive(reports: [InsightFixture.crash("r1"), InsightFixture.crash("r2")])
            let groups = try await insight.groups()
            #expect(groups.count == Int(GroupTable.maximumGroups) + 1)
            #expect(groups.first { $0.title == "Crash during Save Document" }?.reports == 2)
            #expect(groups.first { $0.id == GroupTable.common }?.reports == 1)
            #expect(!groups.contains { $0.id == "invented-0" })
            #expect(groups.contains { $0.id == "invented-1" })
        }
    }

    @Test("A group has an hour to be reported again", arguments: StoreFixture.databases)
    func protection(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await Self.fill(insight, seen: Self.now - Self.hour + 60_000)
            try await insight.receive(reports: [InsightFixture.crash("r1")])
            #expect(try await Self.group(GroupTable.common, insight)?.reports == 1)
            #expect(try await Self.group("invented-0", insight) != nil)
            // Its reports aren't in the common group for ever.
            try await insight.receive(
                reports: [InsightFixture.crash("r2", time: Self.now + Self.hour)], now: Self.now + Self.hour)
            let crash = try await insight.groups().first { $0.title == "Crash during Save Document" }
            #expect(crash?.reports == 1)
            #expect(try await Self.group("invented-0", insight) == nil)
        }
    }

    @Test("Groups with more reports, decisions or linked reports don't give way", arguments: StoreFixture.databases)
    func kept(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let time = Self.now - 3 * Self.hour
            // Two real groups; reports of one are linked to a change.
            try await insight.receive(
                reports: [InsightFixture.crash("r1", time: time), InsightFixture.crash("r2", time: time)], now: time)
            let linked = try #require(try await insight.groups().first).id
            try await insight.receive(reports: [InsightFixture.failure("r3", type: "A")], now: time)
            let assigned = try #require(try await insight.groups().last).id
            try await insight.database.write { _ = try $0.execute("UPDATE insight_reports SET is_pinned = 2") }
            try await insight.carryOut(.assign(account: "mara", name: "Mara Lindt"), on: assigned)
            try await insight.carryOut(.unassign, on: assigned)
            try await Self.fill(insight, less: 3, reports: 1_001)
            // Room for one, which has the fewest reports that can give way an hour later.
            for (run, type, now) in [("r4", "B", Self.now - 2 * Self.hour), ("r5", "C", Self.now)] {
                try await insight.receive(reports: [InsightFixture.failure(run, type: type)], now: now)
            }
            let groups = try await insight.groups()
            #expect(groups.count { $0.id != GroupTable.common } == Int(GroupTable.maximumGroups))
            #expect(groups.contains { $0.id == linked } && groups.contains { $0.id == assigned })
            let single = groups.filter { $0.kind == "failure" && $0.reports == 1 }
            #expect(single.map(\.errorType).sorted() == ["", "A", "C"])
            // No more than those.
            try await insight.receive(reports: [InsightFixture.failure("r6", type: "D")])
            #expect(try await Self.group(GroupTable.common, insight)?.reports == 2)
        }
    }

    @Test("The counts of a group that gives way are added to the common group", arguments: StoreFixture.databases)
    func counts(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let time = Self.now - 2 * Self.hour
            try await insight.receive(
                segments: [InsightFixture.segment("r1", person: "p1", variants: ["fast-save": "on"])],
                reports: [InsightFixture.crash("r1", person: "p1", time: time)], now: time)
            let former = try #require(try await insight.groups().first).id
            try await Self.fill(insight, less: 1, reports: 2)
            try await insight.receive(reports: [InsightFixture.failure("r2")])
            #expect(try await Self.group(former, insight) == nil)
            let common = try #require(try await Self.group(GroupTable.common, insight))
            #expect(common.reports == 1 && common.people.count == 1 && common.firstVersion == "3.4.1")
            let counts = try await insight.counts()
            #expect(counts["reports||\(GroupTable.common)"] == 1 && counts["reports|g:\(GroupTable.common)|"] == 1)
            #expect(!counts.contains { $0.key.contains(former) })
            // A session that names it continues.
            try await insight.receive(segments: [
                InsightFixture.segment("r1", 2, person: "p1", variants: ["large-save": "on"])
            ])
            #expect(insight.rollUp.takeTally() == RollUpTally())
            try await RetentionRun(insight.database, InsightRetention(), now: Self.now).run()
            try await insight.database.read { database in
                let reports = try database.query("SELECT run, group_id, is_pinned FROM insight_reports ORDER BY run")
                #expect(try reports[0].text("group_id") == GroupTable.common)
                #expect(try !reports[0].bool("is_pinned") && reports[1].bool("is_pinned"))
                for (table, column) in [
                    ("insight_people", "value"), ("insight_people", "subject"), ("insight_group_facets", "group_id"),
                    ("insight_group_history", "group_id"), ("insight_fingerprints", "group_id"),
                    ("insight_reports", "group_id"), ("insight_counts", "subject"),
                ] {
                    let values = try database.query("SELECT \(column) AS value FROM \(table)")
                        .map { try $0.text("value") }
                    #expect(!values.contains { $0.contains(former) }, "\(table)")
                }
            }
        }
    }

    @Test("Webhooks are notified of at most 100 new groups in an hour", arguments: StoreFixture.databases)
    func notifications(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            _ = try await insight.database.write {
                try WebhookTable($0).create(
                    WebhookTable.Draft(
                        name: "Chat", address: "https://example.com/hook", events: [.reportOpened],
                        environments: ["production"]),
                    of: InsightFixture.scope.program, by: "Mara", time: 1)
            }
            func outbox() async throws -> Int {
                try await insight.database.read {
                    try $0.query("SELECT COUNT(*) AS n FROM outbox").first?.int("n") ?? -1
                }
            }
            func reports(_ numbers: Range<Int>) -> [InsightReport] {
                numbers.map { InsightFixture.failure("r\($0)", type: "Error\($0)") }
            }
            try await insight.receive(reports: reports(0..<60))
            #expect(try await outbox() == 60)
            try await insight.receive(reports: reports(60..<160))
            #expect(try await outbox() == 100)
            #expect(try await insight.groups().count == 160)
            try await insight.receive(reports: reports(160..<161), now: Self.now + Self.hour)
            #expect(try await outbox() == 101)
        }
    }
}
