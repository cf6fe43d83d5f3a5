import DatabaseTestSupport
import FiresteelDatabase
import FiresteelStore
import Synchronization
import Testing

@Suite("Adding up days", .timeLimit(.minutes(2)))
struct DailyFoldingTests {
    private static let now = InsightFixture.now
    private static let day = InsightTime.day(of: now)

    /// Stores counts and people of five days and today, for three hours of each.
    private static func store(_ insight: InsightFixture) async throws {
        let hash = insight.hash
        try await insight.database.write { database in
            var counts = CountBatch()
            var people = PeopleBatch()
            for days in 0...5 {
                for hour in [0, 3, 8] {
                    let slice = InsightSlice(
                        scope: 1, hour: day - Int64(days) * InsightTime.day + Int64(hour) * InsightTime.hour,
                        version: "3.4.1")
                    for measure in [InsightMeasure.uses, .sessions, .reports] {
                        counts.add(1, measure, value: "f:a", slice)
                    }
                    for subject in ["features", "variants"] {
                        people.add(hash.hash("\(hour)", scope: 1), to: subject, value: "f:a", slice)
                    }
                }
            }
            try counts.write(database)
            try people.write(database)
        }
        _ = try await insight.database.write { try ScopeTable($0).numberCreating(InsightFixture.scope) }
    }

    private static func hours(_ condition: String, _ table: String, _ insight: InsightFixture) async throws -> [Int64] {
        try await insight.database.read { database in
            try database.query("SELECT hour FROM \(table) WHERE \(condition) ORDER BY hour")
                .map { try $0.int64("hour") }
        }
    }

