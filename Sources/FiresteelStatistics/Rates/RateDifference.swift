/// The rate among exposed runs less that among unexposed ones, over all strata.
///
/// The estimate is that of Mantel and Haenszel, its variance that of Greenland and Robins (“Estimation of a common effect
/// parameter from sparse follow-up data”, 1985).
public struct RateDifference: Sendable, Hashable {
    /// The difference, from −1 to 1.
    public let estimate: Double
    /// The standard error of the estimate.
    ///
    /// It is zero where the runs of each group were all or none affected.
    public let standardError: Double
    /// The standard error with one affected and one unaffected run more in each group, which is never zero.
    let cautiousStandardError: Double
    /// The number of compared runs.
    public let runs: Double

    /// Compares the rates, or returns `nil` where no stratum has both groups.
    public init?(_ strata: some Sequence<RateStratum>) {
        var difference = 0.0
        var weights = 0.0
        var variance = 0.0
        var cautiousVariance = 0.0
        var runs = 0.0
        for terms in strata.lazy.compactMap(StratumTerms.init) {
            let weight = terms.exposed * (terms.unexposed / terms.total)
            let exposedRate = terms.exposedAffected / terms.exposed
            let unexposedRate = terms.unexposedAffected / terms.unexposed
            weights += weight
            runs += terms.total
            difference += weight * (exposedRate - unexposedRate)
            variance +=
                weight * weight
                * (exposedRate * (1 - exposedRate) / terms.exposed + unexposedRate * (1 - unexposedRate)
                    / terms.unexposed)
            cautiousVariance +=
                weight * weight
                * (Self.cautiousVariance(terms.exposedAffected, terms.exposed)
                    + Self.cautiousVariance(terms.unexposedAffected, terms.unexposed))
        }
        guard weights > 0 else { return nil }
        estimate = difference / weights
        standardError = variance.squareRoot() / weights
        cautiousStandardError = cautiousVariance.squareRoot() / weights
        self.runs = runs
    }

    /// Returns the interval for data that is evaluated once.
    ///
    /// - Parameter confidence: The probability with which it contains the difference, between 0 and 1, without both.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)``.
    public func interval(confidence: Double = 0.95) throws(StatisticsError) -> ConfidenceInterval {
        try StatisticsError.checkProbability("confidence", confidence)
        let width = NormalDistribution.upperQuantile(0.5 * (1 - confidence)) * standardError
        return ConfidenceInterval(estimate - width, estimate + width)
    }

    /// Returns the interval for data that is watched while it grows.
    ///
    /// Its guarantee is asymptotic: see ``AsymptoticSequence``. Each group counts with one affected and one unaffected run
    /// more in the variance, so that a group without an affected run has one.
    public func interval(in sequence: AsymptoticSequence) -> ConfidenceInterval {
        let width = sequence.halfWidth(standardError: cautiousStandardError, count: runs)
        return ConfidenceInterval(estimate - width, estimate + width)
    }

    /// Returns the lower end of the interval without an upper one, for data that is watched while it grows.
    public func lowerBound(in sequence: AsymptoticSequence) -> Double {
        estimate - sequence.oneSidedWidth(standardError: cautiousStandardError, count: runs)
    }

    /// Returns the variance of a rate with one affected and one unaffected run more.
    ///
    /// A. Agresti and B. Caffo, “Simple and effective confidence intervals for proportions and differences of proportions”, 2000.
    private static func cautiousVariance(_ affected: Double, _ total: Double) -> Double {
        let rate = (affected + 1) / (total + 2)
        return rate * (1 - rate) / total
    }
}
