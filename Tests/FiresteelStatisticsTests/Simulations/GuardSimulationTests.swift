import FiresteelStatistics
import Testing

@Suite("Simulated rollouts")
struct GuardSimulationTests {
    @Test("Fewer harmless rollouts than the error rate are stopped, watched at every hundredth run")
    func withoutHarm() async throws {
        let rollouts = Simulation.isFull ? 10_000 : 20
        let strict = try RolloutGuard(failures: .none, abnormalExits: .none)
        var cases = [(0.05, 0.005, "no margin", strict), (0.05, 0.005, "default margins", try RolloutGuard())]
        if Simulation.isFull { cases += [(0.002, 0.0005, "no margin", strict), (0.2, 0.02, "no margin", strict)] }
        for (failures, abnormal, margins, rolloutGuard) in cases {
            let rollout = SimulatedRollout(failureRate: failures, abnormalRate: abnormal)
            let stopped = await stopped(rollout, rolloutGuard, rollouts, seed: 1)
            #expect(Double(stopped) <= 0.05 * Double(rollouts))
            Simulation.report(
                "A/A, rates \(failures) and \(abnormal), \(margins): \(Simulation.percent(stopped, of: rollouts)) stopped"
            )
        }
    }

    @Test("Nor are more stopped without separate strata for the steps", .enabled(if: Simulation.isFull))
    func withoutSeparateSteps() async throws {
        let rolloutGuard = try RolloutGuard(failures: .none, abnormalExits: .none)
        let rollout = SimulatedRollout(separatesSteps: false)
        let stopped = await stopped(rollout, rolloutGuard, 10_000, seed: 2)
        #expect(stopped <= 500)
        Simulation.report("A/A, steps in one stratum, no margin: \(Simulation.percent(stopped, of: 10_000)) stopped")
    }

    @Test("A rollout without harm proceeds in the end")
    func proceeds() async throws {
        let rollouts = Simulation.isFull ? 2_000 : 20
        let rolloutGuard = try RolloutGuard()
        let results = await Simulation.results(rollouts, seed: 3) { SimulatedRollout().run(rolloutGuard, &$0) }
        let proceeding = results.count { $0.lastDecision == .proceed }
        #expect(Double(proceeding) >= 0.9 * Double(rollouts))
        Simulation.report("A/A, proceeds after 20,000 runs: \(Simulation.percent(proceeding, of: rollouts))")
    }

    @Test("Harms of 2, 5 and 10 points are found after some thousands, hundreds and dozens of exposed runs")
    func withHarm() async throws {
        let rollouts = Simulation.isFull ? 1_000 : 10
        let rolloutGuard = try RolloutGuard()
        for (share, runs) in Simulation.isFull ? [(0.5, 40_000), (0.1, 100_000), (0.01, 400_000)] : [(0.5, 10_000)] {
            for (base, added, most) in [(0.03, 0.02, 5_000), (0.03, 0.05, 1_000), (0.03, 0.1, 400)] {
                // Looks at every twentieth run, so that the figures aren't those of the looks.
                let rollout = SimulatedRollout(
                    failureRate: base, addedFailures: added, steps: [.init(share: share, runs: runs)],
                    runsBetweenLooks: share < 0.05 ? 200 : 20)
                let results = await Simulation.results(rollouts, seed: 4) { rollout.run(rolloutGuard, &$0) }
                let exposed = results.map { $0.harmedExposed ?? .max }.sorted()
                let all = results.map { $0.harmedRuns ?? .max }.sorted()
                let (middle, most90) = (rollouts / 2, rollouts * 9 / 10)
                #expect(exposed[middle] <= most)
                Simulation.report(
                    "harm of \(added) at \(share): median \(exposed[middle]) exposed of \(all[middle]) runs, "
                        + "90 % by \(exposed[most90]) of \(all[most90])")
            }
        }
    }

    private func stopped(
        _ rollout: SimulatedRollout, _ rolloutGuard: RolloutGuard, _ count: Int, seed: UInt64
    ) async -> Int {
        await Simulation.results(count, seed: seed) { rollout.run(rolloutGuard, &$0).harmedRuns != nil }.count { $0 }
    }
}
