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

    /// The estimate of a group, or `nil` for fewer than two values, which have no variance.
    public init?(_ summary: MeanSummary) {
        guard let variance = summary.variance else { return nil }
        self.init(count: summary.count, mean: summary.mean, variance: variance, unadjustedMean: summary.mean)
    }

    init(count: Double, mean: Double, variance: Double, unadjustedMean: Double) {
        self.count = count
        self.mean = mean
        self.variance = variance
        self.unadjustedMean = unadjustedMean
    }

    /// The variance of the mean.
    var meanVariance: Double { variance / count }
}
