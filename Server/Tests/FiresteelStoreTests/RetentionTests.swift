import DatabaseTestSupport
import FiresteelDatabase
import FiresteelGzip
import FiresteelInsight
import FiresteelStore
import Testing

@Suite("Retention and erasure")
struct RetentionTests {
    private static func rows(_ table: String, _ insight: InsightFixture) async throws -> Int {
        try await insight.database.read { try $0.query("SELECT COUNT(*) AS n FROM \(table)").first?.int("n") ?? -1 }
    }

    @Test("Data is removed after its retention period", arguments: StoreFixture.databases)
    func periods(_ dialect: DatabaseDialect) async throws {
        let (now, day) = (InsightFixture.now, InsightTime.day)
        try await InsightFixture.with(dialect) { insight in
            // Twelve crashes in one group, one in another, ten days apart each.
            for index in 0..<12 {
                let time = now - Int64(index) * 10 * day
                var other = InsightFixture.failure("f\(index)")
                other.time = time
                try await insight.receive(
                    segments: [InsightFixture.segment("r\(index)", person: "p\(index)", started: time - 60_000)],
                    reports: [InsightFixture.crash("r\(index)", time: time)] + (index == 11 ? [other] : []), now: time)
            }
            var retention = InsightRetention()
            retention.reportDays = 50
            retention.countDays = 105
            try await RetentionRun(insight.database, retention, now: now).run()
            // Sessions of 30 days.
            let sessions = try await insight.database.read {
                try $0.query("SELECT run FROM insight_sessions WHERE facts LIKE 'a%' ORDER BY run").map {
                    try $0.text("run")
                }
            }
            #expect(sessions == ["r0", "r1", "r2", "r3"])
            let reports = try await insight.database.read {
                try $0.query("SELECT run FROM insight_reports ORDER BY time DESC").map { try $0.text("run") }
            }
            // Those of 50 days. The group's first report, which was received first, is pinned; all beyond 105 days are removed.
            #expect(reports == ["r0", "r1", "r2", "r3", "r4", "r5"])
            let oldest = try await insight.database.read {
                try $0.query("SELECT MIN(hour) AS hour FROM insight_counts").first?.int("hour") ?? 0
            }
            #expect(Int64(oldest) >= now - 105 * day)
            // Days before the last 14 have one hour each.
            let late = try await insight.database.read {
                try $0.query(
                    "SELECT COUNT(*) AS n FROM insight_counts WHERE hour < ? AND hour % 86400000 <> 0",
                    .int(InsightTime.day(of: now - 14 * day))
                ).first?.int("n")
            }
            #expect(late == 0)
            #expect(try await insight.counts()["sessions||"] == 11)
        }
    }

    @Test("The first, the last and rare ones of many reports are retained", arguments: StoreFixture.databases)
    func bounds(_ dialect: DatabaseDialect) async throws {
        let (now, day) = (InsightFixture.now, InsightTime.day)
        try await InsightFixture.with(dialect) { insight in
            var rare = InsightFixture.failure("rare")
            rare.time = now - 100 * day
            try await insight.receive(reports: [rare], now: rare.time)
            for index in 0..<40 {
                let time = now - Int64(140 - index) * day
                try await insight.receive(reports: [InsightFixture.crash("r\(index)", time: time)], now: time)
            }
            var retention = InsightRetention()
            retention.reportsPerGroup = 10
            retention.reportDays = 1_000
            try await RetentionRun(insight.database, retention, now: now).run()
            // The pinned first one and ten others, of which one is from the beginning.
            let kept = try await insight.database.read {
                try $0.query("SELECT run FROM insight_reports ORDER BY time").map { try $0.text("run") }
            }
            #expect(kept == ["r0", "r1"] + (31...39).map { "r\($0)" } + ["rare"])
            retention.reportDays = 90
            try await RetentionRun(insight.database, retention, now: now).run()
            let last = try await insight.database.read {
                try $0.query("SELECT run FROM insight_reports ORDER BY time").map { try $0.text("run") }
            }
            #expect(last == ["r0", "r39", "rare"])
        }
    }

