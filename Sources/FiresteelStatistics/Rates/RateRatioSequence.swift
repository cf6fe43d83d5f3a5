/// A confidence sequence for the ratio of two rates: intervals and p-values that hold at all times together, however often
/// they are read and whenever the reading stops.
///
/// Among the affected runs of a stratum, the share of exposed ones says how the rates compare: of `n₁` exposed and `n₀`
/// unexposed runs, with rates whose ratio is `r`, an affected one is exposed with the probability `r n₁ / (r n₁ + n₀)`. The
/// likelihood of these shares at other ratios, averaged over them and divided by that at `r`, is a martingale; by Ville's
/// inequality it exceeds `1/α` with a probability of at most α, ever. The construction is that of Lindon and Malek,
/// “Anytime-valid inference for multinomial count data” (2022), with one ratio for all strata: the average is over `r eˢ`, where
/// `s` is the absolute value of a normal variable, so that the bounds are one-sided and an interval has half of the error on
/// each side.
///
/// - No affected run, or only few, need no correction: the bound is zero or infinite until there is evidence.
/// - Strata are compared within, never with each other, so that a factor that is more frequent in one version isn't
///   blamed for the version. The lower bound is valid for the largest ratio of any stratum, the upper bound for the smallest.
/// - The share of exposed runs is to be the same throughout a stratum: begin a new stratum where a rollout takes a step.
/// - The interval is wider than necessary for frequent events: by the factor √(1 / (1 − rate)).
/// - Runs are to be independent. Where one user's runs fail together, count users.
public struct RateRatioSequence: Sendable, Hashable {
    /// The ratio that the sequence is most sensitive to.
    public let typicalRatio: Double
    /// The scale of the half-normal distribution of the logarithm.
    private let scale: Double
    /// The largest logarithm of a ratio.
    ///
    /// Bounds beyond are zero or infinite.
    private static let largestLogarithm = 60.0

    /// Creates a sequence.
    ///
    /// - Parameter typicalRatio: The ratio that the sequence is most sensitive to, above 1 and at most 1,000. It changes what
    ///   is found sooner, and by little, but never the error.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)``.
    public init(typicalRatio: Double = 2.5) throws(StatisticsError) {
        try StatisticsError.check(
            "typicalRatio", typicalRatio, typicalRatio > 1 && typicalRatio <= 1_000, "a number above 1, up to 1000")
        self.init(uncheckedTypicalRatio: typicalRatio)
    }

    init(uncheckedTypicalRatio: Double) {
        typicalRatio = uncheckedTypicalRatio
        scale = Libm.log(uncheckedTypicalRatio)
    }

    /// Returns the logarithm of the evidence that the ratio is above a value: of the martingale, which is an e-value.
    ///
    /// - Parameters:
    ///   - strata: The counts so far.
    ///   - ratio: The value, above 0 and finite.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)``.
    public func logEvidence(
        _ strata: some Sequence<RateStratum>, above ratio: Double = 1
    ) throws(StatisticsError) -> Double {
        try StatisticsError.check("ratio", ratio, ratio > 0 && ratio.isFinite, "a finite number above 0")
        return evidence(strata, above: ratio)
    }

    func evidence(_ strata: some Sequence<RateStratum>, above ratio: Double) -> Double {
        ShareLikelihood(strata).logEvidence(above: Libm.log(ratio), scale: scale)
    }

    /// Returns the p-value of “the ratio is at most this”, which is valid at all times together.
    ///
    /// - Parameters:
    ///   - strata: The counts so far.
    ///   - ratio: The value, above 0 and finite.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)``.
    public func pValue(
        _ strata: some Sequence<RateStratum>, above ratio: Double = 1
    ) throws(StatisticsError) -> Double {
        Self.pValue(logEvidence: try logEvidence(strata, above: ratio))
    }

    /// Returns the interval that contains the ratio.
    ///
    /// - Parameters:
    ///   - strata: The counts so far.
    ///   - confidence: The probability with which all intervals contain the ratio, between 0 and 1, without both.
    /// - Returns: An interval within 0 and infinity, which it is as long as there is no evidence.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)``.
    public func interval(
        _ strata: some Sequence<RateStratum>, confidence: Double = 0.95
    ) throws(StatisticsError) -> ConfidenceInterval {
        try StatisticsError.checkProbability("confidence", confidence)
        return interval(strata, error: 1 - confidence)
    }

    func interval(_ strata: some Sequence<RateStratum>, error: Double) -> ConfidenceInterval {
        let likelihood = ShareLikelihood(strata)
        let oneSided = 0.5 * error
        return ConfidenceInterval(
            Libm.exp(lowerLogarithm(likelihood, error: oneSided)),
            Libm.exp(-lowerLogarithm(likelihood.inverted, error: oneSided)))
    }

    /// Returns the lower end of the interval without an upper one.
    ///
    /// - Parameters:
    ///   - strata: The counts so far.
    ///   - confidence: The probability with which all bounds are below the ratio, between 0 and 1, without both.
    /// - Returns: Zero as long as there is no evidence.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)``.
    public func lowerBound(
        _ strata: some Sequence<RateStratum>, confidence: Double = 0.95
    ) throws(StatisticsError) -> Double {
        try StatisticsError.checkProbability("confidence", confidence)
        return Libm.exp(lowerLogarithm(ShareLikelihood(strata), error: 1 - confidence))
    }

    static func pValue(logEvidence: Double) -> Double { logEvidence <= 0 ? 1 : Libm.exp(-logEvidence) }

    /// Returns the largest logarithm of a ratio that the evidence is above of, or minus infinity.
    ///
    /// The evidence decreases with the ratio, since the logarithm of the likelihood is concave.
    private func lowerLogarithm(_ likelihood: ShareLikelihood, error: Double) -> Double {
        let limit = -Libm.log(error)
        let excess = { likelihood.logEvidence(above: $0, scale: scale) - limit }
        let largest = Self.largestLogarithm
        var high = (x: min(largest, max(-largest, likelihood.logarithmEstimate)), value: 0.0)
        high.value = excess(high.x)
        while high.value > 0 {
            guard high.x < largest else { return largest }
            high.x = min(largest, high.x + 1)
            high.value = excess(high.x)
        }
        var low = high
        var step = 0.25
        while low.value <= 0 {
            guard low.x > -largest else { return -.infinity }
            high = low
            low.x = max(-largest, low.x - step)
            low.value = excess(low.x)
            step *= 2
        }
        return BracketedRoot.find(between: low, and: high, tolerance: 1e-10, excess)
    }
}
