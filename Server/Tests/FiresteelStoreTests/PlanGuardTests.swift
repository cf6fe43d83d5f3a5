import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelFlags
import FiresteelInsight
import FiresteelStore
import Testing

@Suite("Guards of rollout plans", .timeLimit(.minutes(5)))
struct PlanGuardTests {
    static let databases = StoreFixture.databases

    @Test(
        "Harm pauses a plan once, with two nodes and a restart in between, and the change names the figures",
        arguments: databases)
    func harm(_ dialect: DatabaseDialect) async throws {
        try await GuardFixture.with(dialect) { rollout in
            let webhook = try await rollout.store.database.write {
                try WebhookTable($0).create(
                    WebhookTable.Draft(
                        name: "Chat", address: "https://example.com/hook", events: [.guardPaused], environments: nil),
                    of: rollout.store.program, by: "Mara", time: 1)
            }
            try await rollout.start(["minimumRuns": 5_000])
            try await rollout.run(minutes: 5, sessions: 60, failures: (on: 0.02, off: 0.02))
            #expect(try await rollout.looks().isEmpty)
            // The state is stored: other nodes continue after the first one ended.
            try await rollout.receive(sessions: 400, failures: (on: 0.3, off: 0.02))
            rollout.pass(minutes: 1)
            let acts = try await withThrowingTaskGroup(of: [GuardLook].self) { group in
                for _ in 0..<2 {
                    let node = ChangeService(rollout.store.database)
                    group.addTask { try await rollout.looks(on: node) }
                }
                return try await group.reduce([], +)
            }
            #expect(acts.count == 1)
            guard case .acted(let change)? = acts.first?.outcome else {
                Issue.record("\(acts)")
                return
            }
            #expect(change.kind == .plan)
            #expect(change.author == Author(id: "", name: "Guard", source: .guard))
            #expect(change.reason.contains("% of") && change.reason.contains("points more"))
            let plan = try await rollout.plan()
            #expect(plan.state == .paused)
            #expect(plan.stepsTaken == 1)
            #expect(plan.why?.hasPrefix("The guard stopped it. Actions failed in") == true)
            // Neither further looks nor nodes that start later act again.
            for _ in 0..<3 {
                try await rollout.receive(sessions: 100, failures: (on: 0.3, off: 0.02))
                rollout.pass(minutes: 1)
                #expect(try await rollout.looks(on: ChangeService(rollout.store.database)).isEmpty)
            }
            #expect(try await rollout.seen()?.decision == .harm)
            #expect(try await rollout.seen()?.acted == change.number)
            let events = try await rollout.store.database.read {
                try DeliveryTable($0).page(of: webhook.id, state: nil, before: nil, limit: 10, at: 0)
            }
            #expect(events.map(\.type) == ["guard.paused"])
            #expect(try await rollout.store.state().program.changes == change.number)
            #expect(try await rollout.store.verification().findings.isEmpty)
        }
    }

    @Test("A rollout without harm isn't stopped, and proceeds to its end", arguments: databases)
    func noHarm(_ dialect: DatabaseDialect) async throws {
        try await GuardFixture.with(dialect) { rollout in
            try await rollout.start()
            for _ in 0..<3 { try await rollout.run(minutes: 4, sessions: 150, failures: (on: 0.05, off: 0.05)) }
            let plan = try await rollout.plan()
            #expect(plan.state == .finished)
            #expect(plan.stepsTaken == 3)
            #expect(try await rollout.store.state().items[rollout.key]?.value.members["otherwise"] == ["variant": "on"])
        }
    }

    private static let limit: [String: JSONValue] = ["durationLimit": 0.01, "feature": "App/Documents"]

