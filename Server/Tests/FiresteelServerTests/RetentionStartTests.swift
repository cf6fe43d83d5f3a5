import Crypto
import DatabaseTestSupport
import FiresteelDatabase
import FiresteelInsight
import FiresteelServer
import FiresteelStore
import Testing

@Suite("When a server removes what was stored for long enough", .timeLimit(.minutes(2)))
struct RetentionStartTests {
    private func sessions(_ fixture: ServerFixture) async throws -> Int {
        try await fixture.database.read {
            try $0.query("SELECT COUNT(*) AS n FROM insight_sessions").first?.int("n") ?? -1
        }
    }

    /// Stores a session that ended long ago, and rolls it up.
    private func addOldSession(_ run: String, _ fixture: ServerFixture) async throws {
        let time = fixture.clock.value - 60 * 86_400_000
        let segment = AnswerFixture.segment(run, person: "p1", at: time)
        let message = InsightMessage(
            scope: InsightScope(program: "documents", environment: "development"), run: run, kind: .segment,
            number: 1, digest: Array(SHA256.hash(data: segment.json)), body: segment.json)
        let hash = PersonHash(secret: "a secret of the installation")
        _ = try await fixture.database.write { try InboxTable($0).store([message], hash: hash, now: time) }
        let rollUp = RollUp(fixture.database, hash: hash)
        while try await rollUp.run(now: time) > 0 {}
    }

    @Test("The first time is a minute after the start, and the next an hour later")
    func first() async throws {
        let isMinuteOver = Shared(false)
        let pauses = Shared<Set<Duration>>([])
        try await ServerFixture.with(configure: { configuration in
            // The test does it, at an earlier time.
            configuration.rollUpInterval = .seconds(7_200)
            configuration.sleep = { pause in
                pauses.change { $0.insert(pause) }
                guard pause == .seconds(60) else { return try await Task.sleep(for: pause) }
                try await eventually { isMinuteOver.value }
            }
        }) { fixture in
            try await addOldSession("r1", fixture)
            try await eventually { pauses.value.contains(.seconds(60)) }
            #expect(try await sessions(fixture) == 1)
            #expect(!pauses.value.contains(.seconds(3_600)))
            isMinuteOver.change { $0 = true }
            try await eventually { try await sessions(fixture) == 0 }
            try await eventually { pauses.value.contains(.seconds(3_600)) }
        }
    }

    @Test("A shorter interval applies from the start, and so does the retention that was set")
    func short() async throws {
        try await ServerFixture.with(configure: {
            $0.rollUpInterval = .seconds(7_200)
            $0.retentionInterval = .milliseconds(20)
            $0.retention.sessionDays = 365
        }) { fixture in
            try await fixture.database.write {
                try SettingTable($0).set(InsightRetention().with(sessionDays: 30, reportDays: 90, countDays: 396))
            }
            for run in ["r1", "r2"] {
                try await addOldSession(run, fixture)
                try await eventually { try await sessions(fixture) == 0 }
            }
        }
    }
}