    @Test(
        "Counts that are read by day are added up after two days, and others keep their hours",
        arguments: StoreFixture.databases)
    func folding(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await Self.store(insight)
            let before = try await Self.figures(insight)
            for _ in 0..<2 {
                #expect(try await RetentionRun(insight.database, InsightRetention(), now: Self.now).run().damaged == 0)
                // Three days are one row each, and today and two days before have their hours.
                for (table, condition) in [
                    ("insight_counts", "measure = 'uses'"), ("insight_people", "subject = 'features'"),
                ] {
                    let hours = try await Self.hours(condition, table, insight)
                    #expect(hours.count == 3 + 9)
                    #expect(hours.prefix(3).allSatisfy { $0 == InsightTime.day(of: $0) })
                }
                for (table, condition) in [
                    ("insight_counts", "measure = 'sessions'"), ("insight_counts", "measure = 'reports'"),
                    ("insight_people", "subject = 'variants'"),
                ] {
                    #expect(try await Self.hours(condition, table, insight).count == 18)
                }
                #expect(try await Self.figures(insight) == before)
            }
        }
    }

    /// Uses and people of the days, which adding up doesn't change.
    private static func figures(_ insight: InsightFixture) async throws -> [Int64] {
        try await insight.database.read { database in
            let reader = InsightReader(database, scope: 1)
            return try (0...5).flatMap { days -> [Int64] in
                let start = day - Int64(days) * InsightTime.day
                let period = start..<start + InsightTime.day
                return [
                    try reader.counts(.uses, period).reduce(0) { $0 + $1.count },
                    Int64(try reader.people(["features"], period)["f:a"]?.count ?? 0),
                ]
            }
        }
    }

    @Test("Late counts for such a day are added to it")
    func later() async throws {
        try await InsightFixture.with(.sqlite) { insight in
            try await Self.store(insight)
            let run = RetentionRun(insight.database, InsightRetention(), now: Self.now)
            try await run.run()
            let slice = InsightSlice(
                scope: 1, hour: Self.day - 4 * InsightTime.day + 9 * InsightTime.hour, version: "3.4.1")
            try await insight.database.write { database in
                var counts = CountBatch()
                counts.add(5, .uses, value: "f:a", slice)
                try counts.write(database)
            }
            try await run.run()
            #expect(try await Self.hours("measure = 'uses'", "insight_counts", insight).count == 12)
            let period = Self.day - 4 * InsightTime.day..<Self.day - 3 * InsightTime.day
            let total = try await insight.database.read { database in
                try InsightReader(database, scope: 1).counts(.uses, period).reduce(0) { $0 + $1.count }
            }
            #expect(total == 8)
        }
    }

    // PostgreSQL stores no value of another type.
    @Test("An hour that can't be read is removed, and the others are added up")
    func unreadable() async throws {
        try await InsightFixture.with(.sqlite) { insight in
            try await Self.store(insight)
            let hour = Self.day - 4 * InsightTime.day + 3 * InsightTime.hour
            try await insight.database.write { database in
                for table in ["insight_counts", "insight_people"] {
                    _ = try database.execute("UPDATE \(table) SET hour = hour + 0.5 WHERE hour = ?", .int(hour))
                }
            }
            let outcome = try await RetentionRun(insight.database, InsightRetention(), now: Self.now).run()
            #expect(outcome.failures.isEmpty && outcome.damaged == 2)
            #expect(try await Self.hours("measure = 'uses'", "insight_counts", insight).count == 12)
            #expect(try await Self.hours("subject = 'features'", "insight_people", insight).count == 12)
            #expect(try await Self.figures(insight) == [3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 3, 3])
        }
    }

    private final class Statements: Sendable {
        private let count = Mutex(0)
        func add() { count.withLock { $0 += 1 } }
        func takeCount() -> Int {
            count.withLock { count in
                defer { count = 0 }
                return count
            }
        }
    }

    @Test(
        "One statement finds the counts to add up, and only with the lease",
        arguments: StoreFixture.databases)
    func statements(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await Self.store(insight)
            let statements = Statements()
            let database = ObservedDatabase(insight.database, observe: { _ in statements.add() })
            let folding = DailyFolding(database, from: Self.day - 14 * InsightTime.day, now: Self.now)
            _ = try await folding.run(scope: 1, isAllowed: { false })
            #expect(statements.takeCount() == 0)
            _ = try await folding.run(scope: 1, isAllowed: { true })
            #expect(try await Self.hours("measure = 'uses'", "insight_counts", insight).count == 12)
            #expect(statements.takeCount() > 1)
            // A scope whose days are added up, and one without traffic.
            for scope in [1, 2] as [Int64] {
                _ = try await folding.run(scope: scope, isAllowed: { true })
                #expect(statements.takeCount() == 1)
            }
        }
    }

    private actor Allowance {
        private var left: Int
        init(_ left: Int) { self.left = left }
        func use() -> Bool {
            left -= 1
            return left >= 0
        }
    }

    @Test("A run that loses the lease is continued by the next one", arguments: StoreFixture.databases)
    func interrupted(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await Self.store(insight)
            let before = try await Self.figures(insight)
            let folding = DailyFolding(insight.database, from: Self.day - 14 * InsightTime.day, now: Self.now)
            // One to begin, and one for a day of uses or features.
            for left in (0..<6).reversed() {
                let allowance = Allowance(2)
                #expect(try await folding.run(scope: 1, isAllowed: { await allowance.use() }) == 0)
                let rows =
                    try await Self.hours("measure = 'uses'", "insight_counts", insight).count
                    + Self.hours("subject = 'features'", "insight_people", insight).count
                #expect(rows == 24 + 2 * left)
                #expect(try await Self.figures(insight) == before)
            }
        }
    }

    @Test("A period of days includes today, and is as many days as its hours")
    func periods() {
        for (hours, days) in [(72, 3), (168, 7), (720, 30), (73, 4)] as [(Int64, Int64)] {
            for now in [Self.day, Self.day + 1, Self.now, Self.day + InsightTime.day - 1] {
                let period = InsightReader.period(hours: hours, now: now)
                #expect(period.lowerBound == InsightTime.day(of: now) - (days - 1) * InsightTime.day)
                #expect(period.contains(now) && period.upperBound - now <= InsightTime.hour)
            }
        }
        #expect(InsightReader.period(hours: 24, now: Self.now).count == 24 * Int(InsightTime.hour))
    }
}