    @Test("More sessions with actions that take longer than the limit are harm", arguments: databases)
    func slow(_ dialect: DatabaseDialect) async throws {
        try await GuardFixture.with(dialect) { rollout in
            try await rollout.start(Self.limit.merging(["minimumRuns": 5]) { $1 })
            try await rollout.receive(sessions: 600, failures: (on: 0, off: 0), slow: (on: 0.03, off: 0.03))
            #expect(try await rollout.looks().isEmpty)
            #expect(try await rollout.seen()?.decision == .proceed)
            try await rollout.receive(sessions: 600, failures: (on: 0, off: 0), slow: (on: 0.3, off: 0.03))
            rollout.pass(minutes: 1)
            #expect(try await rollout.looks().count == 1)
            #expect(try await rollout.plan().state == .paused)
            let state = try #require(try await rollout.seen())
            #expect(state.reason.hasPrefix("Actions took longer than 0.01 s in "))
            #expect(GuardState(stored: state.stored) == state)
            let metric = try #require(state.metrics.last?.members)
            #expect(metric["metric"] == "slow")
            #expect(metric["slowerThan"] == 0.01)
            #expect(try await rollout.store.verification().findings.isEmpty)
        }
    }

    @Test("Slow sessions of one person aren't harm")
    func oneSlowPerson() async throws {
        try await GuardFixture.with(.sqlite) { rollout in
            try await rollout.start(Self.limit.merging(["action": "notify"]) { $1 })
            try await rollout.receive(sessions: 400, failures: (on: 0, off: 0))
            try await rollout.receive(
                sessions: 60, failures: (on: 0, off: 0), slow: (on: 1, off: 0), person: "unlucky", variant: "on")
            #expect(try await rollout.looks().isEmpty)
            #expect(try await rollout.seen()?.reason.contains("few people") == true)
        }
    }

    @Test("Without timed sessions a step with a limit on durations waits, and says for how many")
    func untimed() async throws {
        try await GuardFixture.with(.sqlite) { rollout in
            try await rollout.start(["durationLimit": 0.01, "feature": "App/Nothing", "minimumRuns": 5])
            try await rollout.receive(sessions: 100, failures: (on: 0, off: 0))
            #expect(try await rollout.looks().isEmpty)
            let state = try #require(try await rollout.seen())
            #expect(state.decision == .wait)
            #expect(state.reason.hasPrefix("In this step an action of the feature was timed in 0 sessions with “on”"))
        }
    }

    @Test("Sessions with more actions aren't slow more often")
    func use() async throws {
        try await GuardFixture.with(.sqlite) { rollout in
            try await rollout.start(Self.limit.merging(["minimumRuns": 5]) { $1 })
            try await rollout.receive(sessions: 400, failures: (on: 0, off: 0), performs: (on: 20, off: 1))
            #expect(try await rollout.looks().isEmpty)
            let state = try #require(try await rollout.seen())
            let (exposed, unexposed) = state.open.values.reduce(into: (0.0, 0.0)) { shares, stratum in
                shares.0 += Double(stratum.exposed.slow) / Double(stratum.exposed.timed)
                shares.1 += Double(stratum.unexposed.slow) / Double(stratum.unexposed.timed)
            }
            // One in ten, whether there is one action or twenty.
            #expect(abs(exposed - 0.1) < 0.07 && abs(unexposed - 0.1) < 0.07, "\(exposed), \(unexposed)")
        }
    }

    @Test("Without sessions a step waits, and says for how many", arguments: databases)
    func noData(_ dialect: DatabaseDialect) async throws {
        try await GuardFixture.with(dialect) { rollout in
            try await rollout.start()
            try await rollout.run(minutes: 10, sessions: 0, failures: (on: 0, off: 0))
            #expect(try await rollout.plan().stepsTaken == 1)
            #expect(try await rollout.seen()?.reason.contains("0 sessions with “on”") == true)
            try await rollout.run(minutes: 1, sessions: 60, failures: (on: 0, off: 0))
            #expect(try await rollout.plan().stepsTaken == 1)
            let state = try #require(try await rollout.seen())
            #expect(state.decision == .wait)
            #expect(state.stepRuns.exposed + state.stepRuns.unexposed == 60)
            #expect(state.reason.hasSuffix("Each needs 100."))
            try await rollout.run(minutes: 1, sessions: 300, failures: (on: 0, off: 0))
            #expect(try await rollout.plan().stepsTaken == 2)
            // The next step needs its own sessions.
            try await rollout.run(minutes: 5, sessions: 0, failures: (on: 0, off: 0))
            #expect(try await rollout.plan().stepsTaken == 2)
            #expect(try await rollout.seen()?.stepRuns.exposed == 0)
        }
    }

