import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Testing

@Suite("Turns of environments")
struct InboxFairnessTests {
    private static let now = InsightFixture.now

    private static func scope(_ index: Int) -> InsightScope {
        InsightScope(program: InsightFixture.scope.program, environment: "e\(index)")
    }

    private static func messages(_ count: Int, of scope: InsightScope) -> [InsightMessage] {
        (0..<count).map {
            InsightFixture.message(.segment, "r\($0)", 1, InsightFixture.segment("r\($0)").json, scope: scope)
        }
    }

    /// Returns the number of sessions of each environment.
    private static func sessions(_ insight: InsightFixture) async throws -> [String: Int] {
        try await insight.database.read { database in
            let rows = try database.query(
                """
                SELECT s.environment, COUNT(*) AS n FROM insight_sessions t JOIN insight_scopes s ON s.scope = t.scope
                GROUP BY s.environment
                """)
            return Dictionary(
                uniqueKeysWithValues: try rows.map { try ($0.text("environment"), $0.int("n")) })
        }
    }

    @Test("A flood of one environment doesn't delay the others", arguments: StoreFixture.databases)
    func flood(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.store(Self.messages(600, of: Self.scope(0)))
            try await insight.store(Self.messages(3, of: Self.scope(1)) + Self.messages(4, of: Self.scope(2)))
            #expect(try await insight.rollUp.run(now: Self.now, limit: 30) == 17)
            #expect(try await Self.sessions(insight) == ["e0": 10, "e1": 3, "e2": 4])
            // What is left belongs to the flood, which then has the whole transaction, the second and twice as large.
            #expect(try await insight.rollUp.run(now: Self.now) == 2 * RollUp.firstBatch)
            while try await insight.rollUp.run(now: Self.now) > 0 {}
            #expect(try await Self.sessions(insight)["e0"] == 600)
        }
    }

    @Test("More environments than a transaction has messages take turns", arguments: StoreFixture.databases)
    func turns(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            for index in 0..<12 { try await insight.store(Self.messages(20, of: Self.scope(index))) }
            for round in 1...6 {
                #expect(try await insight.rollUp.run(now: Self.now, limit: 4) == 4)
                let sessions = try await Self.sessions(insight)
                #expect(sessions.count == min(12, 4 * round))
                #expect(Set(sessions.values).count <= 2)
            }
            #expect(try await Self.sessions(insight).values.allSatisfy { $0 == 2 })
        }
    }

    @Test("At most 4 MiB of messages are read at once, but always one", arguments: StoreFixture.databases)
    func bytes(_ dialect: DatabaseDialect) async throws {
        #expect(InboxTable.bytesAtOnce == 4 << 20)
        #expect(InboxTable.countAtOnce([]) == 1)
        #expect(InboxTable.countAtOnce([9 << 20, 1]) == 1)
        #expect(InboxTable.countAtOnce([1 << 20, 3 << 20, 1]) == 2)
        try await InsightFixture.with(dialect) { insight in
            let body = [UInt8](repeating: 0x20, count: 1 << 20)
            func message(_ run: String, _ bytes: [UInt8], _ scope: Int) -> InsightMessage {
                InsightFixture.message(.report, run, 1, bytes, scope: Self.scope(scope))
            }
            try await insight.store((0..<6).map { message("r\($0)", body, 0) })
            func read(after last: Int64 = 0) async throws -> [InboxTable.Waiting] {
                try await insight.database.read {
                    try InboxTable($0).turn(500, now: Self.now, after: last).messages
                }
            }
            #expect(try await read().map(\.run) == ["r0", "r1", "r2", "r3"])
            // Shares of bytes as well.
            try await insight.store([message("small", [0x7B], 1)])
            #expect(try await read().map(\.run) == ["r0", "r1", "small"])
            try await insight.store([message("large", body + body + body + body + body, 2)])
            #expect(try await read(after: 2).map(\.run) == ["large"])
            // One that doesn't fit is the first of the next transaction.
            let turn = try await insight.database.read { try InboxTable($0).turn(500, now: Self.now, after: 1) }
            #expect(turn.messages.map(\.run) == ["small"] && turn.last == 2)
        }
    }

    @Test("An environment uses as much as remains free")
    func shares() {
        var shares = WaitingShares(capacity: 90)
        for _ in 0..<90 where shares.accepts(1, of: Self.scope(0)) { shares.add(1, of: Self.scope(0)) }
        #expect(shares.total == 45 && shares.load(of: Self.scope(0)) == 1 && shares.load == 1)
        #expect(!shares.accepts(1, of: Self.scope(0)))
        #expect(shares.accepts(45, of: Self.scope(1)) && !shares.accepts(46, of: Self.scope(1)))
        #expect(shares.load(of: Self.scope(1)) == 0)
        // However many fill their shares, another finds room.
        for index in 1..<6 {
            while shares.accepts(1, of: Self.scope(index)) { shares.add(1, of: Self.scope(index)) }
            #expect(shares.accepts(1, of: Self.scope(index + 1)) || shares.total >= 89)
        }
        shares.remove(100, of: Self.scope(0))
        #expect(shares.total < 46 && shares.accepts(1, of: Self.scope(0)))
        shares.set([Self.scope(3): 80, Self.scope(4): 0])
        #expect(shares.total == 80 && shares.accepts(10, of: Self.scope(4)))
    }

    @Test("Waiting messages are counted by environment", arguments: StoreFixture.databases)
    func backlog(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            #expect(try await insight.database.read { try InboxTable($0).isDue(at: Self.now) } == false)
            try await insight.store(Self.messages(5, of: Self.scope(0)) + Self.messages(2, of: Self.scope(1)))
            let backlog = try await insight.database.read { try InboxTable($0).backlog(upTo: 100) }
            #expect(backlog.mapValues(\.messages) == [Self.scope(0): 5, Self.scope(1): 2])
            let size = Int64(InsightFixture.segment("r0").json.count)
            #expect(backlog.mapValues(\.bytes) == [Self.scope(0): 5 * size, Self.scope(1): 2 * size])
            let some = try await insight.database.read { try InboxTable($0).backlog(upTo: 4) }
            #expect(some.values.reduce(0) { $0 + $1.messages } == 4)
            #expect(try await insight.database.read { try InboxTable($0).isDue(at: Self.now) })
            // Also for a clock that is set back afterwards.
            #expect(try await insight.database.read { try InboxTable($0).isDue(at: 1) })
        }
    }
}
