import DatabaseTestSupport
import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Testing

@Suite("Bounded turns of roll-ups")
struct RollUpTurnTests {
    private static let now = InsightFixture.now

    private static func scope(_ index: Int) -> InsightScope {
        InsightScope(program: InsightFixture.scope.program, environment: "e\(index)")
    }

    /// Returns the segment of a server's run with a number of sessions.
    private static func server(_ run: String, people: Int, scope: Int = 0) -> InsightMessage {
        var segment = InsightFixture.segment(run)
        segment.people += (1..<people).map { RunSegment.Person(session: $0, pseudonym: "p\($0)") }
        return InsightFixture.message(.segment, run, 1, segment.json, scope: Self.scope(scope))
    }

    /// Returns the number of sessions of each environment.
    private static func sessions(_ insight: InsightFixture) async throws -> [String: Int] {
        try await insight.database.read { database in
            let rows = try database.query(
                """
                SELECT s.environment, COUNT(*) AS n FROM insight_sessions t JOIN insight_scopes s ON s.scope = t.scope
                GROUP BY s.environment
                """)
            return Dictionary(uniqueKeysWithValues: try rows.map { try ($0.text("environment"), $0.int("n")) })
        }
    }

    @Test("The facts of a session have at most 500 names and 32 KiB of them; further ones are counted as one")
    func facts() {
        var facts = SessionFacts()
        let names = (0..<400).map { "App\t\(String(repeating: "x", count: 500))\($0)" }
        for name in names { facts.add(.init(successes: 1), to: name) }
        let other = "(other)\t(other)"
        let known = facts.actions.keys.filter { $0 != other }
        #expect(known.count > 50 && known.reduce(0) { $0 + $1.utf8.count } <= SessionFacts.maximumBytes)
        #expect(facts.actions[other]?.successes == Int64(names.count - known.count))
        // Those that are known still count.
        facts.add(.init(successes: 1), to: names[0])
        #expect(facts.actions[names[0]]?.successes == 2)
        facts.add(variant: "flag\t\(String(repeating: "y", count: 500))")
        facts.add(variant: "flag\ton")
        #expect(facts.variants == [other, "flag\ton"])
        #expect(SessionFacts(text: facts.text) == facts)

        var many = SessionFacts()
        for index in 0..<600 { many.add(.init(failures: 1), to: "App\t\(index)") }
        #expect(many.actions.count == 501 && many.actions[other]?.failures == 100)
        #expect(SessionFacts(text: many.text) == many)

        // Stored facts that have more are read within the limits.
        let text = names.map { "a\t\($0)\t1\t0\t0\t0\n" }.joined()
        let read = SessionFacts(text: text)
        #expect(read.actions.count == known.count + 1)
        #expect(read.actions.values.reduce(0) { $0 + $1.successes } == Int64(names.count))
    }

