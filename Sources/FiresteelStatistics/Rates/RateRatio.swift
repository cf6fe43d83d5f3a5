/// The ratio of the rate among exposed runs to that among unexposed ones, over all strata.
///
/// The estimate is that of Mantel and Haenszel, the variance of its logarithm that of Greenland and Robins (“Estimation of
/// a common effect parameter from sparse follow-up data”, 1985), both of which hold for few large strata and for many small
/// ones. The interval is for data that is evaluated once. For data that is watched while it grows, use ``RateRatioSequence``.
public struct RateRatio: Sendable, Hashable {
    /// The ratio, from 0 to infinity.
    ///
    /// It is infinite where no unexposed run was affected.
    public let estimate: Double
    /// The standard error of the ratio's logarithm, or `nil` where no run of one group was affected.
    public let logarithmStandardError: Double?

    /// Compares the rates, or returns `nil` where no stratum has both groups, or no run was affected.
    public init?(_ strata: some Sequence<RateStratum>) {
        var exposedSum = 0.0
        var unexposedSum = 0.0
        var varianceSum = 0.0
        for terms in strata.lazy.compactMap(StratumTerms.init) {
            exposedSum += terms.exposedAffected * (terms.unexposed / terms.total)
            unexposedSum += terms.unexposedAffected * (terms.exposed / terms.total)
            // In this order no product overflows, and none of the differences loses digits.
            varianceSum +=
                terms.affected * (terms.exposed / terms.total) * (terms.unexposed / terms.total)
                - terms.exposedAffected * (terms.unexposedAffected / terms.total)
        }
        guard exposedSum > 0 || unexposedSum > 0 else { return nil }
        estimate = exposedSum / unexposedSum
        logarithmStandardError =
            exposedSum > 0 && unexposedSum > 0
            ? (max(0, varianceSum) / exposedSum / unexposedSum).squareRoot() : nil
    }

    /// Returns the interval for data that is evaluated once, or `nil` where there is no standard error.
    ///
    /// - Parameter confidence: The probability with which it contains the ratio, between 0 and 1, without both.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)``.
    public func interval(confidence: Double = 0.95) throws(StatisticsError) -> ConfidenceInterval? {
        try StatisticsError.checkProbability("confidence", confidence)
        guard let logarithmStandardError else { return nil }
        let width = NormalDistribution.upperQuantile(0.5 * (1 - confidence)) * logarithmStandardError
        return ConfidenceInterval(estimate * Libm.exp(-width), estimate * Libm.exp(width))
    }
}
