import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Testing

@Suite("Messages of programs")
struct InboxTests {
    @Test("A message is stored once, and other bytes under its number are refused", arguments: StoreFixture.databases)
    func repeated(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let first = InsightFixture.message(.segment, "r1", 1, InsightFixture.segment("r1").json)
            let other = InsightFixture.message(.segment, "r1", 1, InsightFixture.segment("r1", saves: 2).json)
            let stored = try await insight.store([first]).map(\.outcome)
            #expect(stored == [.stored])
            let repeated = try await insight.store([first, other]).map(\.outcome)
            #expect(repeated == [.same, .other])
            // Also once it is rolled up, and within one transaction.
            let counted = try await insight.rollUp.run(now: InsightFixture.now)
            #expect(counted == 1)
            let again = try await insight.store([first]).map(\.outcome)
            #expect(again == [.same])
            let second = InsightFixture.message(.segment, "r1", 2, InsightFixture.segment("r1", 2).json)
            let twice = try await insight.store([second, second]).map(\.outcome)
            #expect(twice == [.stored, .same])
            let later = try await insight.rollUp.run(now: InsightFixture.now)
            #expect(later == 1)
            let saves = try await insight.counts()["successes||a:App/Documents>save"]
            #expect(saves == 2)
        }
    }

    @Test("The stored numbers of a run are returned as ranges", arguments: StoreFixture.databases)
    func ranges(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let bytes = InsightFixture.segment("r1").json
            _ = try await insight.store([1, 2, 3, 5, 9].map { InsightFixture.message(.segment, "r1", $0, bytes) })
            let receipts = try await insight.store([
                InsightFixture.message(.report, "r1", 2, bytes), InsightFixture.message(.segment, "r2", 4, bytes),
            ])
            #expect(receipts[0].segments == [1...3, 5...5, 9...9])
            #expect(receipts[0].reports == [2...2])
            #expect(receipts[1].segments == [4...4])
            #expect(receipts[1].reports.isEmpty)
        }
    }

    @Test("Messages of a thousand runs are stored in one transaction", arguments: StoreFixture.databases)
    func many(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let messages = (1...1_000).map { index in
                InsightFixture.message(
                    .segment, "run-\(index)", 1, InsightFixture.segment("run-\(index)", person: "p\(index % 300)").json)
            }
            #expect(try await insight.store(messages).allSatisfy { $0.outcome == .stored })
            while try await insight.rollUp.run(now: InsightFixture.now) > 0 {}
            let counts = try await insight.counts()
            #expect(counts["sessions||"] == 1_000)
            #expect(counts["sessions|a:App/Documents>save|"] == 1_000)
            let people = try await insight.database.read { database in
                try InsightReader(database, scope: 1).people(
                    ["all"], InsightReader.period(hours: 24, now: InsightFixture.now))[""]
            }
            // Beyond 256 the number is an estimate, whose standard error is 2.3 %.
            #expect(people?.isEstimate == true)
            #expect((270...330).contains(people?.count ?? 0))
        }
    }

    @Test("Sessions that segments continue are counted once", arguments: StoreFixture.databases)
    func continued(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.receive(segments: [
                InsightFixture.segment("r1", 1, person: "p1", variants: ["fast-save": "on"])
            ])
            try await insight.receive(segments: [
                InsightFixture.segment("r1", 2, person: "p1", saves: 3, failures: ["StorageError": 2]),
                InsightFixture.segment(
                    "r1", 3, person: "p1", saves: 0, end: RunSegment.End(.signal, signal: "SIGABRT")),
            ])
            let counts = try await insight.counts()
            #expect(counts["sessions||"] == 1)
            #expect(counts["sessions||v:fast-save>on"] == 1)
            #expect(counts["sessions|f:App/Documents|v:fast-save>on"] == 1)
            #expect(counts["sessions||d:phone"] == 1)
            #expect(counts["failed|a:App/Documents>save|v:fast-save>on"] == 1)
            #expect(counts["abnormal||"] == 1)
            #expect(counts["abnormal||v:fast-save>on"] == 1)
            #expect(counts["successes||a:App/Documents>save"] == 4)
            #expect(counts["failures||a:App/Documents>save"] == 2)
            #expect(counts["errors||a:App/Documents>save>StorageError"] == 2)
            #expect(counts["interruptions||a:App/Documents>save"] == 1)
            #expect(counts["next|a:App/Documents>open|a:App/Documents>save"] == 3)
            #expect(counts["durations||a:App/Documents>save>40"] == 4)
        }
    }

    @Test("The time of receipt counts where a client's clock isn't plausible", arguments: StoreFixture.databases)
    func clocks(_ dialect: DatabaseDialect) async throws {
        let (now, hour, day) = (InsightFixture.now, InsightTime.hour, InsightTime.day)
        let current = InsightTime.hour(of: now)
        let cases: [(started: Int64, correction: Int64?, expected: Int64)] = [
            (now - 60_000, nil, current), (now - 5 * hour, nil, current - 5 * hour),
            // A clock that is a day ahead, or behind
            (now + day, nil, current), (now - day - hour, nil, current),
            // The same, by a sender who says what time it is there
            (now + day - 3 * hour, -day, current - 3 * hour), (now - day - 3 * hour, day, current - 3 * hour),
            // One that was offline for ten days, with a right clock
            (now - 10 * day, 0, current - 10 * day), (now - 40 * day, 0, current),
        ]
        try await InsightFixture.with(dialect) { insight in
            for (index, one) in cases.enumerated() {
                let segment = InsightFixture.segment("r\(index)", started: one.started)
                _ = try await insight.store([
                    InsightFixture.message(.segment, segment.run, 1, segment.json, correction: one.correction)
                ])
            }
            while try await insight.rollUp.run(now: now) > 0 {}
            let hours = try await insight.database.read { database in
                try database.query("SELECT run, hour FROM insight_sessions ORDER BY run").map { try $0.int("hour") }
            }
            #expect(hours == cases.map { Int($0.expected) })
        }
    }

    @Test("Names beyond the limits are counted as one", arguments: StoreFixture.databases)
    func names(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let segments = (0..<30).map { index in
                var segment = InsightFixture.segment("r\(index)")
                segment.device = "device \(index)"
                return segment
            }
            try await insight.receive(segments: segments)
            let counts = try await insight.counts()
            #expect(counts.filter { $0.key.hasPrefix("sessions||d:") }.count == 21)
            #expect(counts["sessions||d:(other)"] == 10)
            // Texts that look like secrets aren't names.
            var segment = InsightFixture.segment("r")
            segment.people[0].refusals = [
                RunSegment.Refusal(feature: "App/Share", reasons: ["Signed in as mara@example.com"], count: 1)
            ]
            try await insight.receive(segments: [segment])
            #expect(try await insight.counts()["refusals||App/Share>Signed in as hidden"] == 1)
        }
    }

    @Test("A message that can't be read doesn't hold up others", arguments: StoreFixture.databases)
    func damaged(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            _ = try await insight.store([
                InsightFixture.message(.segment, "r1", 1, Array("{".utf8)),
                InsightFixture.message(.segment, "r2", 1, InsightFixture.segment("r2").json),
            ])
            while try await insight.rollUp.run(now: InsightFixture.now) > 0 {}
            #expect(insight.rollUp.takeTally().postponed == 1)
            #expect(try await insight.counts()["sessions||"] == 1)
        }
    }

    @Test("Two nodes that roll up at the same time count each message once", arguments: StoreFixture.databases)
    func nodes(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let messages = (1...300).map {
                InsightFixture.message(.segment, "run-\($0)", 1, InsightFixture.segment("run-\($0)").json)
            }
            _ = try await insight.store(messages)
            let other = RollUp(insight.database, hash: insight.hash)
            try await withThrowingTaskGroup { group in
                for rollUp in [insight.rollUp, other] {
                    group.addTask {
                        for _ in 0..<40 { _ = try await rollUp.run(now: InsightFixture.now, limit: 20) }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await insight.counts()["sessions||"] == 300)
        }
    }
}
