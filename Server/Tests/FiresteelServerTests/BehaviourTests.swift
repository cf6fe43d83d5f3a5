import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Testing

@testable import FiresteelServer

@Suite("Behaviour", .timeLimit(.minutes(2)))
struct BehaviourTests {
    private static let now = AnswerFixture.now
    private static let day = InsightTime.day

    /// Stores the sessions of a person on several days of the last two months.
    private static func receive(_ fixture: AnswerFixture) async throws {
        for days in [50, 20, 5, 1, 0] {
            let time = now - Int64(days) * day
            try await fixture.receive(
                segments: [
                    AnswerFixture.segment(
                        "r\(days)", person: "p\(days)", variants: ["fast-save": "on", "toolbar": "on"], at: time)
                ], at: time)
        }
    }

    @Test("Figures say what programs lost, dropped and didn't send", arguments: AnswerFixture.databases)
    func losses(_ dialect: DatabaseDialect) async throws {
        try await AnswerFixture.with(dialect) { fixture in
            for (run, count) in [("r1", 3), ("r2", 40)] {
                var segment = AnswerFixture.segment(run, person: run)
                segment.unsent = count
                segment.lost = count + 1
                segment.people[0].dropped = count + 2
                try await fixture.receive(segments: [segment])
            }
            var largest = AnswerFixture.segment("r3", person: "p3")
            largest.people[0].dropped = .max
            largest.people.append(RunSegment.Person(session: 1, pseudonym: "p4"))
            largest.people[1].dropped = .max
            let covers = try #require(try await fixture.overview()["covers"])
            #expect(covers["unsent"] == 43 && covers["lost"] == 45 && covers["dropped"] == 47)
            try await fixture.receive(segments: [largest])
            #expect(try await fixture.overview()["covers"]?["dropped"]?.intValue ?? 0 > 1 << 30)
        }
    }

