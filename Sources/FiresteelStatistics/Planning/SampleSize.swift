/// The number of units of each of two equal groups with which a difference is found.
public struct SampleSize: Sendable, Hashable {
    /// For data that is evaluated once, with this number: (z₁ + z₂)² 2σ²/δ².
    public let once: Double
    /// For data that is watched while it grows: the number at which the interval of the sequence excludes zero with the stated power.
    ///
    /// Most comparisons end earlier, since each interval before may do so as well. It is at least the number at which comparisons begin,
    /// ``AsymptoticSequence/minimumEffectiveCount``.
    public let always: Double

    /// Computes the numbers, rounded up.
    ///
    /// - Parameters:
    ///   - difference: The difference that is to be found, as a share of the mean, such as 0.05.
    ///   - baseline: The mean and variance of units, from the time before. With a covariate, its adjusted estimate.
    ///   - power: The probability with which the difference is found, from 0.5 to below 1.
    ///   - sequence: The sequence that intervals are to be read in; its confidence is also that of a single evaluation.
    /// - Returns: `nil` where the mean or the variance is zero, and for more than 10¹⁵ units.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)``.
    public init?(
        detecting difference: Double, of baseline: MeanEstimate, power: Double = 0.8, in sequence: AsymptoticSequence
    ) throws(StatisticsError) {
        try StatisticsError.check(
            "difference", difference, difference != 0 && difference.isFinite, "a finite number other than 0")
        try StatisticsError.check("power", power, power >= 0.5 && power < 1, "a number from 0.5 to below 1")
        let effect = abs(difference * baseline.unadjustedMean)
        let deviation = (2 * baseline.variance).squareRoot()
        guard effect > 0, deviation > 0, effect.isFinite, deviation.isFinite else { return nil }
        let reserve = NormalDistribution.upperQuantile(1 - power)
        let root = (NormalDistribution.upperQuantile(0.5 * (1 - sequence.confidence)) + reserve) * deviation / effect
        let largest = 1e15
        let excess = { (logarithm: Double) in
            let count = Libm.exp(logarithm)
            let error = deviation / count.squareRoot()
            let needed = sequence.halfWidth(standardError: error, count: 2 * count) + reserve * error
            return Libm.log(needed / effect)
        }
        let (low, high) = (0.0, Libm.log(largest))
        let ends = (excess(low), excess(high))
        guard root * root <= largest, ends.1 <= 0 else { return nil }
        let logarithm =
            ends.0 <= 0
            ? low : BracketedRoot.find(between: (low, ends.0), and: (high, ends.1), tolerance: 1e-13, excess)
        let first = sequence.minimumEffectiveCount * (baseline.count / baseline.effectiveCount)
        once = max(2, (root * root).rounded(.up))
        always = max(2, first.isFinite ? first.rounded(.up) : 0, Libm.exp(logarithm).rounded(.up))
    }

    /// Returns the days until each number is reached, rounded up.
    ///
    /// - Parameter units: The number of new units of both groups per day, above zero.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)``.
    public func days(unitsPerDay units: Double) throws(StatisticsError) -> (once: Double, always: Double) {
        try StatisticsError.check("units", units, units > 0 && units.isFinite, "a finite number above 0")
        return ((2 * once / units).rounded(.up), (2 * always / units).rounded(.up))
    }
}
