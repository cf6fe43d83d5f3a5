import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Testing

@Suite("Erasing what waits of a person, and the records of their messages")
struct ErasureRecordTests {
    private static let now = InsightFixture.now
    private static let person = "0f0e0d0c0b0a0908"

    private static func segment(
        _ run: String, _ number: Int = 1, person: String = person, sharedWith other: String? = nil
    ) -> InsightMessage {
        var segment = InsightFixture.segment(run, number, person: person)
        if let other { segment.people.append(RunSegment.Person(session: 1, pseudonym: other)) }
        return InsightFixture.message(.segment, run, number, segment.json)
    }

    private static func report(_ run: String, _ number: Int = 1, person: String = person) -> InsightMessage {
        InsightFixture.message(.report, run, number, InsightFixture.crash(run, number, person: person).json)
    }

    private static func rollUp(_ insight: InsightFixture) async throws {
        while try await insight.rollUp.run(now: now) > 0 {}
        #expect(insight.rollUp.takeTally() == RollUpTally())
    }

    private static func erase(_ insight: InsightFixture, _ person: String = person) async throws -> PersonRecord {
        try await PersonErasure(insight.database, hash: insight.hash, scope: 1).erase(person)
    }

    /// Returns the runs of a table whose names are those of a test.
    private static func runs(_ table: String, _ insight: InsightFixture) async throws -> [String] {
        try await insight.database.read { database in
            try database.query("SELECT DISTINCT run FROM \(table) ORDER BY run").map { try $0.text("run") }
        }
        .filter { $0.contains("-run") }
    }

    @Test("Waiting messages of a person's own runs are deleted with their records", arguments: StoreFixture.databases)
    func own(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.store([Self.segment("continued-run")])
            try await Self.rollUp(insight)
            try await insight.store([
                Self.segment("continued-run", 2), Self.segment("own-run"), Self.segment("own-run", 2),
                Self.segment("nameless-run", sharedWith: ""), Self.report("own-run"),
                // Without a segment
                Self.report("reported-run"), Self.report("reported-run", 2),
                Self.segment("other-run", person: "someone-else"),
            ])
            let record = try await Self.erase(insight)
            #expect(record.messages == 7 && record.sessions == 1)
            #expect(try await Self.runs("insight_inbox", insight) == ["other-run"])
            #expect(try await Self.runs("insight_messages", insight) == ["other-run"])
            try await Self.rollUp(insight)
            #expect(try await Self.runs("insight_sessions", insight) == ["other-run"])
            #expect(try await Self.runs("insight_reports", insight) == [])
            // That of the first, which was counted before.
            #expect(try await insight.counts()["sessions||"] == 2)
            #expect(try await Self.erase(insight) == PersonRecord())
        }
    }

    @Test(
        "A message that is sent again after the erasure doesn't bring the person back",
        arguments: StoreFixture.databases)
    func again(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let early = [Self.segment("early-run"), Self.report("early-run")]
            let late = [Self.segment("late-run"), Self.report("late-run"), Self.report("reported-run")]
            try await insight.store(early)
            try await Self.rollUp(insight)
            try await insight.store(late)
            for _ in 0..<2 {
                _ = try await Self.erase(insight)
                let receipts = try await insight.store(early + late)
                #expect(receipts.map(\.outcome) == [InsightReceipt.Outcome](repeating: .same, count: 5))
                let changed = try await insight.store([Self.report("late-run", person: "someone-else")])
                #expect(changed.map(\.outcome) == [.other])
            }
            try await Self.rollUp(insight)
            for table in ["insight_inbox", "insight_messages", "insight_sessions", "insight_reports"] {
                #expect(try await Self.runs(table, insight) == [], "\(table)")
            }
            // A program that continues is counted again, and erased again.
            let next = [Self.segment("late-run", 2)]
            #expect(try await insight.store(next).map(\.outcome) == [.stored])
            try await Self.rollUp(insight)
            #expect(try await Self.runs("insight_sessions", insight) == ["late-run"])
            #expect(try await Self.erase(insight).sessions == 1)
            let receipts = try await insight.store(late + next)
            #expect(receipts.map(\.outcome) == [InsightReceipt.Outcome](repeating: .same, count: 4))
            #expect(try await Self.runs("insight_messages", insight) == [])
        }
    }

    @Test(
        "Shared runs keep the data of others, and the records of their messages",
        arguments: StoreFixture.databases)
    func shared(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let early = [Self.segment("early-run", sharedWith: "someone-else"), Self.report("early-run")]
            let late = [
                Self.segment("late-run", sharedWith: "someone-else"), Self.report("late-run"),
                Self.report("late-run", 2, person: "someone-else"),
            ]
            try await insight.store(early)
            try await Self.rollUp(insight)
            // Of a run whose other messages are rolled up.
            try await insight.store(late + [Self.report("early-run", 2)])
            let record = try await Self.erase(insight)
            #expect(record.messages == 3 && record.sessions == 1 && record.reports == 1)
            #expect(try await Self.runs("insight_messages", insight) == ["early-run", "late-run"])
            let receipts = try await insight.store(early + late + [Self.report("early-run", 2)])
            #expect(receipts.map(\.outcome) == [InsightReceipt.Outcome](repeating: .same, count: 6))
            try await Self.rollUp(insight)
            let people = try await insight.database.read { database in
                try database.query("SELECT run, person FROM insight_sessions ORDER BY run, session").map {
                    try "\($0.text("run")) \($0.text("person"))"
                }
            }
            #expect(people == ["early-run someone-else", "late-run ", "late-run someone-else"])
            #expect(try await Self.runs("insight_reports", insight) == ["late-run"])
        }
    }

    @Test("A run of more messages than one transaction has is forgotten wholly", arguments: StoreFixture.databases)
    func many(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.store((1...600).map { Self.report("late-run", $0) })
            #expect(try await Self.erase(insight).messages == 600)
            #expect(try await Self.runs("insight_messages", insight) == [])
            let again = try await insight.store([Self.report("late-run"), Self.report("late-run", 600)])
            #expect(again.map(\.outcome) == [.same, .same])
        }
    }
}