    @Test("No count of people is read twice", arguments: [24, 168, 720, 1_440])
    func peopleOnce(hours: Int) async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            try await Self.receive(fixture)
            let record = QueryRecord()
            let known = KnownFeature(feature: "App/Documents", name: "Documents")
            let answer = try await fixture.read(record) { database, scope in
                try Behaviour(database, scope: scope, hours: hours, version: nil, now: Self.now)
                    .json(known: [known], names: ActionNames())
            }
            var read: [[DatabaseValue]] = []
            for query in record.all where query.sql.contains("FROM insight_people") {
                for row in query.rows {
                    read.append(try [query.arguments[1], row["hour"], row["version"], row["value"]])
                }
            }
            #expect(!read.isEmpty && Set(read).count == read.count)
            let people = [24: 1, 168: 3, 720: 4, 1_440: 5][hours]
            #expect(answer["covers"]?["people"]?.intValue == people)
            #expect(answer["features"]?[0]?["people"]?.intValue == people)
            // Of the last 30 days, whatever the period is.
            #expect(answer["unused"] == [])
        }
    }

    @Test("Features are unused by the people of 30 days", arguments: AnswerFixture.databases)
    func unused(_ dialect: DatabaseDialect) async throws {
        try await AnswerFixture.with(dialect) { fixture in
            let time = Self.now - 5 * Self.day
            try await fixture.receive(segments: [AnswerFixture.segment("old", person: "p1", at: time)], at: time)
            let long = Self.now - 40 * Self.day
            let share = RunSegment.ActionPath(feature: "App/Share", action: "share")
            try await fixture.receive(
                segments: [AnswerFixture.segment("long", person: "p2", action: share, at: long)], at: long)
            let known = ["App/Documents", "App/Share"].map { KnownFeature(feature: $0, name: $0) }
            for (hours, version) in [(24, nil), (1_440, nil), (24, "3.4.1")] as [(Int, String?)] {
                let answer = try await fixture.read { database, scope in
                    try Behaviour(database, scope: scope, hours: hours, version: version, now: Self.now)
                        .json(known: known, names: ActionNames())
                }
                #expect(answer["unused"]?.arrayValue?.map { $0["feature"] } == ["App/Share"], "\(hours)")
                #expect(answer["unused"]?[0]?["people"] == 0)
                // The first session of the last 30 days.
                #expect(answer["unused"]?[0]?["since"] == .int(Int(InsightTime.hour(of: time - 60_000))))
            }
        }
    }

    @Test("Earlier users of a feature that enough people used in the shown period aren't read")
    func usersOfMonth() async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            try await Self.receive(fixture)
            let share = RunSegment.ActionPath(feature: "App/Share", action: "share")
            let time = Self.now - 20 * Self.day
            try await fixture.receive(
                segments: [AnswerFixture.segment("share", person: "p9", action: share, at: time)], at: time)
            let known = ["App/Documents", "App/Share", "App/Print"].map {
                KnownFeature(feature: $0, name: $0)
            }
            let record = QueryRecord()
            let answer = try await fixture.read(record) { database, scope in
                try Behaviour(database, scope: scope, hours: 24, version: nil, now: Self.now)
                    .json(known: known, names: ActionNames())
            }
            #expect(answer["unused"]?.arrayValue?.map { $0["feature"] } == ["App/Print"])
            let rows = record.all.filter {
                $0.sql.contains("FROM insight_people") && $0.arguments[1] == .text("features")
            }.flatMap(\.rows)
            // That of Documents is of the last day.
            #expect(try rows.map { try $0.text("value") }.sorted() == ["f:App/Documents", "f:App/Share"])
        }
    }

    @Test("Failures name their action, feature and groups of reports")
    func failures() async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            var segment = AnswerFixture.segment("r1", person: "p1")
            segment.people[0].actions[0].failures = ["StorageError": 3, "NetworkError": 1]
            let reports = ["diskFull", "readOnly"].enumerated().map { index, enumCase in
                var report = AnswerFixture.crash("r\(index + 1)", person: "p1")
                report.kind = .failure
                report.end = nil
                report.state = .failed
                report.failure = InsightReport.Failure(type: "StorageError", enumCase: enumCase, message: enumCase)
                return report
            }
            try await fixture.receive(segments: [segment], reports: reports)
            let known = [KnownFeature(feature: "App/Documents", name: "Documents of People")]
            let answer = try await fixture.read { database, scope in
                try Behaviour(database, scope: scope, hours: 24, version: nil, now: Self.now)
                    .json(known: known, names: ActionNames())
            }
            let failures = try #require(answer["failures"]?.arrayValue)
            #expect(failures.map { $0["error"] } == ["StorageError", "NetworkError"])
            #expect(failures.map { $0["groups"]?.arrayValue?.count } == [2, 0])
            // No catalogue has the action, but its reports name it.
            #expect(failures.map { $0["name"] } == ["Action save", .null])
            #expect(failures.map { $0["featureName"] } == ["Documents of People", "Documents of People"])
        }
    }

    @Test("Seven days are seven bars, the last one today")
    func days() async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            try await Self.receive(fixture)
            let answer = try await fixture.read { database, scope in
                try Behaviour(database, scope: scope, hours: 168, version: nil, now: Self.now)
                    .json(known: [], names: ActionNames())
            }
            let days = try #require(answer["days"]?.arrayValue).compactMap { $0["day"]?.intValue }
            #expect(days == (Int64(0)..<7).map { Int(InsightTime.day(of: Self.now) - (6 - $0) * Self.day) })
            #expect(answer["covers"]?["from"]?.intValue == days.first)
        }
    }

    @Test("The exposure of a flag reads the people of its variants alone")
    func exposure() async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            try await Self.receive(fixture)
            let record = QueryRecord()
            let answer = try await fixture.read(record) { database, scope in
                try Sequences(database, scope: scope, hours: 168, version: nil, now: Self.now)
                    .exposure(of: "fast-save")
            }
            #expect(answer["variants"]?[0]?["people"] == 3)
            let values = try record.all.filter { $0.sql.contains("FROM insight_people") }.flatMap { query in
                try query.rows.map { try $0.text("value") }
            }
            #expect(Set(values) == ["", "v:fast-save\ton"])
        }
    }

    @Test("The exposure of all flags has sessions and the last day, and no people", arguments: AnswerFixture.databases)
    func exposures(_ dialect: DatabaseDialect) async throws {
        try await AnswerFixture.with(dialect) { fixture in
            try await Self.receive(fixture)
            let time = Self.now - 20 * Self.day
            try await fixture.receive(
                segments: [AnswerFixture.segment("old", person: "p1", variants: ["ruler": "off"], at: time)], at: time)
            try await fixture.receive(
                segments: [AnswerFixture.segment("off", person: "p2", variants: ["fast-save": "off"])])
            let record = QueryRecord()
            let answer = try await fixture.read(record) { database, scope in
                try Sequences(database, scope: scope, hours: 168, version: nil, now: Self.now).exposures()
            }
            let flags = try #require(answer["flags"]?.arrayValue)
            #expect(flags.map { $0["flag"] } == ["fast-save", "ruler", "toolbar"])
            // Both variants of one flag count.
            #expect(flags.map { $0["sessions"] } == [4, 0, 3])
            let today = Int(InsightTime.day(of: Self.now))
            #expect(flags.map { $0["lastDay"]?.intValue } == [today, Int(InsightTime.day(of: time)), today])
            #expect(!record.all.contains { $0.sql.contains("insight_people") })
        }
    }
}
