import FiresteelDatabase
import FiresteelFlags
import FiresteelInsight
import FiresteelStore
import Testing

@Suite("Limits of roll-ups")
struct RollUpLimitTests {
    private static let now = InsightFixture.now

    /// Returns the segment of a run that performed actions of a feature and saw variants.
    private static func segment(_ run: String, actions: Int, variants: Int, name: String = "") -> RunSegment {
        var segment = InsightFixture.segment(run)
        segment.people[0].successions = []
        segment.people[0].actions = (0..<actions).map {
            var count = RunSegment.ActionCount(RunSegment.ActionPath(feature: "App", action: "\(name)a\($0)"))
            count.successes = 1
            return count
        }
        segment.people[0].exposures = (0..<variants).map {
            RunSegment.Exposure(flag: "\(name)f\($0)", variant: "on", first: 0)
        }
        return segment
    }

    @Test("No combinations are counted for a session with many actions and variants", arguments: StoreFixture.databases)
    func marks(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            // 100 subjects and 100 variants are 10,000 combinations.
            try await insight.receive(segments: [Self.segment("r1", actions: 99, variants: 100)])
            let few = try await insight.counts()
            #expect(few["sessions|a:App>a0|v:f0>on"] == 1 && few["sessions|f:App|v:f99>on"] == 1)
            try await insight.receive(segments: [Self.segment("r2", actions: 100, variants: 100, name: "x")])
            let counts = try await insight.counts()
            #expect(counts["sessions||"] == 2 && counts["sessions||v:xf0>on"] == 1)
            #expect(counts["sessions|a:App>xa99|"] == 1 && counts["sessions|a:App>xa99|d:phone"] == 1)
            #expect(!counts.contains { $0.key.hasPrefix("sessions|a:App>xa") && $0.key.contains("|v:") })
            #expect(counts["sessions|f:App|v:xf0>on"] == nil)
        }
    }

    @Test("Beyond 100,000 counts of a transaction, combinations aren't counted", arguments: StoreFixture.databases)
    func counts(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let names = (0..<12).map { "n\($0)-" }
            try await insight.store(
                names.map { name in
                    let segment = Self.segment(name, actions: 98, variants: 99, name: name)
                    return InsightFixture.message(.segment, segment.run, 1, segment.json)
                })
            #expect(try await insight.rollUp.run(now: Self.now) == 12)
            let rows = try await insight.database.read { database in
                try database.query(
                    """
                    SELECT COUNT(*) AS n, SUM(CASE WHEN subject <> '' AND value LIKE 'v:%' THEN 1 ELSE 0 END) AS pairs
                    FROM insight_counts
                    """
                ).map { try (all: $0.int("n"), pairs: $0.int("pairs")) }
            }
            let found = try #require(rows.first)
            // All of them would be 117,612.
            #expect((80_000...100_001).contains(found.pairs))
            #expect(found.all < 110_000)
            let counts = try await insight.counts()
            #expect(counts["sessions||"] == 12)
            for name in names {
                #expect(counts["sessions||v:\(name)f98>on"] == 1)
                #expect(counts["sessions|a:App>\(name)a97|"] == 1 && counts["uses||a:App>\(name)a97"] == 1)
            }
        }
    }

    @Test("A session counts in at most 50 groups, and all reports are stored", arguments: StoreFixture.databases)
    func groups(_ dialect: DatabaseDialect) async throws {
        var facts = SessionFacts()
        for index in 0..<60 { facts.add(group: "g\(index)") }
        #expect(facts.groups.count == 50)
        try await InsightFixture.with(dialect) { insight in
            try await insight.receive(
                segments: [InsightFixture.segment("r1", person: "p1")],
                reports: (1...60).map { InsightFixture.failure("r1", $0, type: "Error\($0)") })
            #expect(try await insight.groups().map(\.reports) == Array(repeating: 1, count: 60))
            let counts = try await insight.counts()
            #expect(counts.count { $0.key.hasPrefix("sessions|g:") && $0.key.hasSuffix("|") } == 50)
            #expect(counts.count { $0.key.hasPrefix("reports|g:") } == 60)
            let reports = try await insight.database.read {
                try $0.query("SELECT COUNT(*) AS n FROM insight_reports").first?.int("n")
            }
            #expect(reports == 60)
        }
    }

    @Test("Sums of invented counts don't overflow", arguments: StoreFixture.databases)
    func sums(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let key = "successes||a:App/Documents>save"
            var segments = (1...3).map { number in
                var segment = InsightFixture.segment("r1", number)
                segment.people[0].actions[0].successes = 1 << 32
                return segment
            }
            try await insight.receive(segments: segments)
            #expect(try await insight.counts()[key] == 1 << 32)
            // A count that is as great as none becomes begins again.
            try await insight.database.write { database in
                _ = try database.execute("UPDATE insight_counts SET count = ?", .int(.max))
                _ = try database.execute(
                    "UPDATE insight_sessions SET facts = ?", .text("a\tApp/Documents\tsave\t\(Int64.max)\t-1\tx\t0\n"))
            }
            segments[0].number = 4
            try await insight.receive(segments: [segments[0]])
            #expect(insight.rollUp.takeTally() == RollUpTally())
            #expect(try await insight.counts()[key] == 1 << 32)
            var counts = CountBatch(limit: 10)
            let slice = InsightSlice(scope: 9, hour: 0, version: "")
            for count in [Int64.max, .max, 5] { counts.add(count, .lost, slice) }
            let batch = counts
            try await insight.database.write { try batch.write($0) }
            let lost = try await insight.database.read {
                try $0.query("SELECT count FROM insight_counts WHERE scope = 9").first?.int("count")
            }
            #expect(lost == 10)
        }
    }

    @Test("A report of a server belongs to its person's session", arguments: StoreFixture.databases)
    func attribution(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            var segment = InsightFixture.segment("server")
            segment.people += [(1, "mara"), (2, "ines"), (3, "jonas")].map { session, person in
                var one = RunSegment.Person(session: session, pseudonym: person)
                one.actions = segment.people[0].actions
                one.exposures = [RunSegment.Exposure(flag: "plan", variant: person, first: 0)]
                return one
            }
            // In one transaction, and when the segment was rolled up before.
            try await insight.receive(
                segments: [segment], reports: [InsightFixture.crash("server", 1, person: "ines")])
            try await insight.receive(reports: [
                InsightFixture.crash("server", 2, person: "ines"), InsightFixture.crash("server", 3),
                InsightFixture.crash("server", 4, person: "unknown"),
            ])
            let group = try #require(try await insight.groups().first)
            #expect(group.reports == 4 && group.people.count == 2)
            let sessions = try await insight.database.read { database in
                try database.query("SELECT number, session, person FROM insight_reports ORDER BY number").map {
                    try "\($0.int("number")) \($0.int("session")) \($0.text("person"))"
                }
            }
            #expect(sessions == ["1 2 ines", "2 2 ines", "3 0 ", "4 0 unknown"])
            let counts = try await insight.counts()
            #expect(counts["sessions|g:\(group.id)|"] == 2)
            #expect(counts["sessions|g:\(group.id)|v:plan>ines"] == 1)
            #expect(counts["sessions|g:\(group.id)|v:plan>mara"] == nil)
            #expect(counts["sessions|g:\(group.id)|v:plan>jonas"] == nil)
        }
    }

    @Test("Message numbers are accepted up to 1,000,000", arguments: StoreFixture.databases)
    func numbers(_ dialect: DatabaseDialect) async throws {
        #expect(InsightMessage.maximumNumber == 1_000_000)
        for number in [0, 1_000_001] {
            let (segment, report) = (InsightFixture.segment("r1", number), InsightFixture.crash("r1", number))
            #expect(throws: InsightMessageError.self) { try RunSegment(json: segment.json) }
            #expect(throws: InsightMessageError.self) { try InsightReport(json: report.json) }
        }
        try await InsightFixture.with(dialect) { insight in
            try await insight.receive(
                segments: [InsightFixture.segment("r1", 1), InsightFixture.segment("r1", 1_000_000)],
                reports: [InsightFixture.crash("r1", 1_000_000)])
            #expect(insight.rollUp.takeTally() == RollUpTally())
            #expect(try await insight.counts()["successes||a:App/Documents>save"] == 2)
            #expect(try await insight.groups().first?.reports == 1)
            let receipts = try await insight.store([
                InsightFixture.message(.segment, "r1", 1_000_000, InsightFixture.segment("r1", 1_000_000).json)
            ])
            #expect(receipts.map(\.outcome) == [.same])
            #expect(receipts[0].segments == [1_000_000...1_000_000] && receipts[0].reports == receipts[0].segments)
        }
    }

    @Test("A segment has at most 500 people", arguments: StoreFixture.databases)
    func people(_ dialect: DatabaseDialect) async throws {
        func segment(_ people: Int) -> RunSegment {
            var segment = InsightFixture.segment("server")
            segment.people += (1..<people).map { RunSegment.Person(session: $0, pseudonym: "p\($0)") }
            return segment
        }
        let error = #expect(throws: InsightMessageError.self) { try RunSegment(json: segment(501).json) }
        #expect(error?.member == "people" && error?.limit == .elements)
        #expect("\(error.map { "\($0)" } ?? "")".contains("501 elements, and 500 are allowed"))
        try await InsightFixture.with(dialect) { insight in
            try await insight.receive(segments: [segment(500)])
            #expect(try await insight.counts()["sessions||"] == 500)
        }
    }
}