    @Test("A step isn't taken by a look that is older than five minutes")
    func stale() async throws {
        try await GuardFixture.with(.sqlite) { rollout in
            try await rollout.start()
            try await rollout.receive(sessions: 400, failures: (on: 0, off: 0))
            #expect(try await rollout.looks().isEmpty)
            #expect(try await rollout.seen()?.decision == .proceed)
            rollout.pass(minutes: 6)
            #expect(try await rollout.store.changes.runPlans(now: rollout.now).isEmpty)
            #expect(try await rollout.looks().isEmpty)
            rollout.pass(minutes: 1)
            #expect(try await rollout.store.changes.runPlans(now: rollout.now).count == 1)
        }
    }

    @Test("Repeated failures of one person aren't harm", arguments: databases)
    func onePerson(_ dialect: DatabaseDialect) async throws {
        try await GuardFixture.with(dialect) { rollout in
            try await rollout.start()
            try await rollout.receive(sessions: 400, failures: (on: 0, off: 0))
            try await rollout.receive(sessions: 60, failures: (on: 1, off: 0), person: "unlucky", variant: "on")
            #expect(try await rollout.looks().isEmpty)
            #expect(try await rollout.plan().state == .running)
            // The same sessions of as many people are harm.
            try await rollout.receive(sessions: 60, failures: (on: 1, off: 0), variant: "on")
            rollout.pass(minutes: 1)
            #expect(try await rollout.looks().count == 1)
        }
    }

    @Test("People are compared where each has many sessions")
    func people() async throws {
        try await GuardFixture.with(.sqlite) { rollout in
            try await rollout.start(["minimumRuns": 15])
            for number in 0..<30 {
                try await rollout.receive(
                    sessions: 4, failures: (on: 0, off: 0), abnormal: (on: 1, off: 0), person: "on-\(number)",
                    variant: "on")
                try await rollout.receive(
                    sessions: 4, failures: (on: 0, off: 0), person: "off-\(number)", variant: "off")
            }
            let looks = try await rollout.looks()
            guard case .acted(let change)? = looks.first?.outcome else {
                Issue.record("\(looks), \(String(describing: try await rollout.seen()?.reason))")
                return
            }
            #expect(change.reason.contains("100.00 % of 30 sessions with “on” and 0.00 % of 30 sessions with “off”"))
        }
    }

    @Test("Abnormal exits are harm as failures are")
    func abnormal() async throws {
        try await GuardFixture.with(.sqlite) { rollout in
            try await rollout.start()
            try await rollout.receive(sessions: 600, failures: (on: 0, off: 0), abnormal: (on: 0.2, off: 0))
            let looks = try await rollout.looks()
            guard case .acted(let change)? = looks.first?.outcome else {
                Issue.record("\(looks)")
                return
            }
            #expect(change.reason.hasPrefix("Sessions ended abnormally in"))
        }
    }

    @Test("Failures of other features don't count where the guard has a feature")
    func feature() async throws {
        try await GuardFixture.with(.sqlite) { rollout in
            try await rollout.start(["feature": "App/Other"])
            try await rollout.receive(sessions: 600, failures: (on: 0.3, off: 0))
            #expect(try await rollout.looks().isEmpty)
            #expect(try await rollout.seen()?.feature == "App/Other")
        }
    }

