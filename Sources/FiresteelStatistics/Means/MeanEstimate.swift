/// The mean of a group with what its error follows from, as it is or adjusted by a covariate.
public struct MeanEstimate: Sendable, Hashable {
    /// The number of values, at least two.
    public let count: Double
    /// The mean, after the adjustment.
    public let mean: Double
    /// The variance of one value, after the adjustment.
    public let variance: Double
    /// The mean without an adjustment, which relative differences refer to.
    public let unadjustedMean: Double
    /// The number of equal contributions that the values are worth: (Σx)²/Σx², from 0 to their number.
    ///
    /// L. Kish, “Survey Sampling”, 1965. It says how far a mean is from a normal one, for values of zero or more: ten units
    /// that did something among a thousand that didn't are ten. For values of 0 and 1 it is the number of the rarer ones.
    public let effectiveCount: Double

    /// The estimate of a group, or `nil` for fewer than two values, which have no variance.
    public init?(_ summary: MeanSummary) {
        guard let variance = summary.variance else { return nil }
        self.init(count: summary.count, mean: summary.mean, variance: variance, unadjustedMean: summary.mean)
    }

    init(count: Double, mean: Double, variance: Double, unadjustedMean: Double) {
        self.init(
            count: count, mean: mean, variance: variance, unadjustedMean: unadjustedMean,
            effectiveCount: Self.effectiveCount(count, mean: unadjustedMean, variance: variance))
    }

    init(count: Double, mean: Double, variance: Double, unadjustedMean: Double, effectiveCount: Double) {
        self.count = count
        self.mean = mean
        self.variance = variance
        self.unadjustedMean = unadjustedMean
        self.effectiveCount = effectiveCount
    }

    /// Returns (Σx)²/Σx² for values with a mean and a variance.
    static func effectiveCount(_ count: Double, mean: Double, variance: Double) -> Double {
        let spread = variance * ((count - 1) / count)
        // Among values from 0 to 1, only those of 0 and 1 alone have this variance (R. Bhatia and C. Davis, “A better bound on
        // the variance”, 2000).
        if mean >= 0, mean <= 1, abs(spread - mean * (1 - mean)) <= 1e-9 * spread { return count * min(mean, 1 - mean) }
        return mean == 0 ? 0 : count / (1 + spread / mean / mean)
    }

    /// The variance of the mean.
    var meanVariance: Double { variance / count }
}
