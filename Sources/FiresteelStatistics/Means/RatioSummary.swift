/// Two measures of each unit, for the ratio of their totals: failures per perform, or one action per another.
///
/// The ratio of means and its variance by the delta method, as in A. Deng, U. Knoblich, J. Lu, “Applying the delta method in
/// metric analytics”, 2018: the units are independent, and each may have any number of performs. Compare two ratios by a
/// ``MeanComparison`` of their estimates.
public struct RatioSummary: Sendable, Hashable {
    /// A summary of no units.
    public static let none = RatioSummary(.none, .none, .none)

    /// Numerators as values, denominators as covariates.
    private var pairs: CovariateSummary
    private var numerators: CovariateSummary
    private var denominators: CovariateSummary

    private init(_ pairs: CovariateSummary, _ numerators: CovariateSummary, _ denominators: CovariateSummary) {
        self.pairs = pairs
        self.numerators = numerators
        self.denominators = denominators
    }

    /// Creates a summary from those of its parts, as a database computes them.
    ///
    /// - Parameters:
    ///   - numerators: The summary of the numerators.
    ///   - denominators: The summary of the denominators.
    ///   - sumOfProducts: The sum of the products of each unit's numerator and denominator.
    ///   - covariates: The summary of the covariates, as of ``add(_:per:covariate:)``.
    ///   - numeratorProducts: The sum of the products of each unit's numerator and covariate.
    ///   - denominatorProducts: The sum of the products of each unit's denominator and covariate.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` for different counts, and for sums that no units
    ///   have.
    public init(
        numerators: MeanSummary, denominators: MeanSummary, sumOfProducts: Double, covariates: MeanSummary? = nil,
        numeratorProducts: Double = 0, denominatorProducts: Double = 0
    ) throws(StatisticsError) {
        let covariates = covariates ?? MeanSummary(zeros: numerators.count)
        pairs = try CovariateSummary(values: numerators, covariates: denominators, sumOfProducts: sumOfProducts)
        self.numerators = try CovariateSummary(
            values: numerators, covariates: covariates, sumOfProducts: numeratorProducts)
        self.denominators = try CovariateSummary(
            values: denominators, covariates: covariates, sumOfProducts: denominatorProducts)
    }

    /// Adds a unit.
    ///
    /// - Parameters:
    ///   - numerator: The unit's part of the numerator.
    ///   - denominator: Its part of the denominator.
    ///   - covariate: A number that isn't affected by what is compared, such as x − r y from the time before, where r is the
    ///     ratio of that time for all units.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` for numbers that aren't finite or whose squares
    ///   overflow. The summary is then as it was.
    public mutating func add(
        _ numerator: Double, per denominator: Double, covariate: Double = 0
    ) throws(StatisticsError) {
        var copy = self
        try copy.pairs.add(numerator, covariate: denominator)
        try copy.numerators.add(numerator, covariate: covariate)
        try copy.denominators.add(denominator, covariate: covariate)
        self = copy
    }

    /// The summary of the units of both.
    ///
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` where squares overflow.
    public func merged(with other: RatioSummary) throws(StatisticsError) -> RatioSummary {
        try RatioSummary(
            pairs.merged(with: other.pairs), numerators.merged(with: other.numerators),
            denominators.merged(with: other.denominators))
    }

    /// The ratio, or `nil` for fewer than two units, and where all denominators are zero.
    ///
    /// It is the mean of the estimate, whose variance is that of one unit.
    public var estimate: MeanEstimate? { adjusted(by: 0) }

    /// Returns the factor of the covariate that makes the adjusted variance the smallest, over the units of both groups.
    ///
    /// - Returns: Zero where there is nothing to adjust by.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` where squares overflow.
    public static func factor(_ treatment: RatioSummary, _ control: RatioSummary) throws(StatisticsError) -> Double {
        let joint = try treatment.merged(with: control)
        guard let covariance = joint.covariance, let variance = joint.numerators.covariates.variance, variance > 0
        else {
            return 0
        }
        let factor = covariance / variance
        return factor.isFinite ? factor : 0
    }

    /// Returns the ratio adjusted by the covariate, or `nil` as ``estimate`` is.
    ///
    /// CUPED on each unit's linear part of the ratio, (x − r y)/ȳ.
    ///
    /// - Parameter factor: The same for both groups that are compared, from ``factor(_:_:)``.
    public func adjusted(by factor: Double) -> MeanEstimate? {
        let base = pairs.covariates.mean
        guard base != 0, let numeratorVariance = pairs.values.variance,
            let denominatorVariance = pairs.covariates.variance, let products = pairs.covariance,
            let covariance, let covariateVariance = numerators.covariates.variance
        else { return nil }
        let count = pairs.values.count
        let ratio = pairs.values.mean / base
        let variance = max(0, (numeratorVariance + ratio * (ratio * denominatorVariance - 2 * products)) / base / base)
        let adjusted = max(0, variance + factor * (factor * covariateVariance - 2 * covariance))
        guard ratio.isFinite, adjusted.isFinite else { return nil }
        return MeanEstimate(
            count: count, mean: ratio - factor * numerators.covariates.mean, variance: adjusted, unadjustedMean: ratio,
            effectiveCount: min(
                MeanEstimate.effectiveCount(count, mean: ratio, variance: variance),
                // Of units that all have the same denominator, none is rare.
                denominatorVariance == 0
                    ? count : MeanEstimate.effectiveCount(count, mean: base, variance: denominatorVariance)))
    }

    /// The covariance of a unit's linear part of the ratio and its covariate.
    private var covariance: Double? {
        let base = pairs.covariates.mean
        guard base != 0, let numerator = numerators.covariance, let denominator = denominators.covariance else {
            return nil
        }
        return (numerator - pairs.values.mean / base * denominator) / base
    }
}
