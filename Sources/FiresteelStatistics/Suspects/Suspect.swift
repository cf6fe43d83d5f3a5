/// A factor with what the data says about it.
public struct Suspect<Factor: Sendable & Hashable>: Sendable, Hashable {
    /// The finding from the data.
    public enum Finding: Sendable, Hashable {
        /// Nothing yet, and why.
        case notEnoughData(Shortage)
        /// The comparison of the rates.
        case compared(SuspectFigures)
    }

    /// The missing data.
    public enum Shortage: Sendable, Hashable {
        /// No stratum has runs with the factor and runs without.
        case nothingToCompare
        /// Runs with the factor, or without it.
        case runs(exposed: Int, unexposed: Int, needed: Int)
        /// Affected runs, of both kinds together.
        case affected(Int, needed: Int)
    }

    /// The caller's name of the factor.
    public let factor: Factor
    /// The finding from the data.
    public let finding: Finding

    /// The figures, or `nil` where there is not enough data.
    public var figures: SuspectFigures? {
        if case .compared(let figures) = finding { figures } else { nil }
    }

    /// Whether the factor is named: its runs are affected more often, also after the correction for the number of factors.
    public var isNamed: Bool { figures?.isNamed ?? false }
}

/// The comparison of the rates with and without a factor.
public struct SuspectFigures: Sendable, Hashable {
    /// The runs with the factor, of all strata that can be compared.
    public let exposed: RateCounts
    /// The runs of the same strata without it.
    public let unexposed: RateCounts
    /// The ratio of the rates, stratified.
    ///
    /// It is infinite where only exposed runs were affected.
    public let ratio: Double
    /// The interval of the ratio, valid at all times together.
    public let interval: ConfidenceInterval
    /// The p-value of “the ratio is at most 1”, valid at all times together.
    public let pValue: Double
    /// The p-value after the correction for the number of compared factors.
    public let adjustedPValue: Double
    /// Whether the adjusted p-value is at most the ranking's error rate.
    public let isNamed: Bool
    /// The logarithm of the evidence, which the list is ranked by.
    public let logEvidence: Double
}
