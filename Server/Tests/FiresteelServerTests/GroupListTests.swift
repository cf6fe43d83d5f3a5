import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Testing

@testable import FiresteelServer

@Suite("The list of groups", .timeLimit(.minutes(2)))
struct GroupListTests {
    private static let now = AnswerFixture.now
    private static let open = RunSegment.ActionPath(feature: "App/Documents", action: "open")

    private static func receive(
        _ fixture: AnswerFixture, _ people: [String], _ action: RunSegment.ActionPath, at time: Int64 = now
    ) async throws {
        try await fixture.receive(
            segments: people.map {
                AnswerFixture.segment("run-\($0)", person: $0, crashes: true, action: action, at: time)
            },
            reports: people.map { AnswerFixture.crash("run-\($0)", person: $0, action: action, at: time) }, at: time)
    }

    @Test("Groups that affected the most people in the last day come first", arguments: AnswerFixture.databases)
    func order(_ dialect: DatabaseDialect) async throws {
        try await AnswerFixture.with(dialect) { fixture in
            try await Self.receive(
                fixture, ["a", "b", "c", "d"], AnswerFixture.save, at: Self.now - 3 * InsightTime.day)
            try await Self.receive(fixture, ["e"], AnswerFixture.save)
            try await Self.receive(fixture, ["f", "g"], Self.open)
            let list = try await fixture.list()
            let groups = try #require(list["groups"]?.arrayValue)
            #expect(groups.map { $0["action"] } == ["open", "save"])
            #expect(groups.map { $0["people24h"] } == [2, 1])
            #expect(groups.map { $0["people"] } == [2, 5])
            #expect(groups.map { $0["people24hAreEstimated"] } == [false, false])
            let overview = try await fixture.overview()
            #expect(overview["worst"]?["action"] == "open" && overview["worst"]?["people24h"] == 2)
        }
    }

    @Test("The people of merged groups are counted together")
    func merged() async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            try await Self.receive(fixture, ["a", "b"], AnswerFixture.save)
            try await Self.receive(fixture, ["c"], Self.open)
            let list = try await fixture.list()
            let ids = try #require(list["groups"]?.arrayValue).compactMap { $0["id"]?.stringValue }
            let (one, other) = (ids[0], ids[1])
            try await fixture.database.write { database in
                let editing = GroupEditing(database, scope: 1, actor: "mara", actorName: "Mara Lindt", now: Self.now)
                _ = try editing.carryOut(.merge(into: one), on: other)
            }
            let merged = try await fixture.list()
            #expect(merged["groups"]?.arrayValue?.map { $0["people24h"] } == [3])
            let found = try await fixture.list(GroupFilter(text: "open"))
            #expect(found["groups"]?.arrayValue?.count == 1)
        }
    }

    /// Texts, and whether they find the group of a failed save.
    private static let texts: [(text: String, isFound: Bool)] = [
        ("", true), (" ", true), ("SAVE doc", true), ("document management", true), ("app/documents", true),
        ("writefile", true), ("storageerror", true), ("diskfull", true), ("management writefile", true),
        ("management zzz", false), ("3.4.1", true), ("3.4", false), ("writefile 3.4.1", true),
        ("writefile 3.4.2", false), ("fast-save=on", true), ("Fast-Save=ON writefile", true), ("fast-save=off", false),
        ("fast-save=", false), ("=on", false), ("theme=a=b", true), ("code=5", true), ("code=6", false),
        ("fast-save=on theme=a=b", true), ("fast-save=on theme=c", false),
    ]

    @Test("Groups are found by feature, action, error, version and variant", arguments: AnswerFixture.databases)
    func search(_ dialect: DatabaseDialect) async throws {
        try await AnswerFixture.with(dialect) { fixture in
            let action = RunSegment.ActionPath(feature: "App/Documents", action: "writeFile")
            var report = AnswerFixture.crash("r1", person: "p1", action: action)
            report.kind = .failure
            report.end = nil
            report.state = .failed
            report.names = InsightReport.Names(feature: "Document Management", action: "Save Document")
            report.failure = InsightReport.Failure(
                type: "StorageError", enumCase: "diskFull", message: "No space: code=5")
            let variants = ["fast-save": "on", "theme": "a=b"]
            try await fixture.receive(
                segments: [
                    AnswerFixture.segment("r1", person: "p1", variants: variants, action: action),
                    AnswerFixture.segment("r2", person: "p2", variants: ["fast-save": "off"], action: action),
                ], reports: [report])
            for (text, isFound) in Self.texts {
                let found = try await fixture.list(GroupFilter(text: text))
                #expect(found["groups"]?.arrayValue?.count == (isFound ? 1 : 0), "“\(text)”")
            }
            for (filter, count) in [
                (GroupFilter(flag: "fast-save"), 1), (GroupFilter(flag: "on"), 0), (GroupFilter(version: "3.4.1"), 1),
                (GroupFilter(version: "3.4.2"), 0), (GroupFilter(version: "3.4.1", flag: "theme"), 1),
            ] {
                let found = try await fixture.list(filter)
                #expect(found["groups"]?.arrayValue?.count == count, "\(filter)")
            }
            // A filter by flag has flags, not variants.
            let list = try await fixture.list()
            #expect(list["groups"]?[0]?["flags"] == ["fast-save", "theme"])
        }
    }
}
