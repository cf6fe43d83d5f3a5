import FiresteelBase
import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelStore
import Testing

@Suite("Guards while few people are affected", .timeLimit(.minutes(5)))
struct GuardPeopleTests {
    /// Lets the guard look and the plan take its step, and returns how many steps were taken.
    private func advance(_ rollout: GuardFixture) async throws -> Int {
        rollout.pass(minutes: 1)
        let looks = try await rollout.looks()
        #expect(looks.isEmpty)
        return try await rollout.store.changes.runPlans(now: rollout.now).count
    }

    /// Starts a rollout in which many sessions of four people fail.
    private func start(_ rollout: GuardFixture) async throws {
        try await rollout.start(["failureMargin": 10])
        try await rollout.receive(sessions: 150, failures: (on: 0, off: 0), variant: "on")
        try await rollout.receive(sessions: 150, failures: (on: 0, off: 0), variant: "off")
        for number in 0..<4 {
            try await rollout.receive(
                sessions: 20, failures: (on: 1, off: 0), person: "unlucky-\(number)", variant: "on")
        }
    }

    @Test(
        "A step waits while many sessions of few people fail, until enough other people have no failures",
        arguments: StoreFixture.databases)
    func held(_ dialect: DatabaseDialect) async throws {
        try await GuardFixture.with(dialect) { rollout in
            try await start(rollout)
            // Each condition of a step but the guard's is met, however often it looks.
            for _ in 0..<3 {
                #expect(try await advance(rollout) == 0)
                let seen = try #require(try await rollout.seen())
                #expect(seen.decision == .wait)
                #expect(seen.reason == "It isn't certain yet: many sessions are affected, but few people.")
                #expect(seen.stepRuns.exposed == 230 && seen.stepRuns.unexposed == 150)
            }
            #expect(try await rollout.plan().stepsTaken == 1)
            #expect(try await rollout.plan().state == .running)
            try await rollout.receive(sessions: 900, failures: (on: 0, off: 0), variant: "on")
            #expect(try await advance(rollout) == 1)
            #expect(try await rollout.seen()?.decision == .proceed)
            #expect(try await rollout.plan().stepsTaken == 2)
        }
    }

    @Test("A step that was held becomes harm once the same happens to many people")
    func harm() async throws {
        try await GuardFixture.with(.sqlite) { rollout in
            try await start(rollout)
            #expect(try await advance(rollout) == 0)
            try await rollout.receive(sessions: 150, failures: (on: 1, off: 0), variant: "on")
            rollout.pass(minutes: 1)
            let looks = try await rollout.looks()
            #expect(looks.count == 1)
            #expect(try await rollout.plan().state == .paused)
            #expect(try await rollout.plan().stepsTaken == 1)
        }
    }
}