    @Test("Retention stops between two transactions and continues later", arguments: StoreFixture.databases)
    func pieces(_ dialect: DatabaseDialect) async throws {
        let (now, day) = (InsightFixture.now, InsightTime.day)
        try await InsightFixture.with(dialect) { insight in
            let time = now - 40 * day
            try await insight.receive(
                segments: (0..<1_500).map { InsightFixture.segment("r\($0)", started: time - 60_000) }, now: time)
            let run = RetentionRun(insight.database, InsightRetention(), now: now)
            let calls = Calls()
            try await run.run { await calls.next() <= 1 }
            #expect(try await Self.rows("insight_sessions", insight) == 500)
            try await run.run()
            #expect(try await Self.rows("insight_sessions", insight) == 0)
        }
    }

    @Test("Reports beyond the bytes of an environment are removed, the oldest first", arguments: StoreFixture.databases)
    func bytes(_ dialect: DatabaseDialect) async throws {
        let now = InsightFixture.now
        try await InsightFixture.with(dialect) { insight in
            for index in 0..<30 {
                let time = now - Int64(30 - index) * InsightTime.hour
                try await insight.receive(reports: [InsightFixture.crash("r\(index + 10)", time: time)], now: time)
            }
            func bytes() async throws -> Int {
                try await insight.database.read {
                    try $0.query("SELECT CAST(SUM(bytes) AS BIGINT) AS n FROM insight_reports").first?.int("n") ?? 0
                }
            }
            var retention = InsightRetention()
            retention.reportBytes = try await bytes() / 2
            try await RetentionRun(insight.database, retention, now: now).run()
            #expect(try await bytes() <= retention.reportBytes)
            let kept = try await insight.database.read {
                try $0.query("SELECT run FROM insight_reports ORDER BY run").map { try $0.text("run") }
            }
            // The pinned first one, and no fewer than needed of the newest.
            #expect((14...15).contains(kept.count) && kept.first == "r10" && kept.last == "r39")
            #expect(Array(kept.dropFirst()) == (40 - kept.count + 1...39).map { "r\($0)" })
            retention.reportBytes = 0
            try await RetentionRun(insight.database, retention, now: now).run()
            #expect(try await Self.rows("insight_reports", insight) == 2)
        }
    }