    @Test("A version that fails more and has the variant more often isn't harm")
    func confounder() async throws {
        try await GuardFixture.with(.sqlite) { rollout in
            try await rollout.start()
            try await rollout.receive(sessions: 100, failures: (on: 0.01, off: 0.01), version: "3.4.0", variant: "on")
            try await rollout.receive(sessions: 900, failures: (on: 0.01, off: 0.01), version: "3.4.0", variant: "off")
            try await rollout.receive(sessions: 900, failures: (on: 0.3, off: 0.3), version: "3.4.1", variant: "on")
            try await rollout.receive(sessions: 100, failures: (on: 0.3, off: 0.3), version: "3.4.1", variant: "off")
            #expect(try await rollout.looks().isEmpty)
            #expect(try await rollout.seen()?.decision != .harm)
        }
    }

    @Test("Sessions of before the plan don't count")
    func before() async throws {
        try await GuardFixture.with(.sqlite) { rollout in
            try await rollout.receive(sessions: 400, failures: (on: 0.5, off: 0))
            try await rollout.start()
            try await rollout.receive(sessions: 60, failures: (on: 0, off: 0))
            rollout.pass(minutes: 1)
            #expect(try await rollout.looks().isEmpty)
            let runs = try #require(try await rollout.seen()).stepRuns
            #expect(runs.exposed + runs.unexposed == 60)
        }
    }

    @Test(
        "A guard steps back or switches off, also where changes need an approval, and a person reviews it",
        arguments: ["stepBack", "switchOff"])
    func actions(_ action: String) async throws {
        try await GuardFixture.with(.sqlite, environment: "production") { rollout in
            try await rollout.start(["action": .string(action)])
            try await rollout.receive(sessions: 600, failures: (on: 0.3, off: 0))
            #expect(try await rollout.looks().count == 1)
            let value = try #require(try await rollout.store.state().items[rollout.key]?.value)
            #expect(value.members["plan"]?.members["state"] == "paused")
            if action == "stepBack" {
                #expect(value.members["otherwise"] == ["variant": "off"])
                #expect(try await rollout.plan().stepsTaken == 0)
            } else {
                #expect(value.members["isOn"] == false)
            }
            let pending = try await rollout.store.database.read {
                try RequestTable($0).page(of: "documents", limit: 10).entries.map(\.request).filter {
                    $0.state == .pending
                }
            }
            #expect(pending.map(\.kind) == [.review])
            #expect(pending.first?.author.source == .guard)
        }
    }

    @Test("A guard that only notifies reports harm once, and holds no step back")
    func notified() async throws {
        try await GuardFixture.with(.sqlite) { rollout in
            let webhook = try await rollout.store.database.write {
                try WebhookTable($0).create(
                    WebhookTable.Draft(
                        name: "Chat", address: "https://example.com/hook", events: [.guardPaused], environments: nil),
                    of: rollout.store.program, by: "Mara", time: 1)
            }
            try await rollout.start(["action": "notify"])
            try await rollout.receive(sessions: 600, failures: (on: 0.3, off: 0))
            let looks = try await rollout.looks()
            guard looks.count == 1, case .notified(let reason)? = looks.first?.outcome else {
                Issue.record("\(looks)")
                return
            }
            #expect(reason.hasPrefix("Actions failed in"))
            rollout.pass(minutes: 1)
            #expect(try await rollout.looks().isEmpty)
            #expect(try await rollout.seen()?.decision == .harm)
            let events = try await rollout.store.database.read {
                try DeliveryTable($0).page(of: webhook.id, state: nil, before: nil, limit: 10, at: 0)
            }
            #expect(events.map(\.type) == ["guard.paused"])
            try await rollout.run(minutes: 10, sessions: 0, failures: (on: 0, off: 0))
            #expect(try await rollout.plan().state == .finished)
        }
    }

