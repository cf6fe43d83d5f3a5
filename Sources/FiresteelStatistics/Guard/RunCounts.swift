/// The numbers of runs, of failed ones, and of those that ended abnormally.
public struct RunCounts: Sendable, Hashable {
    /// All runs.
    public let runs: Int
    /// Runs in which an action of the guarded feature failed at least once.
    public let failures: Int
    /// Runs that ended abnormally: crashed, were killed, or ran out of memory.
    public let abnormalExits: Int

    /// Creates counts.
    ///
    /// - Throws: ``StatisticsError/invalidCount(name:value:allowed:)`` for a negative count, and for more failures or
    ///   abnormal exits than runs.
    public init(runs: Int, failures: Int, abnormalExits: Int) throws(StatisticsError) {
        try StatisticsError.check("runs", runs)
        try StatisticsError.check("failures", failures)
        try StatisticsError.check("abnormalExits", abnormalExits)
        let limit = "at most the runs, \(runs)"
        guard failures <= runs else { throw .invalidCount(name: "failures", value: failures, allowed: limit) }
        guard abnormalExits <= runs else {
            throw .invalidCount(name: "abnormalExits", value: abnormalExits, allowed: limit)
        }
        self.runs = runs
        self.failures = failures
        self.abnormalExits = abnormalExits
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

    func rates(_ counts: RunCounts) -> RateCounts {
        switch self {
        case .failures: RateCounts(validAffected: counts.failures, of: counts.runs)
        case .abnormalExits: RateCounts(validAffected: counts.abnormalExits, of: counts.runs)
        }
    }
}
