import FiresteelDatabase
import FiresteelStore
import Testing

@Suite("Adding up hours")
struct HourFoldingTests {
    private static let now = InsightFixture.now
    private static let start = InsightTime.day(of: now) - 40 * InsightTime.day
    private static let days = 3
    private static let values = 60

    /// Stores counts and people of three days, for each hour and of 60 values, and of one hour that isn't over for long.
    private static func store(_ insight: InsightFixture) async throws {
        let hash = insight.hash
        try await insight.database.write { database in
            var counts = CountBatch()
            var people = PeopleBatch()
            for hour in Array(0..<24 * days) + [24 * 39 + 5] {
                let slice = InsightSlice(
                    scope: 1, hour: start + Int64(hour) * InsightTime.hour, version: "3.4.1")
                for value in 0..<values {
                    counts.add(Int64(value + 1), .uses, value: "f:\(value)", slice)
                    people.add(hash.hash("\(hour % 24)", scope: 1), to: "features", value: "f:\(value)", slice)
                }
            }
            try counts.write(database)
            try people.write(database)
        }
    }

    private actor Calls {
        var left: Int
        var made = 0
        init(_ left: Int) { self.left = left }
        func next() -> Bool {
            made += 1
            left -= 1
            return left >= 0
        }
    }

    private static func check(_ insight: InsightFixture) async throws {
        try await insight.database.read { database in
            let last = start + (24 * 39 + 5) * InsightTime.hour
            let hours = (0..<days).map { start + Int64($0) * InsightTime.day } + [last]
            for table in ["insight_counts", "insight_people"] {
                let rows = try database.query(
                    "SELECT hour, COUNT(*) AS n FROM \(table) WHERE scope = 1 GROUP BY hour ORDER BY hour")
                #expect(try rows.map { try $0.int64("hour") } == hours)
                #expect(try rows.allSatisfy { try $0.int("n") == values })
            }
            let reader = InsightReader(database, scope: 1)
            let period = start..<start + Int64(days) * InsightTime.day
            let sums = try reader.counts(.uses, period).reduce(into: [:]) { $0[$1.value] = $1.count }
            #expect(sums == Dictionary(uniqueKeysWithValues: (0..<values).map { ("f:\($0)", Int64($0 + 1) * 72) }))
            let people = try reader.people(["features"], period)
            #expect(people.count == values && people.values.allSatisfy { $0.count == 24 })
        }
    }

    @Test("Hours become days, in a number of transactions that grows with the rows", arguments: StoreFixture.databases)
    func folding(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await Self.store(insight)
            let calls = Calls(.max)
            let run = RetentionRun(insight.database, InsightRetention(), now: Self.now)
            #expect(try await run.run { await calls.next() }.damaged == 0)
            try await Self.check(insight)
            // One for each hour and table, and a few for what else is removed.
            #expect(await calls.made < 2 * 24 * Self.days + 20)
            #expect(try await run.run().damaged == 0)
            try await Self.check(insight)
        }
    }

    @Test("Adding up can be interrupted anywhere", arguments: StoreFixture.databases)
    func interrupted(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await Self.store(insight)
            let run = RetentionRun(insight.database, InsightRetention(), now: Self.now)
            var hours = 100
            for left in 0..<100 where hours > Self.days + 1 {
                // The steps before adding up take a dozen transactions.
                let calls = Calls(12 + left % 29)
                try await run.run { await calls.next() }
                hours = try await insight.database.read { database in
                    try ["insight_counts", "insight_people"].map { table in
                        try database.query("SELECT COUNT(DISTINCT hour) AS n FROM \(table)").first?.int("n") ?? 0
                    }.max() ?? 0
                }
            }
            try await Self.check(insight)
        }
    }

    // PostgreSQL stores no value of another type.
    @Test("An hour that can't be read is removed, and the others are added up")
    func unreadable() async throws {
        try await InsightFixture.with(.sqlite) { insight in
            try await Self.store(insight)
            // The first hour that is to be added up, and one after it, of one value.
            let hours = [1, 30].map { DatabaseValue.int(Self.start + $0 * InsightTime.hour) }
            try await insight.database.write { database in
                for table in ["insight_counts", "insight_people"] {
                    _ = try database.execute(
                        "UPDATE \(table) SET hour = hour - 0.5 WHERE value = 'f:7' AND hour IN (?, ?)", hours)
                }
            }
            let outcome = try await RetentionRun(insight.database, InsightRetention(), now: Self.now).run()
            #expect(outcome.failures.isEmpty && outcome.damaged == 4)
            try await insight.database.read { database in
                let reader = InsightReader(database, scope: 1)
                let period = Self.start..<Self.start + Int64(Self.days) * InsightTime.day
                let sums = try reader.sums(.uses, period)
                #expect(sums["f:7"] == 8 * 70 && sums["f:8"] == 9 * 72)
                let stored = try database.query(
                    "SELECT DISTINCT hour FROM insight_people WHERE hour < ?", .int(period.upperBound))
                #expect(stored.count == Self.days)
            }
        }
    }

    @Test("An hour with more rows than a transaction is added up in several", arguments: StoreFixture.databases)
    func large(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.database.write { database in
                var counts = CountBatch()
                for hour in [1, 2] {
                    let slice = InsightSlice(
                        scope: 1, hour: Self.start + Int64(hour) * InsightTime.hour, version: "")
                    for value in 0..<2_500 { counts.add(1, .uses, value: "\(value)", slice) }
                }
                try counts.write(database)
            }
            try await RetentionRun(insight.database, InsightRetention(), now: Self.now).run()
            let rows = try await insight.database.read {
                try $0.query("SELECT hour, count FROM insight_counts").map {
                    try [$0.int64("hour"), $0.int64("count")]
                }
            }
            #expect(rows.count == 2_500)
            #expect(rows.allSatisfy { $0 == [Self.start, 2] })
        }
    }
}