    @Test("A transaction has at most 1,000 sessions, and the other messages remain", arguments: StoreFixture.databases)
    func sessions(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.store((0..<4).map { Self.server("server\($0)", people: 400) })
            try await insight.store([Self.server("small", people: 1, scope: 1)])
            // Two of the first environment, and the one that came last.
            #expect(try await insight.rollUp.run(now: Self.now) == 3)
            #expect(try await Self.sessions(insight) == ["e0": 800, "e1": 1])
            #expect(try await insight.rollUp.run(now: Self.now) == 2)
            #expect(try await Self.sessions(insight) == ["e0": 1_600, "e1": 1])
            #expect(try await insight.rollUp.run(now: Self.now) == 0)
            #expect(insight.rollUp.takeTally() == RollUpTally())
        }
    }

    @Test("Environments whose messages found no room are the first of the next turn", arguments: StoreFixture.databases)
    func turns(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.store((0..<3).map { Self.server("server\($0)", people: 500) })
            try await insight.store((1..<3).map { Self.server("server", people: 500, scope: $0) })
            #expect(try await insight.rollUp.run(now: Self.now) == 2)
            #expect(try await Self.sessions(insight) == ["e0": 500, "e1": 500])
            #expect(try await insight.rollUp.run(now: Self.now) == 2)
            #expect(try await Self.sessions(insight) == ["e0": 1_000, "e1": 500, "e2": 500])
            #expect(try await insight.rollUp.run(now: Self.now) == 1)
            #expect(try await Self.sessions(insight)["e0"] == 1_500)
        }
    }

    @Test("The first transaction is small, and each that succeeds doubles the next", arguments: StoreFixture.databases)
    func start(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let first = RollUp.firstBatch
            try await insight.store((0..<3 * first + 5).map { Self.server("r\($0)", people: 1) })
            for expected in [first, 2 * first, 5, 0] {
                #expect(try await insight.rollUp.run(now: Self.now) == expected)
            }
        }
    }

    /// A database that loses its connection in each transaction that rolls up a message of a run.
    private struct LosingDatabase: Database {
        let base: any Database
        let run: String

        /// A connection that records whether it saw the message.
        private final class Watching: DatabaseConnection {
            let base: any DatabaseConnection
            let run: DatabaseValue
            var hasSeen = false

            init(_ base: any DatabaseConnection, run: DatabaseValue) { (self.base, self.run) = (base, run) }

            var dialect: DatabaseDialect { base.dialect }

            func execute(_ sql: String, _ arguments: [DatabaseValue]) throws -> Int {
                if sql.hasPrefix("DELETE FROM insight_inbox"), arguments.contains(run) { hasSeen = true }
                return try base.execute(sql, arguments)
            }

            func query(_ sql: String, _ arguments: [DatabaseValue]) throws -> [DatabaseRow] {
                try base.query(sql, arguments)
            }
        }

        var dialect: DatabaseDialect { base.dialect }

        func read<Value: Sendable>(
            _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
        ) async throws -> Value { try await base.read(body) }

        @discardableResult
        func write<Value: Sendable>(
            _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
        ) async throws -> Value {
            let run = DatabaseValue.text(run)
            return try await base.write { connection in
                let watching = Watching(connection, run: run)
                let value = try body(watching)
                if watching.hasSeen { throw DatabaseError.unreachable(reason: "the connection was lost") }
                return value
            }
        }

        @discardableResult
        func migrate(to schema: DatabaseSchema) async throws -> [Int] { try await base.migrate(to: schema) }

        func close() async { await base.close() }
    }

    @Test("A message that ends the connection each time is postponed, and the others count")
    func losses() async throws {
        try await InsightFixture.with(.sqlite) { insight in
            try await insight.store((0..<20).map { Self.server("r\($0)", people: 1) })
            let rollUp = RollUp(LosingDatabase(base: insight.database, run: "r7"), hash: insight.hash)
            // Once may have any reason.
            await #expect(throws: DatabaseError.self) { try await rollUp.run(now: Self.now) }
            #expect(try await Self.sessions(insight).isEmpty)
            for _ in 0..<40 {
                do {
                    if try await rollUp.run(now: Self.now) == 0 { break }
                } catch DatabaseError.unreachable {
                    continue
                }
            }
            #expect(try await Self.sessions(insight) == ["e0": 19])
            #expect(try await insight.database.read { try InboxTable($0).count(upTo: 100) } == 1)
            #expect(rollUp.takeTally().postponed == 1)
        }
    }

    @Test("Sessions of a person in a run are found by an index")
    func index() async throws {
        try await InsightFixture.with(.sqlite) { insight in
            let plan = try await insight.database.read { database in
                try database.query(
                    """
                    EXPLAIN QUERY PLAN
                    SELECT * FROM insight_sessions WHERE scope = ? AND person = ? AND run = ? ORDER BY session LIMIT 1
                    """, .int(1), .text("p1"), .text("r1")
                ).map { try $0.text("detail") }
            }
            #expect(plan.count == 1)
            #expect(plan.first?.contains("insight_sessions_by_person (scope=? AND person=? AND run=?)") == true)
        }
    }
}
