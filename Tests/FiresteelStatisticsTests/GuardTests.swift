import FiresteelStatistics
import Testing

@Suite("The guard of a rollout")
struct GuardTests {
    private func counts(_ runs: Int, _ failures: Int, _ abnormalExits: Int = 0) throws -> RunCounts {
        try RunCounts(runs: runs, failures: failures, abnormalExits: abnormalExits)
    }

    private func strata(_ exposed: RunCounts, _ unexposed: RunCounts) -> [RunStratum] {
        [RunStratum(exposed: exposed, unexposed: unexposed)]
    }

    @Test("Without runs of both kinds there is nothing to compare")
    func nothingToCompare() throws {
        let rolloutGuard = try RolloutGuard()
        #expect(rolloutGuard.decide([]) == .wait(.nothingToCompare))
        #expect(rolloutGuard.decide(strata(try counts(900, 9), try counts(0, 0))) == .wait(.nothingToCompare))
        let apart = try [
            RunStratum(exposed: counts(900, 9), unexposed: counts(0, 0)),
            RunStratum(exposed: counts(0, 0), unexposed: counts(900, 9)),
        ]
        #expect(rolloutGuard.decide(apart) == .wait(.nothingToCompare))
        #expect(rolloutGuard.figures(of: .failures, apart) == nil)
    }

