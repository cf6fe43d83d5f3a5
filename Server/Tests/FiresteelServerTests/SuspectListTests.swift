import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelInsight
import FiresteelStatistics
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

    @Test("A variant that protects is certain only after the correction for the number of comparisons")
    func protective() throws {
        func factor(_ name: String, _ affected: Int) throws -> SuspectFactor<Suspects.Factor> {
            try SuspectFactor(
                .variant(flag: name, variant: "on"),
                strata: [
                    RateStratum(
                        exposed: RateCounts(affected: affected, of: 400), unexposed: RateCounts(affected: 40, of: 400))
                ])
        }
        func found(_ factors: [SuspectFactor<Suspects.Factor>]) throws -> Set<Suspects.Factor> {
            let ranking = try SuspectRanking()
            return try Suspects.protective(ranking.rank(factors), factors, errorRate: ranking.errorRate)
        }
        // The first that is certain where nothing else is compared.
        let shield = try #require(
            try (0...40).reversed().map { try factor("shield", $0) }.first(where: { try !found([$0]).isEmpty }))
        #expect(try found([factor("shield", 40)]).isEmpty)
        let others = try (0..<99).map { try factor("flag-\($0)", 40) }
        #expect(try found([shield] + others).isEmpty)
        let strong = try factor("shield", 0)
        #expect(try found([strong] + others) == [strong.factor])
    }

    @Test("A factor with fewer failures only because of a named variant isn't listed")
    func mirrors() async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            try await Self.receive(fixture)
            let suspects = try #require(try await fixture.suspects()["suspects"]?.arrayValue)
            #expect(suspects.contains { $0["variant"] == "on" && $0["isNamed"] == true })
            #expect(!suspects.contains { $0["variant"] == "off" })
        }
    }

    @Test("A variant with which sessions are certainly affected less often says so")
    func less() async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            var segments: [RunSegment] = []
            var reports: [InsightReport] = []
            for index in 0..<400 {
                let isProtected = index < 200
                let crashes = !isProtected && index.isMultiple(of: 4)
                segments.append(
                    AnswerFixture.segment(
                        "r\(index)", person: "p\(index)", variants: isProtected ? ["shield": "on"] : [:],
                        crashes: crashes))
                if crashes { reports.append(AnswerFixture.crash("r\(index)", person: "p\(index)")) }
            }
            try await fixture.receive(segments: segments, reports: reports)
            let suspects = try #require(try await fixture.suspects()["suspects"]?.arrayValue)
            let shield = try #require(suspects.first(where: { $0["flag"] == "shield" }))
            #expect(shield["verdict"] == "less" && shield["isNamed"] == false)
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

    @Test("A list compares some of many groups, and the next lists compare the others")
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
