import FiresteelDatabase
import FiresteelStore
import Testing

@Suite("Answers of days that are added up", .timeLimit(.minutes(2)))
struct DailyFoldingAnswersTests {
    private static let day = InsightTime.day(of: InsightFixture.now)
    private static let periods: [Int64] = [24, 48, 720]

    /// Stores what is added up for 31 days until a time, and three hours of each.
    ///
    /// Of one value, each hour has more people than a sketch counts exactly; of another one, the hours of a day together.
    private static func store(_ insight: InsightFixture, until now: Int64) async throws {
        let hashes = (0..<1_000).map { insight.hash.hash("\($0)", scope: 1) }
        try await insight.database.write { database in
            var counts = CountBatch()
            var people = PeopleBatch()
            for days in 0...31 {
                for (index, hour) in [0, 3, 23].enumerated() {
                    let time = day - Int64(days) * InsightTime.day + Int64(hour) * InsightTime.hour
                    guard time <= now else { continue }
                    let version = "3.4.\((days + index) % 2)"
                    let slice = InsightSlice(scope: 1, hour: time, version: version)
                    for measure in DailyFolding.measures {
                        for bucket in 40..<44 {
                            let count = Int64(bucket + days + hour)
                            counts.add(count, measure, value: "a:App/Documents\tsave\t\(bucket)", slice)
                        }
                    }
                    for subject in DailyFolding.subjects {
                        let first = (days * 7 + index * 150) % 600
                        for hash in hashes[first..<first + 300] { people.add(hash, to: subject, value: "f:a", slice) }
                        for hash in hashes[first..<first + 100] { people.add(hash, to: subject, value: "f:b", slice) }
                    }
                }
            }
            try counts.write(database)
            try people.write(database)
            _ = try ScopeTable(database).numberCreating(InsightFixture.scope)
        }
    }

    /// The figures of a period's answers.
    private struct Figures: Sendable, Equatable {
        var counts: [InsightMeasure: [String: Int64]] = [:]
        var sums: [InsightMeasure: [String: Int64]] = [:]
        var people: [String: [String: PeopleSketch]] = [:]
    }

    private static func figures(_ insight: InsightFixture, now: Int64) async throws -> [Figures] {
        try await insight.database.read { database in
            let reader = InsightReader(database, scope: 1, damaged: DamagedRows())
            return try periods.map { hours in
                let period = InsightReader.period(hours: hours, now: now)
                var figures = Figures()
                for measure in DailyFolding.measures {
                    figures.counts[measure] = try reader.counts(measure, period).reduce(into: [:]) {
                        $0["\($1.version) \($1.value)"] = $1.count
                    }
                    figures.sums[measure] = try reader.sums(measure, period)
                }
                for subject in DailyFolding.subjects {
                    figures.people[subject] = try reader.people([subject], period)
                }
                return figures
            }
        }
    }

    /// Returns the number of hours that are stored of each measure and subject before a time.
    private static func hours(_ insight: InsightFixture, before time: Int64) async throws -> Set<Int> {
        try await insight.database.read { database in
            let rows =
                try database.query(
                    "SELECT COUNT(DISTINCT hour) AS n FROM insight_counts WHERE hour < ? GROUP BY measure", .int(time))
                + database.query(
                    "SELECT COUNT(DISTINCT hour) AS n FROM insight_people WHERE hour < ? GROUP BY subject", .int(time))
            #expect(rows.count == DailyFolding.measures.count + DailyFolding.subjects.count)
            return Set(try rows.map { try $0.int("n") })
        }
    }

    @Test(
        "Answers of 24 hours, 48 hours and 30 days are the same before and after, at the beginning and the end of a day",
        arguments: StoreFixture.databases, [0, InsightTime.day - 60_000])
    func same(_ dialect: DatabaseDialect, _ time: Int64) async throws {
        try await InsightFixture.with(dialect) { insight in
            let now = Self.day + time
            try await Self.store(insight, until: now)
            let before = try await Self.figures(insight, now: now)
            let first = Self.day - 2 * InsightTime.day
            // Of today and two days before, the hours remain.
            #expect(try await Self.hours(insight, before: first) == [3 * 29])
            for _ in 0..<2 {
                let outcome = try await RetentionRun(insight.database, InsightRetention(), now: now).run()
                #expect(outcome.damaged == 0 && outcome.failures.isEmpty)
                #expect(try await Self.hours(insight, before: first) == [29])
                #expect(try await Self.figures(insight, now: now) == before)
            }
            for figures in before {
                #expect(figures.sums.values.allSatisfy { $0.count == 4 })
                #expect(figures.people.values.allSatisfy { $0["f:a"]?.isEstimate == true })
            }
        }
    }

    @Test("Late counts are added to the registers and sums of their day", arguments: StoreFixture.databases)
    func late(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let now = InsightFixture.now
            try await Self.store(insight, until: now)
            let run = RetentionRun(insight.database, InsightRetention(), now: now)
            try await run.run()
            let hash = insight.hash
            try await insight.database.write { database in
                // Of a day that was added up soon, and of one that was long ago.
                for days in [5, 20] as [Int64] {
                    let slice = InsightSlice(
                        scope: 1, hour: Self.day - days * InsightTime.day + 9 * InsightTime.hour, version: "3.4.0")
                    var counts = CountBatch()
                    var people = PeopleBatch()
                    for measure in DailyFolding.measures { counts.add(7, measure, value: "f:late", slice) }
                    for subject in DailyFolding.subjects {
                        people.add(hash.hash("late", scope: 1), to: subject, value: "f:late", slice)
                        people.add(hash.hash("late", scope: 1), to: subject, value: "f:a", slice)
                    }
                    try counts.write(database)
                    try people.write(database)
                }
            }
            let before = try await Self.figures(insight, now: now)
            #expect(before.last?.sums.values.allSatisfy { $0["f:late"] == 14 } == true)
            #expect(before.last?.people.values.allSatisfy { $0["f:late"]?.count == 1 } == true)
            try await run.run()
            #expect(try await Self.hours(insight, before: Self.day - 2 * InsightTime.day) == [29])
            #expect(try await Self.figures(insight, now: now) == before)
        }
    }
}