    @Test("No data is not the absence of harm: a step waits for a minimum of runs")
    func minimumRuns() throws {
        let rolloutGuard = try RolloutGuard(minimumRuns: 200)
        #expect(
            rolloutGuard.decide(strata(try counts(199, 0), try counts(5_000, 50)))
                == .wait(.notEnoughRuns(exposed: 199, unexposed: 5_000, needed: 200)))
        #expect(rolloutGuard.decide(strata(try counts(200, 2), try counts(5_000, 50))) == .proceed)
    }

    @Test("Runs that all fail are harm before the minimum of runs")
    func evident() throws {
        let decision = try RolloutGuard().decide(strata(try counts(12, 12), try counts(2_000, 20)))
        guard case .harm(let figures) = decision else {
            Issue.record("The decision is \(decision).")
            return
        }
        #expect(figures.outcome == .failures)
        #expect(figures.pValue < 1e-6)
        #expect(figures.ratioInterval.lower > 1)
        #expect(figures.differenceLowerBound > 0.002)
        #expect(figures.exposed.affected == 12)
    }

    @Test("A few runs of one user aren't harm")
    func minimumAffected() throws {
        let rolloutGuard = try RolloutGuard(minimumAffected: 5)
        #expect(!rolloutGuard.decide(strata(try counts(4, 4), try counts(20_000, 20))).isHarm)
        #expect(rolloutGuard.decide(strata(try counts(5, 5), try counts(20_000, 20))).isHarm)
    }

    @Test("Abnormal exits are harm as failures are")
    func abnormalExits() throws {
        let decision = try RolloutGuard().decide(strata(try counts(1_000, 10, 30), try counts(9_000, 90, 9)))
        guard case .harm(let figures) = decision else {
            Issue.record("The decision is \(decision).")
            return
        }
        #expect(figures.outcome == .abnormalExits)
    }

    @Test("Slow runs are compared where they have a margin")
    func slowRuns() throws {
        let (exposed, unexposed) = try (
            RunCounts(runs: 1_000, failures: 10, abnormalExits: 0, timed: 900, slow: 270),
            RunCounts(runs: 1_000, failures: 10, abnormalExits: 0, timed: 900, slow: 45)
        )
        #expect(try RolloutGuard().decide(strata(exposed, unexposed)) == .proceed)
        #expect(try RolloutGuard().figures(of: .slow, strata(exposed, unexposed)) == nil)
        let rolloutGuard = try RolloutGuard(slow: GuardMargin(difference: 0.01))
        #expect(rolloutGuard.figures(of: .slow, strata(exposed, unexposed))?.outcome == .slow)
        #expect(rolloutGuard.decide(strata(exposed, unexposed)).isHarm)
        #expect(rolloutGuard.decide(strata(unexposed, unexposed)) == .proceed)
        let untimed = try RunCounts(runs: 1_000, failures: 10, abnormalExits: 0, timed: 9, slow: 0)
        #expect(
            rolloutGuard.decide(strata(untimed, untimed))
                == .wait(.notEnoughRuns(exposed: 9, unexposed: 9, needed: 200)))
        #expect(throws: StatisticsError.self) {
            try RunCounts(runs: 9, failures: 0, abnormalExits: 0, timed: 1, slow: 2)
        }
    }

    @Test("A certain rise within the margin isn't harm")
    func margins() throws {
        let strata = try strata(counts(100_000, 5_500), counts(100_000, 5_000))
        #expect(try RolloutGuard(failures: .none).decide(strata).isHarm)
        #expect(try RolloutGuard(failures: GuardMargin(difference: 0.01)).decide(strata) == .proceed)
        #expect(try RolloutGuard(failures: GuardMargin(ratio: 1.2)).decide(strata) == .proceed)
        #expect(try RolloutGuard(failures: GuardMargin(ratio: 1.02, difference: 0.001)).decide(strata).isHarm)
    }

    @Test("Harm ends only without any suspicion")
    func hysteresis() throws {
        let rolloutGuard = try RolloutGuard(failures: .none)
        let suspicious = strata(try counts(1_000, 24), try counts(1_000, 8))
        guard case .wait(.suspicion(let figures)) = rolloutGuard.decide(suspicious) else {
            Issue.record("The decision is \(rolloutGuard.decide(suspicious)).")
            return
        }
        #expect(figures.pValue > 0.025 && figures.pValue <= 0.25)
        #expect(rolloutGuard.decide(suspicious, isStopped: true) == .harm(figures))
        let calm = strata(try counts(1_000, 11), try counts(1_000, 10))
        #expect(rolloutGuard.decide(calm, isStopped: true) == .proceed)
    }

    @Test("A version with more failures that is more often exposed isn't harm")
    func confounded() throws {
        let old = RunStratum(exposed: try counts(100, 1), unexposed: try counts(9_900, 99))
        let new = RunStratum(exposed: try counts(5_000, 500), unexposed: try counts(5_000, 500))
        #expect(try RolloutGuard(failures: .none).decide([old, new]) == .proceed)
    }

    @Test("Counts as large as integers hold are decided")
    func hugeCounts() throws {
        let rolloutGuard = try RolloutGuard()
        let many = try counts(.max, .max / 2, 3)
        #expect(rolloutGuard.decide(strata(many, many)) == .proceed)
        #expect(rolloutGuard.decide(strata(many, try counts(.max, 7, 3))).isHarm)
        #expect(rolloutGuard.decide(strata(many, many) + strata(many, many)) == .proceed)
    }

    @Test("Impossible counts are errors", arguments: [(-1, 0, 0), (5, 6, 0), (5, 0, 6), (5, -1, 0), (5, 0, -1)])
    func impossible(runs: Int, failures: Int, abnormalExits: Int) {
        #expect(throws: StatisticsError.self) { try counts(runs, failures, abnormalExits) }
    }

    @Test("Parameters outside of their range are errors")
    func parameters() {
        for value in [0, 1, -1, .nan, .infinity] {
            #expect(throws: StatisticsError.self) { try RolloutGuard(errorRate: value) }
            #expect(throws: StatisticsError.self) { try RolloutGuard(cautionLevel: value) }
        }
        #expect(throws: StatisticsError.self) { try RolloutGuard(errorRate: 0.4, cautionLevel: 0.1) }
        #expect(throws: StatisticsError.self) { try RolloutGuard(minimumRuns: -1) }
        #expect(throws: StatisticsError.self) { try RolloutGuard(minimumAffected: -1) }
        for value in [-1, .nan, .infinity] {
            #expect(throws: StatisticsError.self) { try GuardMargin(ratio: value) }
            #expect(throws: StatisticsError.self) { try GuardMargin(difference: value) }
        }
    }
}
