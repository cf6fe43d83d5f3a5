/// A tolerated change for the worse: a guardrail, which is to hold though something else gets better.
///
/// The verdict follows from the interval of the difference, as in the guideline of the European Medicines Agency on the choice of the
/// non-inferiority margin, 2005. With the interval of an ``AsymptoticSequence`` it may be read at any time.
public struct NonInferiority: Sendable, Hashable {
    /// The direction in which a difference is for the worse.
    public enum Harm: String, Sendable, Hashable, CaseIterable {
        /// Less is worse, as of successes.
        case decrease
        /// More is worse, as of failures and durations.
        case increase
    }

    /// The result of a comparison.
    public enum Verdict: String, Sendable, Hashable, CaseIterable {
        /// The difference is certainly within the margin.
        case held
        /// The difference is certainly beyond it.
        case violated
        /// It isn't known yet.
        case open
    }

    /// The direction in which a difference is for the worse.
    public let harm: Harm
    /// The largest tolerated difference for the worse, zero or more, in the scale of the interval: 0.02 of a relative one is
    /// two percent.
    public let margin: Double

    /// Creates a guardrail.
    ///
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` for a margin that is negative or infinite.
    public init(harm: Harm, margin: Double) throws(StatisticsError) {
        try StatisticsError.check("margin", margin, margin >= 0 && margin.isFinite, "a finite number of at least 0")
        self.harm = harm
        self.margin = margin
    }

    /// Returns the verdict on a difference.
    ///
    /// Each one-sided error is half that of the interval.
    ///
    /// - Parameter interval: The interval of the treatment's difference to the control.
    public func verdict(_ interval: ConfidenceInterval) -> Verdict {
        let worst = harm == .decrease ? -interval.lower : interval.upper
        let best = harm == .decrease ? -interval.upper : interval.lower
        if worst < margin { return .held }
        return best > margin ? .violated : .open
    }
}
