/// Values with a covariate each, such as the same measure before an experiment, for an adjustment that makes the error of
/// a mean smaller: CUPED.
///
/// A. Deng, Y. Xu, R. Kohavi, T. Walker, “Improving the sensitivity of online controlled experiments by utilizing
/// pre-experiment data”, 2013. The covariate must not be affected by what is compared.
public struct CovariateSummary: Sendable, Hashable {
    /// A summary of no values.
    public static let none = CovariateSummary()

    /// The values.
    public private(set) var values = MeanSummary.none
    /// Their covariates.
    public private(set) var covariates = MeanSummary.none
    /// The sum of the products of the deviations.
    private var products: Double = 0

    private init() {}

    /// Summarizes pairs of a value and its covariate.
    ///
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` as ``add(_:covariate:)`` does.
    public init(_ pairs: some Sequence<(value: Double, covariate: Double)>) throws(StatisticsError) {
        for pair in pairs { try add(pair.value, covariate: pair.covariate) }
    }

    /// Creates a summary from sums, as a database computes them.
    ///
    /// - Parameters:
    ///   - values: The values' summary, from their sums.
    ///   - covariates: That of the covariates.
    ///   - sumOfProducts: The sum of the products of each value and its covariate.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` for different counts, and for a sum that no pairs
    ///   have.
    public init(values: MeanSummary, covariates: MeanSummary, sumOfProducts: Double) throws(StatisticsError) {
        try StatisticsError.check(
            "covariates", covariates.count, covariates.count == values.count, "as many covariates as values")
        let count = values.count
        let limit = values.squaredDeviations.squareRoot() * covariates.squaredDeviations.squareRoot()
        let products = sumOfProducts - count * values.mean * covariates.mean
        // The inequality of Cauchy and Schwarz, but for what rounding loses of sums far from zero.
        let magnitude =
            (values.squaredDeviations + count * values.mean * values.mean).squareRoot()
            * (covariates.squaredDeviations + count * covariates.mean * covariates.mean).squareRoot()
        try StatisticsError.check(
            "sumOfProducts", sumOfProducts, sumOfProducts.isFinite && abs(products) <= limit + 1e-9 * magnitude,
            "the finite sum of the products of these values and covariates")
        self.values = values
        self.covariates = covariates
        self.products = max(-limit, min(products, limit))
    }

    /// Adds a value.
    ///
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` for numbers that aren't finite or whose squares
    ///   overflow. The summary is then as it was.
    public mutating func add(_ value: Double, covariate: Double) throws(StatisticsError) {
        var (newValues, newCovariates) = (values, covariates)
        let difference = value - values.mean
        try newValues.add(value)
        try newCovariates.add(covariate)
        // The squares of both are finite, and so is the sum of the products, which is at most their mean.
        products += difference * (covariate - newCovariates.mean)
        (values, covariates) = (newValues, newCovariates)
    }

    /// The summary of the values of both.
    ///
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` where squares overflow.
    public func merged(with other: CovariateSummary) throws(StatisticsError) -> CovariateSummary {
        if other.values.count == 0 { return self }
        var merged = CovariateSummary()
        merged.values = try values.merged(with: other.values)
        merged.covariates = try covariates.merged(with: other.covariates)
        let weight = values.count * (other.values.count / merged.values.count)
        merged.products =
            products + other.products
            + (other.values.mean - values.mean) * (other.covariates.mean - covariates.mean) * weight
        return merged
    }

    /// The covariance of values and covariates, or `nil` for fewer than two values.
    public var covariance: Double? { values.count < 2 ? nil : products / (values.count - 1) }

    /// Returns the factor of the covariate that makes the adjusted variance the smallest, over the values of both groups.
    ///
    /// - Returns: Zero where the covariates are all equal, so that there is nothing to adjust by.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` where squares overflow.
    public static func factor(
        _ treatment: CovariateSummary, _ control: CovariateSummary
    ) throws(StatisticsError) -> Double {
        let joint = try treatment.merged(with: control)
        guard let covariance = joint.covariance, let variance = joint.covariates.variance, variance > 0 else {
            return 0
        }
        let factor = covariance / variance
        return factor.isFinite ? factor : 0
    }

    /// Returns the mean adjusted by the covariate, or `nil` for fewer than two values.
    ///
    /// - Parameter factor: The same for both groups that are compared, from ``factor(_:_:)``.
    public func adjusted(by factor: Double) -> MeanEstimate? {
        guard let variance = values.variance, let covariateVariance = covariates.variance, let covariance else {
            return nil
        }
        let adjusted = variance + factor * (factor * covariateVariance - 2 * covariance)
        guard adjusted.isFinite else { return nil }
        return MeanEstimate(
            count: values.count, mean: values.mean - factor * covariates.mean, variance: max(0, adjusted),
            unadjustedMean: values.mean,
            effectiveCount: MeanEstimate.effectiveCount(values.count, mean: values.mean, variance: variance))
    }
}
