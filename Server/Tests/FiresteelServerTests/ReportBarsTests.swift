import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Testing

@testable import FiresteelServer

@Suite("Reports over time", .timeLimit(.minutes(2)))
struct ReportBarsTests {
    private static let hour = InsightTime.hour
    /// A moment within an hour.
    private static let moment = InsightTime.hour(of: AnswerFixture.now) + hour / 3

    /// Stores reports of one group that occurred at some times.
    private static func receive(_ times: [Int64], _ fixture: AnswerFixture) async throws {
        let reports = times.enumerated().map { index, time in
            var report = AnswerFixture.crash("r\(index)", person: "p\(index)", at: time)
            report.time = time
            return report
        }
        try await fixture.receive(reports: reports, at: AnswerFixture.now + 2 * hour)
    }

    private static func bars(
        _ fixture: AnswerFixture, _ period: Range<Int64>, unit: Int64
    ) async throws -> (bars: [ReportBars.Bar], unit: Int64, isExact: Bool) {
        try await fixture.read { database, scope in
            let form = try GroupList(database, scope: scope, now: AnswerFixture.now).forms()[0]
            let reader = InsightReader(database, scope: scope)
            let found = try ReportBars(database, reader, form, period, from: moment, unit: unit)
            return (found.bars, found.unit, found.isExact)
        }
    }

    @Test(
        "No bar has reports from before and after a change, and quiet times have bars",
        arguments: AnswerFixture.databases)
    func exact(_ dialect: DatabaseDialect) async throws {
        try await AnswerFixture.with(dialect) { fixture in
            let moment = Self.moment
            try await Self.receive(
                [moment - 3 * Self.hour, moment - 60_000, moment - 1, moment, moment + 60_000], fixture)
            let period = moment - 4 * Self.hour + 1..<moment + Self.hour
            let (bars, unit, isExact) = try await Self.bars(fixture, period, unit: Self.hour)
            #expect(isExact && unit == Self.hour)
            #expect(bars.map(\.time) == (Int64(-4)...0).map { moment + $0 * Self.hour })
            #expect(bars.map(\.reports) == [0, 1, 0, 2, 2])
            #expect(bars.allSatisfy { !$0.isMixed })
            let fine = try await Self.bars(fixture, moment - 300_000..<moment + 300_000, unit: ReportBars.finest)
            #expect(fine.bars.map(\.reports) == [2, 2] && fine.unit == 300_000)
        }
    }

    @Test("A damaged time has no bars", arguments: [Int64.min, .max])
    func damaged(_ time: Int64) async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            let moment = Self.moment
            try await Self.receive([moment], fixture)
            let counts = try await fixture.read { database, scope in
                let form = try GroupList(database, scope: scope, now: AnswerFixture.now).forms()[0]
                let reader = InsightReader(database, scope: scope)
                let period = time < 0 ? time..<moment : moment..<time
                return try [(period, moment), (moment..<moment + 1, time)].map { period, moment in
                    try ReportBars(database, reader, form, period, from: moment, unit: Self.hour).bars.count
                }
            }
            #expect(counts == [0, 0])
        }
    }

    @Test("Without the times of all reports, the hour of a change is marked")
    func counted() async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            let moment = Self.moment
            try await Self.receive([moment - 2 * Self.hour, moment - 1, moment, moment + 60_000], fixture)
            try await fixture.database.write {
                _ = try $0.execute("DELETE FROM insight_reports WHERE time = ?", .int(moment - 1))
            }
            let start = InsightTime.hour(of: moment)
            let (bars, unit, isExact) = try await Self.bars(
                fixture, moment - 2 * Self.hour..<moment + 60_001, unit: ReportBars.finest)
            #expect(!isExact && unit == Self.hour)
            #expect(bars.map(\.time) == (Int64(-2)...0).map { start + $0 * Self.hour })
            #expect(bars.map(\.reports) == [1, 0, 3])
            #expect(bars.map(\.isMixed) == [false, false, true])
        }
    }

    @Test(
        "Bars of the last week are days where hours are stored for a shorter time",
        arguments: [(14, 3_600_000), (6, 3_600_000), (5, 86_400_000)])
    func retention(_ hourlyDays: Int, _ unit: Int) async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            try await Self.receive([AnswerFixture.now - 1], fixture)
            let time = AnswerFixture.now + 7 * Self.hour
            let what = try await fixture.read { database, scope in
                let form = try GroupList(database, scope: scope, now: time).forms()[0]
                return try GroupDetail(
                    database, scope: scope, form, hours: 168, now: time, hourlyDays: hourlyDays
                ).json()["what"]
            }
            #expect(what?["unit"]?.intValue == unit)
        }
    }

    @Test("A young group is shown by five minutes, an older one by hour")
    func young() async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            let now = AnswerFixture.now
            try await Self.receive([now - 20 * 60_000, now - 1], fixture)
            for (time, unit) in [(now, 300_000), (now + 7 * Self.hour, 3_600_000)] {
                let what = try await fixture.read { database, scope in
                    let form = try GroupList(database, scope: scope, now: time).forms()[0]
                    return try GroupDetail(
                        database, scope: scope, form, hours: 168, now: time, hourlyDays: 14
                    ).json()["what"]
                }
                #expect(what?["unit"]?.intValue == unit)
                #expect(what?["reports"] == 2)
                let bars = try #require(what?["bars"]?.arrayValue)
                #expect(bars.reduce(0) { $0 + ($1["reports"]?.intValue ?? 0) } == 2)
                let times = bars.compactMap { $0["time"]?.intValue }
                #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == unit })
            }
        }
    }
}
