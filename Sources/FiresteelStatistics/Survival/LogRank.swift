/// The log-rank test of “successes come equally soon in both groups”.
///
/// N. Mantel, “Evaluation of survival data and two new rank order statistics arising in its consideration”, 1966. How much sooner
/// they come is the difference of the means of ``SurvivalSummary/restrictedMean(until:)``.
public struct LogRank: Sendable, Hashable {
    /// The successes of the treatment.
    public let observed: Double
    /// The successes that it would have if they came equally soon.
    public let expected: Double
    /// The variance of the difference of both.
    public let variance: Double
    /// The number of successes of the group that has fewer.
    public let effectiveCount: Double

    /// Compares two groups, or returns `nil` where no success tells them apart.
    public init?(_ treatment: SurvivalSummary, to control: SurvivalSummary) {
        var (observed, expected, variance, others) = (0.0, 0.0, 0.0, 0.0)
        var (treated, controls) = (treatment.count, control.count)
        var (first, second) = (treatment.rows[...], control.rows[...])
        while let time = [first.first?.time, second.first?.time].compactMap(\.self).min() {
            let rows = (
                first.first?.time == time ? first.popFirst() : nil, second.first?.time == time ? second.popFirst() : nil
            )
            let successes = (Double(rows.0?.events ?? 0), Double(rows.1?.events ?? 0))
            let (events, all) = (successes.0 + successes.1, treated + controls)
            observed += successes.0
            others += successes.1
            expected += events * (treated / all)
            if all > 1 { variance += events * (treated / all) * (controls / all) * ((all - events) / (all - 1)) }
            treated -= rows.0?.units ?? 0
            controls -= rows.1?.units ?? 0
        }
        guard variance > 0 else { return nil }
        self.observed = observed
        self.expected = expected
        self.variance = variance
        effectiveCount = min(observed, others)
    }

    /// The difference of observed and expected successes in standard errors, above zero where they come sooner.
    public var statistic: Double { (observed - expected) / variance.squareRoot() }

    /// The two-sided p-value for data that is evaluated once.
    public var pValue: Double { min(1, 2 * NormalDistribution.survival(abs(statistic))) }

    /// Returns the two-sided p-value for data that is watched while it grows.
    ///
    /// The increments of the statistic are independent (A. Tsiatis, “The asymptotic joint distribution of the efficient scores
    /// test”, 1981), as those of a mean are, with the variance as the number of values. It is 1 as long as ``effectiveCount`` is
    /// below the sequence's minimum.
    public func pValue(in sequence: AsymptoticSequence) -> Double {
        guard effectiveCount >= sequence.minimumEffectiveCount else { return 1 }
        // Of equal groups, the variance is a quarter of the successes.
        return sequence.pValue(estimate: statistic, standardError: 1, count: 4 * variance)
    }
}