    @Test("Sessions and messages beyond their number are removed, the oldest first", arguments: StoreFixture.databases)
    func numbers(_ dialect: DatabaseDialect) async throws {
        let (now, hour) = (InsightFixture.now, InsightTime.hour)
        try await InsightFixture.with(dialect) { insight in
            // An environment with few of them, which are older.
            let other = InsightScope(program: "documents", environment: "staging")
            let old = now - 50 * hour
            try await insight.store(
                (0..<5).map { index in
                    let segment = InsightFixture.segment("o\(index)", started: old - 60_000)
                    return InsightFixture.message(.segment, "o\(index)", 1, segment.json, scope: other)
                }, now: old)
            for index in 10..<40 {
                let time = now - Int64(40 - index) * hour
                try await insight.receive(
                    segments: [InsightFixture.segment("r\(index)", started: time - 60_000)], now: time)
            }
            // The oldest session continues, and the oldest message waits.
            try await insight.receive(segments: [InsightFixture.segment("r10", 2)])
            let waiting = InsightFixture.message(.segment, "waiting", 1, InsightFixture.segment("waiting").json)
            try await insight.store([waiting], now: now - 60 * hour)
            var retention = InsightRetention()
            retention.maximumSessions = 12
            retention.maximumMessages = 8
            try await RetentionRun(insight.database, retention, now: now).run()
            func runs(_ table: String, _ environment: String) async throws -> [String] {
                try await insight.database.read { database in
                    try database.query(
                        """
                        SELECT t.run FROM \(table) t JOIN insight_scopes s ON s.scope = t.scope
                        WHERE s.environment = ? ORDER BY t.run
                        """, .text(environment)
                    ).map { try $0.text("run") }
                }
            }
            #expect(try await runs("insight_sessions", "production") == ["r10"] + (29...39).map { "r\($0)" })
            #expect(
                try await runs("insight_messages", "production") == ["r10"] + (34...39).map { "r\($0)" } + ["waiting"])
            #expect(try await runs("insight_sessions", "staging").count == 5)
            #expect(try await runs("insight_messages", "staging").count == 5)
            #expect(try await insight.store([waiting]).map(\.outcome) == [.same])
        }
    }

    @Test("A failed step doesn't prevent the others, but an outage does")
    func failures() async throws {
        let (now, day) = (InsightFixture.now, InsightTime.day)
        try await InsightFixture.with(.sqlite) { insight in
            let time = now - 40 * day
            try await insight.receive(
                segments: [InsightFixture.segment("r1", person: "p1", started: time - 60_000)],
                reports: [InsightFixture.crash("r1", time: time)], now: time)
            func run(_ error: DatabaseError) async throws -> RetentionRun.Outcome {
                let database = ObservedDatabase(
                    insight.database,
                    observe: { statement in
                        if statement.sql.contains("FROM insight_messages WHERE received <") { throw error }
                    })
                return try await RetentionRun(database, InsightRetention(), now: now).run()
            }
            await #expect(throws: DatabaseError.closed) { _ = try await run(.closed) }
            let outcome = try await run(.corrupt(reason: "a page"))
            #expect(outcome.failures.map { $0.step } == ["remove what is old from insight_messages"])
            #expect(outcome.failures.first?.reason.contains("a page") == true)
            #expect(try await Self.rows("insight_sessions", insight) == 0)
            let hours = try await insight.database.read {
                try $0.query("SELECT DISTINCT hour FROM insight_counts").map { try $0.int64("hour") }
            }
            #expect(hours == [InsightTime.day(of: time)])
        }
    }

    private actor Calls {
        private var count = 0
        func next() -> Int {
            count += 1
            return count
        }
    }

    @Test("Erasing a person leaves nothing of theirs in any table", arguments: StoreFixture.databases)
    func erasure(_ dialect: DatabaseDialect) async throws {
        let person = "0f0e0d0c0b0a09080706050403020100"
        try await InsightFixture.with(dialect) { insight in
            var shared = InsightFixture.segment("server", person: "")
            var one = RunSegment.Person(session: 3, pseudonym: person)
            one.actions = shared.people[0].actions
            shared.people.append(one)
            shared.people.append(RunSegment.Person(session: 4, pseudonym: "someone-else"))
            try await insight.receive(
                segments: [
                    InsightFixture.segment("own-run", person: person, variants: ["fast-save": "on"]),
                    InsightFixture.segment("other-run", person: "someone-else"), shared,
                ],
                reports: [
                    InsightFixture.crash("own-run", person: person), InsightFixture.crash("other-run", person: "x"),
                ])
            // And messages that aren't rolled up yet.
            var late = shared
            late.run = "late-run"
            _ = try await insight.store([
                InsightFixture.message(.segment, "late-run", 1, late.json),
                InsightFixture.message(.report, "late-run", 1, InsightFixture.crash("late-run", person: person).json),
            ])
            let erasure = PersonErasure(insight.database, hash: insight.hash, scope: 1)
            #expect(try await erasure.find(person).sessions == 2)
            let record = try await erasure.erase(person)
            #expect(record.sessions == 2)
            #expect(record.reports == 1)
            #expect(record.messages == 2)
            #expect(record.sketches > 0)
            while try await insight.rollUp.run(now: InsightFixture.now) > 0 {}
            let hash = insight.hash.hash(person, scope: 1)
            let bytes = (0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * $0)) }
            for needle in [Array(person.utf8), Array("own-run".utf8), bytes] {
                let places = try await Self.places(of: needle, in: insight.database)
                #expect(places.isEmpty, "\(places)")
            }
            #expect(try await !Self.places(of: Array("other-run".utf8), in: insight.database).isEmpty)
            #expect(try await !Self.places(of: Array("someone-else".utf8), in: insight.database).isEmpty)
            #expect(try await erasure.erase(person) == PersonRecord())
        }
    }

    /// Returns the tables and columns of a database in which bytes appear, also within compressed values.
    private static func places(of needle: [UInt8], in database: any Database) async throws -> [String] {
        try await database.read { database in
            let names =
                database.dialect == .sqlite
                ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
                : "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'"
            var places: [String] = []
            for table in try database.query(names).map({ try $0.text("name") }) {
                let columns =
                    database.dialect == .sqlite
                    ? "SELECT name FROM pragma_table_info('\(table)')"
                    : "SELECT column_name AS name FROM information_schema.columns WHERE table_name = '\(table)'"
                let list = try database.query(columns).map { try $0.text("name") }
                #expect(!list.isEmpty)
                for row in try database.query("SELECT * FROM \(table)") {
                    for column in list {
                        let bytes: [UInt8] =
                            switch try row[column] {
                            case .text(let text): Array(text.utf8)
                            case .blob(let blob): (try? Gzip.inflated(blob, limit: 8 << 20)) ?? blob
                            default: []
                            }
                        if bytes.firstRange(of: needle) != nil { places.append("\(table).\(column)") }
                    }
                }
            }
            return places
        }
    }
}
