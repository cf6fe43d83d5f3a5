/// A confidence sequence for a mean or a difference of means: intervals that contain the true value at all times
/// together, with the stated confidence, however often they are read.
///
/// I. Waudby-Smith, D. Arbour, R. Sinha, E. Kennedy, A. Ramdas, “Time-uniform central limit theory and asymptotic
/// confidence sequences”, 2024 (arXiv 2103.06476), equation 9. The guarantee is asymptotic, as that of the usual interval
/// for a mean is: it needs as many values as make a mean nearly normal, and so begins with
/// ``minimumEffectiveCount``.
public struct AsymptoticSequence: Sendable, Hashable {
    /// The probability with which all intervals contain the true value.
    public let confidence: Double
    /// The number of values at which the interval is about the narrowest that it can be.
    public let tunedCount: Double
    /// The effective number of values of each group, ``MeanEstimate/effectiveCount``, at which a ``MeanComparison`` begins to
    /// have finite intervals.
    public let minimumEffectiveCount: Double
    private let squaredRho: Double
    private let oneSidedSquaredRho: Double

    /// Creates a sequence.
    ///
    /// - Parameters:
    ///   - confidence: The probability with which all intervals contain the true value, between 0 and 1, without both.
    ///   - tunedCount: The number of values at which the interval is about the narrowest that it can be. The width
    ///     depends on it little: it is a quarter wider than it could be at a tenth of the number, and a tenth at ten times.
    ///   - minimum: The effective number of values of each group at which comparisons begin, zero or more. With the default, the
    ///     simulated sequences keep their confidence, on rare and on skewed values as well. Of very skewed values without a
    ///     ``ValueCap``, groups of very different sizes need 300.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)``.
    public init(
        confidence: Double = 0.95, tunedFor tunedCount: Double = 5_000, startingAt minimum: Double = 100
    ) throws(StatisticsError) {
        try StatisticsError.checkProbability("confidence", confidence)
        try StatisticsError.check(
            "tunedCount", tunedCount, tunedCount >= 1 && tunedCount.isFinite, "a finite number of at least 1")
        try StatisticsError.check("minimum", minimum, minimum >= 0 && minimum.isFinite, "a finite number of at least 0")
        self.init(uncheckedConfidence: confidence, tunedFor: tunedCount, startingAt: minimum)
    }

    init(uncheckedConfidence confidence: Double, tunedFor tunedCount: Double, startingAt minimum: Double = 0) {
        self.confidence = confidence
        self.tunedCount = tunedCount
        minimumEffectiveCount = minimum
        squaredRho = Self.squaredRho(1 - confidence, tunedCount)
        // The half of a two-sided interval with twice the error; above one half there is no such interval.
        oneSidedSquaredRho = Self.squaredRho(min(0.999, 2 * (1 - confidence)), tunedCount)
    }

    /// The parameter that makes the interval narrow at a number of values (the paper's appendix on its choice).
    private static func squaredRho(_ error: Double, _ count: Double) -> Double {
        let logError = -2 * Libm.log(error)
        return (logError + Libm.log(logError + 1)) / count
    }

    /// Returns half the width of the interval around an estimate.
    ///
    /// - Parameters:
    ///   - standardError: The standard error of the estimate.
    ///   - count: The number of values that the estimate was computed from.
    /// - Returns: Infinity without any value.
    public func halfWidth(standardError: Double, count: Double) -> Double {
        guard count > 0, standardError.isFinite else { return .infinity }
        let growth = count * squaredRho + 1
        let logarithm = 0.5 * Libm.log(growth) - Libm.log(1 - confidence)
        return standardError * (2 * (growth / (count * squaredRho)) * logarithm).squareRoot()
    }

    /// Returns how far the bound of an interval with one end is from an estimate (the paper's one-sided sequence).
    ///
    /// - Parameters:
    ///   - standardError: The standard error of the estimate.
    ///   - count: The number of values that the estimate was computed from.
    /// - Returns: Infinity without any value.
    public func oneSidedWidth(standardError: Double, count: Double) -> Double {
        guard count > 0, standardError.isFinite else { return .infinity }
        let growth = count * oneSidedSquaredRho + 1
        let logarithm = Libm.log1p(growth.squareRoot() / (2 * (1 - confidence)))
        return standardError * (2 * (growth / (count * oneSidedSquaredRho)) * logarithm).squareRoot()
    }

    /// Returns the p-value of “the true value is zero”, which is valid at all times together.
    ///
    /// - Parameters:
    ///   - estimate: The estimate.
    ///   - standardError: The standard error of the estimate.
    ///   - count: The number of values that the estimate was computed from.
    public func pValue(estimate: Double, standardError: Double, count: Double) -> Double {
        guard count > 0, standardError.isFinite, estimate.isFinite else { return 1 }
        if standardError == 0 { return estimate == 0 ? 1 : 0 }
        let growth = count * squaredRho + 1
        let z = estimate / standardError
        let logEvidence = 0.5 * z * z * (count * squaredRho / growth) - 0.5 * Libm.log(growth)
        return logEvidence <= 0 ? 1 : Libm.exp(-logEvidence)
    }
}
