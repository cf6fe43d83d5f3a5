/// The numbers of runs, of failed ones, of those that ended abnormally, and of slow ones.
public struct RunCounts: Sendable, Hashable {
    /// All runs.
    public let runs: Int
    /// Runs in which an action of the guarded feature failed at least once.
    public let failures: Int
    /// Runs that ended abnormally: crashed, were killed, or ran out of memory.
    public let abnormalExits: Int
    /// Runs of which an action of the guarded feature was timed: one that was drawn at random, so that runs with more of them
    /// aren't slow more often.
    public let timed: Int
    /// Timed runs whose action took longer than a limit that was chosen before.
    public let slow: Int

    /// Creates counts.
    ///
    /// - Throws: ``StatisticsError/invalidCount(name:value:allowed:)`` for a negative count, and for one that is greater than
    ///   that of which it is a part. Runs that began before the counting may be timed later.
    public init(
        runs: Int, failures: Int, abnormalExits: Int, timed: Int = 0, slow: Int = 0
    ) throws(StatisticsError) {
        try StatisticsError.check("runs", runs)
        let parts = [
            ("failures", failures, "runs", runs), ("abnormalExits", abnormalExits, "runs", runs),
            ("timed", timed, "largest number", Int.max), ("slow", slow, "timed runs", timed),
        ]
        for (name, count, whole, limit) in parts {
            try StatisticsError.check(name, count)
            guard count <= limit else {
                throw .invalidCount(name: name, value: count, allowed: "at most the \(whole), \(limit)")
            }
        }
        self.runs = runs
        self.failures = failures
        self.abnormalExits = abnormalExits
        self.timed = timed
        self.slow = slow
    }
}

/// The runs of one stratum of a rollout: exposed to the new variant, and exposed to the other.
///
/// A stratum is a version of the program during one step of the rollout, since both rates and shares change between
/// versions and between steps.
public struct RunStratum: Sendable, Hashable {
    /// Runs that were exposed to the new variant.
    public let exposed: RunCounts
    /// Runs that were exposed to the other.
    public let unexposed: RunCounts

    /// Creates a stratum.
    public init(exposed: RunCounts, unexposed: RunCounts) {
        self.exposed = exposed
        self.unexposed = unexposed
    }

    func rates(of outcome: GuardOutcome) -> RateStratum {
        RateStratum(exposed: outcome.rates(exposed), unexposed: outcome.rates(unexposed))
    }
}

/// An outcome that a guard compares.
public enum GuardOutcome: String, Sendable, Hashable, CaseIterable {
    /// Runs in which an action of the guarded feature failed.
    case failures
    /// Runs that ended abnormally.
    case abnormalExits
    /// Timed runs whose action took longer than a limit.
    case slow

    func rates(_ counts: RunCounts) -> RateCounts {
        switch self {
        case .failures: RateCounts(validAffected: counts.failures, of: counts.runs)
        case .abnormalExits: RateCounts(validAffected: counts.abnormalExits, of: counts.runs)
        case .slow: RateCounts(validAffected: counts.slow, of: counts.timed)
        }
    }
}