    @Test("Once a person resumes the plan, the evidence starts again, and the guard may act again")
    func resumed() async throws {
        try await GuardFixture.with(.sqlite) { rollout in
            try await rollout.start()
            try await rollout.receive(sessions: 600, failures: (on: 0.3, off: 0))
            #expect(try await rollout.looks().count == 1)
            rollout.pass(minutes: 1)
            try await rollout.edit("resume", ["state": "running"])
            #expect(try await rollout.looks().isEmpty)
            #expect(try await rollout.seen()?.stepRuns.exposed == 0)
            #expect(try await rollout.plan().state == .running)
            try await rollout.receive(sessions: 600, failures: (on: 0.3, off: 0))
            rollout.pass(minutes: 1)
            #expect(try await rollout.looks().count == 1)
        }
    }

    @Test("A guard continues for the configured time after the last step")
    func watch() async throws {
        try await GuardFixture.with(.sqlite) { rollout in
            try await rollout.start(["watch": 3_600], steps: [["share": 50]])
            #expect(try await rollout.plan().state == .finished)
            try await rollout.receive(sessions: 600, failures: (on: 0.3, off: 0))
            rollout.pass(minutes: 1)
            #expect(try await rollout.looks().count == 1)
            #expect(try await rollout.plan().state == .paused)
        }
        try await GuardFixture.with(.sqlite) { rollout in
            try await rollout.start(["watch": 3_600], steps: [["share": 50]])
            rollout.pass(minutes: 61)
            try await rollout.receive(sessions: 600, failures: (on: 0.3, off: 0))
            #expect(try await rollout.looks().isEmpty)
            // What it saw before remains, and nothing is added.
            let seen = try #require(try await rollout.seen())
            #expect(seen.stepRuns.exposed == 0 && seen.stepRuns.unexposed == 0)
            rollout.pass(minutes: 60)
            #expect(try await rollout.looks().isEmpty)
            #expect(try await rollout.seen()?.checked == seen.checked)
        }
    }

    @Test("A guard's evidence remains after the last step, until its plan is removed")
    func finished() async throws {
        try await GuardFixture.with(.sqlite) { rollout in
            try await rollout.start(steps: [["share": 50, "wait": 60], ["share": 100]])
            try await rollout.run(minutes: 3, sessions: 600, failures: (on: 0, off: 0))
            #expect(try await rollout.plan().state == .finished)
            let seen = try #require(try await rollout.seen())
            #expect(seen.decision == .proceed && seen.stepRuns.exposed >= 100)
            rollout.pass(minutes: 60)
            #expect(try await rollout.looks().isEmpty)
            #expect(try await rollout.seen() == seen)
            #expect(try await rollout.store.verification().findings.isEmpty)
            var members: [String: JSONValue?] = [:]
            members.updateValue(nil, forKey: "plan")
            let change = try await rollout.store.state().items[rollout.key]?.change ?? 0
            try await rollout.store.propose(
                "remove", [Edit(rollout.key, base: change, .set(members))], reason: "Done", now: rollout.now)
            #expect(try await rollout.seen() == nil)
        }
    }

    @Test("Hours that are no longer read remain in the counts")
    func settled() async throws {
        try await GuardFixture.with(.sqlite) { rollout in
            try await rollout.start(["minimumRuns": 100_000])
            for day in 1...6 {
                try await rollout.receive(sessions: 100, failures: (on: 0, off: 0))
                rollout.pass(minutes: 24 * 60)
                #expect(try await rollout.looks().isEmpty)
                let runs = try #require(try await rollout.seen()).stepRuns
                #expect(runs.exposed + runs.unexposed == Int64(100 * day))
            }
        }
    }

    @Test("A guard with damaged state starts again and doesn't act twice")
    func damaged() async throws {
        try await GuardFixture.with(.sqlite) { rollout in
            try await rollout.start()
            try await rollout.receive(sessions: 600, failures: (on: 0.3, off: 0))
            #expect(try await rollout.looks().count == 1)
            _ = try await rollout.store.database.write {
                try $0.execute("UPDATE plan_guards SET state = '{', due = 0", [])
            }
            rollout.pass(minutes: 1)
            #expect(try await rollout.looks().isEmpty)
            #expect(try await rollout.seen()?.acted == nil)
            #expect(try await rollout.plan().state == .paused)
        }
    }
}
