import FiresteelStatistics

/// A rollout in steps to programs of two versions, whose guard is asked after every hundred runs.
struct SimulatedRollout {
    struct Step {
        let share: Double
        let runs: Int
    }

    /// The rates of the older version.
    ///
    /// Those of the newer one are twice as high.
    var failureRate = 0.05
    var abnormalRate = 0.005
    /// The excess of the failure rate of exposed runs.
    var addedFailures = 0.0
    var steps = [Step(share: 0.01, runs: 4_000), Step(share: 0.1, runs: 4_000), Step(share: 0.5, runs: 12_000)]
    /// Whether each step begins new strata.
    var separatesSteps = true
    var runsBetweenLooks = 100

    /// The result of a rollout.
    struct Result: Sendable {
        /// The exposed runs at the time of the first harm, and all runs.
        var harmedExposed: Int?
        var harmedRuns: Int?
        var lastDecision = GuardDecision.wait(.nothingToCompare)
    }

    private struct Counts {
        var runs = 0
        var failures = 0
        var abnormalExits = 0

        mutating func add(_ count: Int, _ failureRate: Double, _ abnormalRate: Double, _ random: inout SeededRandom) {
            runs += count
            failures += random.binomial(count, failureRate)
            abnormalExits += random.binomial(count, abnormalRate)
        }
    }

    func run(_ rolloutGuard: RolloutGuard, _ random: inout SeededRandom) -> Result {
        var result = Result()
        var groups: [[(exposed: Counts, unexposed: Counts)]] = []
        for step in steps {
            if groups.isEmpty || separatesSteps { groups.append([(Counts(), Counts()), (Counts(), Counts())]) }
            for _ in 0..<(step.runs / runsBetweenLooks) {
                for version in 0...1 {
                    let factor = Double(version + 1)
                    let runs = runsBetweenLooks / 2
                    let exposed = random.binomial(runs, step.share)
                    groups[groups.count - 1][version].exposed.add(
                        exposed, failureRate * factor + addedFailures, abnormalRate * factor, &random)
                    groups[groups.count - 1][version].unexposed.add(
                        runs - exposed, failureRate * factor, abnormalRate * factor, &random)
                }
                let strata = groups.joined().compactMap { try? stratum($0.exposed, $0.unexposed) }
                result.lastDecision = rolloutGuard.decide(strata)
                if result.lastDecision.isHarm {
                    result.harmedExposed = strata.reduce(0) { $0 + $1.exposed.runs }
                    result.harmedRuns = strata.reduce(0) { $0 + $1.exposed.runs + $1.unexposed.runs }
                    return result
                }
            }
        }
        return result
    }

    private func stratum(_ exposed: Counts, _ unexposed: Counts) throws -> RunStratum {
        func counts(_ counts: Counts) throws -> RunCounts {
            try RunCounts(runs: counts.runs, failures: counts.failures, abnormalExits: counts.abnormalExits)
        }
        return RunStratum(exposed: try counts(exposed), unexposed: try counts(unexposed))
    }
}
