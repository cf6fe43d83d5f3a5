import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelInsight
import FiresteelStore
import Testing

@testable import FiresteelServer

@Suite("The suspects of a list of groups", .timeLimit(.minutes(2)))
struct SuspectListTests {
    private static let now = AnswerFixture.now

    /// Stores sessions of which those with “fast-save” crash.
    private static func receive(_ fixture: AnswerFixture) async throws {
        var segments: [RunSegment] = []
        var reports: [InsightReport] = []
        for index in 0..<120 {
            let crashes = index < 20 || index == 119
            let variants = ["fast-save": index < 60 ? "on" : "off"]
            segments.append(
                AnswerFixture.segment("r\(index)", person: "p\(index)", variants: variants, crashes: crashes))
            if crashes { reports.append(AnswerFixture.crash("r\(index)", person: "p\(index)")) }
        }
        try await fixture.receive(segments: segments, reports: reports)
    }

    @Test("A list and the overview have the first suspect of a group's page", arguments: AnswerFixture.databases)
    func named(_ dialect: DatabaseDialect) async throws {
        try await AnswerFixture.with(dialect) { fixture in
            try await Self.receive(fixture)
            let list = try await fixture.list()
            let suspect = try #require(list["groups"]?[0]?["suspect"])
            #expect(suspect["flag"] == "fast-save" && suspect["variant"] == "on" && suspect["version"] == .null)
            let first = try #require(try await fixture.suspects()["suspects"]?[0])
            #expect(first["isNamed"] == true)
            #expect(suspect["ratio"] == first["ratio"])
            #expect(suspect["lower"] == first["interval"]?[0] && suspect["upper"] == first["interval"]?[1])
            let text = try #require(suspect["text"]?.stringValue)
            #expect(text.hasPrefix("Sessions with “on” of fast-save are affected "))
            #expect(text.hasSuffix(" times as often."))
            #expect(try await fixture.overview()["worst"]?["suspect"] == suspect)
        }
    }

    @Test("Without enough sessions, a recent report, or in another state, a group has no suspect")
    func none() async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            try await Self.receive(fixture)
            let open = RunSegment.ActionPath(feature: "App/Documents", action: "open")
            try await fixture.receive(reports: [AnswerFixture.crash("other", action: open)])
            let list = try await fixture.list()
            #expect(list["groups"]?.arrayValue?.map { $0["suspect"] == .null } == [false, true])
            let record = QueryRecord()
            let later = try await fixture.list(at: Self.now + 2 * InsightTime.day, record)
            #expect(later["groups"]?.arrayValue?.map { $0["suspect"] } == [.null, .null])
            #expect(record.comparedGroups == 0)
            let group = try #require(list["groups"]?[0]?["id"]?.stringValue)
            try await fixture.database.write { database in
                let editing = GroupEditing(database, scope: 1, actor: "mara", actorName: "Mara Lindt", now: Self.now)
                _ = try editing.carryOut(.resolve(in: "9.0"), on: group)
            }
            let resolved = try await fixture.list(GroupFilter(state: .resolved))
            #expect(resolved["groups"]?[0]?["suspect"] == .null)
        }
    }

    @Test("A group is compared once a minute, and again after a report")
    func cached() async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            try await Self.receive(fixture)
            let cache = SuspectCache()
            func compared(after time: Int64) async throws -> Int {
                let record = QueryRecord()
                let list = try await fixture.list(suspects: cache, at: Self.now + time, record)
                #expect(list["groups"]?[0]?["suspect"]?["flag"] == "fast-save")
                return record.comparedGroups
            }
            #expect(try await compared(after: 0) == 1)
            #expect(try await compared(after: 59_999) == 0)
            try await fixture.receive(reports: [AnswerFixture.crash("another")])
            #expect(try await compared(after: 59_999) == 1)
            #expect(try await compared(after: 100_000) == 0)
            #expect(try await compared(after: 120_000) == 1)
        }
    }

    @Test("Of many groups some are compared for one list, and the others for the next ones")
    func bounded() async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            let reports = (0..<25).map { index in
                let action = RunSegment.ActionPath(feature: "App/Documents", action: "action\(index)")
                return AnswerFixture.crash("r\(index)", action: action)
            }
            try await fixture.receive(reports: reports)
            let cache = SuspectCache()
            var compared: [Int] = []
            for _ in 0..<3 {
                let record = QueryRecord()
                let list = try await fixture.list(suspects: cache, record)
                #expect(list["groups"]?.arrayValue?.count == 25)
                compared.append(record.comparedGroups)
            }
            #expect(compared == [20, 5, 0])
        }
    }
}
