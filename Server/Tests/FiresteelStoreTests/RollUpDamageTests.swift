import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Testing

@Suite("Roll-ups with damaged data")
struct RollUpDamageTests {
    private static let now = InsightFixture.now

    /// Rolls up what is due, as a node that was just started.
    private static func rollUp(_ insight: InsightFixture, now: Int64 = now) async throws -> RollUpTally {
        let rollUp = RollUp(insight.database, hash: insight.hash)
        while try await rollUp.run(now: now) > 0 {}
        return rollUp.takeTally()
    }

    private static func waiting(_ insight: InsightFixture) async throws -> Int64 {
        try await insight.database.read { try InboxTable($0).count(upTo: 1_000) }
    }

    @Test("Damaged sketches and groups begin again, and messages count", arguments: StoreFixture.databases)
    func sketches(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.receive(
                segments: [InsightFixture.segment("r1", person: "p1")],
                reports: [InsightFixture.crash("r1", person: "p1")])
            let group = try #require(try await insight.groups().first)
            try await insight.database.write { database in
                _ = try database.execute("UPDATE insight_people SET sketch = ?", .blob([9]))
                _ = try database.execute("UPDATE insight_groups SET sketch = ?, state = 'unknown'", .blob([0, 1]))
            }
            try await insight.store([
                InsightFixture.message(.segment, "r2", 1, InsightFixture.segment("r2", person: "p2").json),
                InsightFixture.message(.report, "r2", 1, InsightFixture.crash("r2", person: "p2").json),
            ])
            let tally = try await Self.rollUp(insight)
            #expect(tally.postponed == 0 && tally.lost == 0 && tally.replaced > 1)
            #expect(try await Self.waiting(insight) == 0)
            let repaired = try #require(try await insight.groups().first)
            #expect(repaired.id == group.id && repaired.reports == 2 && repaired.state == .open)
            #expect(repaired.title == group.title && repaired.people.count == 1 && !repaired.isDamaged)
            #expect(try await insight.counts()["sessions||"] == 2)
            let people = try await insight.database.read { database in
                try InsightReader(database, scope: 1).people(["all"], InsightReader.period(hours: 24, now: Self.now))
            }
            #expect(people[""]?.count == 1)
            #expect(try await Self.rollUp(insight) == RollUpTally())
        }
    }

    // PostgreSQL stores no value of another type.
    @Test("Damaged rows of sessions, counts, names and groups don't lose messages")
    func rows() async throws {
        try await InsightFixture.with(.sqlite) { insight in
            try await insight.receive(
                segments: [InsightFixture.segment("r1", person: "p1")],
                reports: [InsightFixture.crash("r1", person: "p1")])
            try await insight.database.write { database in
                for change in [
                    "insight_sessions SET hour = 'x', facts = 7", "insight_counts SET count = 'x'",
                    "insight_names SET seen = 'x'", "insight_people SET sketch = 7",
                    "insight_groups SET title = x'00', history = 'x', reports = 9223372036854775807, last = 'x'",
                    "insight_fingerprints SET reports = 'x'",
                ] { _ = try database.execute("UPDATE \(change)") }
            }
            try await insight.store([
                InsightFixture.message(.segment, "r1", 2, InsightFixture.segment("r1", 2, person: "p1").json),
                InsightFixture.message(.report, "r1", 2, InsightFixture.crash("r1", 2, person: "p1").json),
            ])
            let tally = try await Self.rollUp(insight)
            #expect(tally.postponed == 0 && tally.lost == 0 && tally.replaced > 3)
            #expect(try await Self.waiting(insight) == 0)
            let counts = try await insight.counts()
            #expect(counts["sessions||"] == 1 && counts["successes||a:App/Documents>save"] == 1)
            let group = try #require(try await insight.groups().first)
            #expect(group.title == "Crash during Save Document" && group.reports == 1 && !group.isDamaged)
            #expect(try await Self.rollUp(insight) == RollUpTally())
        }
    }

    @Test("A report whose group was removed begins another group", arguments: StoreFixture.databases)
    func missing(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.receive(
                segments: [InsightFixture.segment("r1", person: "p1")],
                reports: [InsightFixture.crash("r1", person: "p1")])
            let first = try #require(try await insight.groups().first)
            try await insight.database.write { _ = try $0.execute("DELETE FROM insight_groups") }
            // The session names the group as well.
            try await insight.receive(
                segments: [InsightFixture.segment("r1", 2, person: "p1", variants: ["fast-save": "on"])],
                reports: [InsightFixture.crash("r1", 2, person: "p1")])
            #expect(insight.rollUp.takeTally() == RollUpTally())
            let second = try #require(try await insight.groups().first)
            #expect(second.id != first.id && second.reports == 1)
            let counts = try await insight.counts()
            #expect(counts["sessions|g:\(first.id)|v:fast-save>on"] == nil)
            #expect(counts["sessions|g:\(second.id)|v:fast-save>on"] == 1)
            try await insight.receive(reports: [InsightFixture.crash("r2")])
            #expect(try await insight.groups().map(\.reports) == [2])
        }
    }

    @Test("A message that can't be read is tried again, and removed after 30 days", arguments: StoreFixture.databases)
    func unreadable(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.store([
                InsightFixture.message(.segment, "r1", 1, Array("{".utf8)),
                InsightFixture.message(.segment, "r2", 1, Array("{".utf8)),
                InsightFixture.message(.segment, "r3", 1, InsightFixture.segment("r3").json),
            ])
            #expect(try await Self.rollUp(insight).postponed == 2)
            #expect(try await insight.counts()["sessions||"] == 1)
            // Not before a minute is over, then after two more.
            #expect(try await Self.rollUp(insight, now: Self.now + 59_999) == RollUpTally())
            #expect(try await Self.rollUp(insight, now: Self.now + 60_000).postponed == 2)
            #expect(try await Self.rollUp(insight, now: Self.now + 179_999) == RollUpTally())
            try await insight.database.write { database in
                _ = try database.execute(
                    "UPDATE insight_inbox SET body = ? WHERE run = 'r1'", .blob(InsightFixture.segment("r1").json))
            }
            #expect(try await Self.rollUp(insight, now: Self.now + 180_000).postponed == 1)
            #expect(try await insight.counts()["sessions||"] == 2)
            #expect(try await Self.waiting(insight) == 1)
            let last = try await Self.rollUp(insight, now: Self.now + RollUp.patience + 1)
            #expect(last.lost == 1 && last.postponed == 0)
            #expect(try await Self.waiting(insight) == 0)
        }
    }

    @Test("An invalid row of the inbox doesn't block others", arguments: StoreFixture.databases)
    func kind(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.store(
                (1...3).map { InsightFixture.message(.segment, "r\($0)", 1, InsightFixture.segment("r\($0)").json) })
            try await insight.database.write { database in
                _ = try database.execute("UPDATE insight_inbox SET kind = 9 WHERE run = 'r1'")
                _ = try database.execute(
                    "UPDATE insight_inbox SET correction = ? WHERE run = 'r2'", .int(.min))
            }
            #expect(try await Self.rollUp(insight).postponed == 2)
            #expect(try await insight.counts()["sessions||"] == 1)
        }
    }

    @Test("Messages that fail are postponed, and counted when the cause is repaired", arguments: StoreFixture.databases)
    func failing(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.store(
                (1...20).flatMap { index in
                    [
                        InsightFixture.message(.segment, "r\(index)", 1, InsightFixture.segment("r\(index)").json),
                        InsightFixture.message(.report, "r\(index)", 1, InsightFixture.crash("r\(index)").json),
                    ]
                })
            try await insight.database.write { _ = try $0.execute("ALTER TABLE insight_reports RENAME TO elsewhere") }
            let tally = try await Self.rollUp(insight)
            #expect(tally.postponed == 20 && tally.lost == 0)
            #expect(try await insight.counts()["sessions||"] == 20)
            #expect(try await insight.groups().isEmpty)
            try await insight.database.write { _ = try $0.execute("ALTER TABLE elsewhere RENAME TO insight_reports") }
            #expect(try await Self.rollUp(insight, now: Self.now + 60_000) == RollUpTally())
            #expect(try await insight.groups().map(\.reports) == [20])
            #expect(try await insight.counts()["sessions||"] == 20)
        }
    }

    @Test("A damaged day of people doesn't prevent adding up hours", arguments: StoreFixture.databases)
    func folding(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let time = Self.now - 20 * InsightTime.day
            try await insight.receive(
                segments: [InsightFixture.segment("r1", person: "p1", started: time - 60_000)], now: time)
            try await insight.database.write { database in
                _ = try database.execute("UPDATE insight_people SET sketch = ? WHERE subject = 'all'", .blob([9]))
            }
            #expect(try await RetentionRun(insight.database, InsightRetention(), now: Self.now).run().damaged == 1)
            #expect(try await RetentionRun(insight.database, InsightRetention(), now: Self.now).run().damaged == 0)
            let hours = try await insight.database.read { database in
                try ["insight_counts", "insight_people"].flatMap { table in
                    try database.query("SELECT DISTINCT hour FROM \(table)").map { try $0.int64("hour") }
                }
            }
            #expect(hours == [InsightTime.day(of: time), InsightTime.day(of: time)])
        }
    }
}
