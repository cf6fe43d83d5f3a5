import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelStore
import Testing

@Suite("Reverting the change of a guard", .timeLimit(.minutes(5)))
struct GuardReversalTests {
    @Test(
        "It resumes the plan at its step, and the guard acts again by new evidence",
        arguments: StoreFixture.databases, TargetingPlanGuard.Action.allCases.filter { $0 != .notify })
    func reverted(_ dialect: DatabaseDialect, _ action: TargetingPlanGuard.Action) async throws {
        try await GuardFixture.with(dialect) { rollout in
            try await rollout.start(["action": .string(action.rawValue)])
            let before = try #require(try await rollout.store.state().items[rollout.key]?.value.members)
            try await rollout.receive(sessions: 600, failures: (on: 0.3, off: 0))
            let first = try #require(try await Self.change(rollout.looks()))
            let stopped = try #require(try await rollout.store.state().items[rollout.key]?.value.members)
            #expect(try await rollout.plan().state == .paused)
            #expect((stopped["isOn"] != before["isOn"]) == (action == .switchOff))
            #expect((stopped["otherwise"] != before["otherwise"]) == (action == .stepBack))

            rollout.pass(minutes: 1)
            try await rollout.revert(first)
            let resumed = try #require(try await rollout.store.state().items[rollout.key]?.value.members)
            #expect(resumed["isOn"] == before["isOn"] && resumed["otherwise"] == before["otherwise"])
            let plan = try await rollout.plan()
            #expect(plan.state == .running && plan.stepsTaken == 1 && plan.why == nil)
            #expect(plan.started == Int(first.number) + 1)
            // The sessions that a person judged don't count again.
            #expect(try await rollout.looks().isEmpty)
            let anew = try #require(try await rollout.seen())
            #expect(anew.attempt == first.number + 1 && anew.acted == nil && anew.decision == .wait)
            #expect(anew.stepRuns.exposed == 0 && anew.stepRuns.unexposed == 0)

            try await rollout.receive(sessions: 600, failures: (on: 0.3, off: 0))
            let second = try #require(try await Self.change(rollout.looks()))
            #expect(second.number == first.number + 2 && second.id != first.id)
            #expect(try await rollout.plan().state == .paused)
            #expect(try await rollout.seen()?.acted == second.number)
            rollout.pass(minutes: 1)
            #expect(try await rollout.looks().isEmpty)
            #expect(try await rollout.store.verification().findings.isEmpty)
        }
    }

    /// The change by which a guard acted, if that is the only result.
    private static func change(_ looks: [GuardLook]) -> Change? {
        guard looks.count == 1, case .acted(let change)? = looks.first?.outcome else { return nil }
        return change
    }
}
