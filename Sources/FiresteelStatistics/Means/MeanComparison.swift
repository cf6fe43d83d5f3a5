/// The difference of two means, absolute or relative, with its error.
///
/// For data that is evaluated once, the test of B. Welch (“The generalization of Student's problem when several different
/// population variances are involved”, 1947); for data that is watched while it grows, an ``AsymptoticSequence``.
public struct MeanComparison: Sendable, Hashable {
    /// The scale of a difference.
    public enum Scale: Sendable, Hashable {
        /// The difference of the means.
        case absolute
        /// The difference as a share of the control's mean: 0.1 is ten percent more. Its variance follows by the delta
        /// method (A. Deng, U. Knoblich, J. Lu, “Applying the delta method in metric analytics”, 2018).
        case relative
    }

    /// The treatment's mean less that of the control, in the scale.
    public let estimate: Double
    /// The standard error of the estimate, above zero.
    public let standardError: Double
    /// The degrees of freedom of Welch and Satterthwaite.
    public let degreesOfFreedom: Double
    /// The number of values of both groups.
    public let count: Double
    /// The effective number of values of the group that has fewer.
    public let effectiveCount: Double

    /// Compares two groups.
    ///
    /// - Returns: `nil` where no value differs from its group's mean, so that there is no error to compare with, and for a
    ///   relative difference where the control's mean is zero.
    public init?(_ treatment: MeanEstimate, to control: MeanEstimate, scale: Scale = .absolute) {
        let difference = treatment.mean - control.mean
        var variance = treatment.meanVariance + control.meanVariance
        var estimate = difference
        if scale == .relative {
            let base = control.unadjustedMean
            guard base != 0 else { return nil }
            let ratio = treatment.unadjustedMean / base
            estimate = difference / base
            variance = (treatment.meanVariance + control.meanVariance * ratio * ratio) / base / base
        }
        // Shares of the variance instead of its squares, which may overflow.
        let total = treatment.meanVariance + control.meanVariance
        guard variance > 0, variance.isFinite, total > 0, total.isFinite, estimate.isFinite else { return nil }
        let treatmentShare = treatment.meanVariance / total
        let controlShare = control.meanVariance / total
        let shares =
            treatmentShare * treatmentShare / (treatment.count - 1) + controlShare * controlShare / (control.count - 1)
        guard shares > 0 else { return nil }
        self.estimate = estimate
        standardError = variance.squareRoot()
        degreesOfFreedom = max(1, 1 / shares)
        count = treatment.count + control.count
        effectiveCount = min(treatment.effectiveCount, control.effectiveCount)
    }

    /// The estimate divided by its standard error.
    public var statistic: Double { estimate / standardError }

    /// The two-sided p-value of “the means are equal”, for data that is evaluated once.
    public var pValue: Double { min(1, 2 * distribution.survival(abs(statistic))) }

    /// Returns the interval for data that is evaluated once.
    ///
    /// - Parameter confidence: The probability with which it contains the difference, between 0 and 1, without both.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)``.
    public func interval(confidence: Double = 0.95) throws(StatisticsError) -> ConfidenceInterval {
        try StatisticsError.checkProbability("confidence", confidence)
        let width = distribution.upperTailQuantile(0.5 * (1 - confidence)) * standardError
        return ConfidenceInterval(estimate - width, estimate + width)
    }

    /// Returns the interval for data that is watched while it grows.
    ///
    /// It is infinite as long as ``effectiveCount`` is below the sequence's minimum.
    public func interval(in sequence: AsymptoticSequence) -> ConfidenceInterval {
        guard effectiveCount >= sequence.minimumEffectiveCount else { return ConfidenceInterval(-.infinity, .infinity) }
        let width = sequence.halfWidth(standardError: standardError, count: count)
        return ConfidenceInterval(estimate - width, estimate + width)
    }

    /// Returns the p-value of “the means are equal” for data that is watched while it grows.
    ///
    /// It is 1 as long as ``effectiveCount`` is below the sequence's minimum.
    public func pValue(in sequence: AsymptoticSequence) -> Double {
        guard effectiveCount >= sequence.minimumEffectiveCount else { return 1 }
        return sequence.pValue(estimate: estimate, standardError: standardError, count: count)
    }

    private var distribution: StudentDistribution { StudentDistribution(uncheckedDegreesOfFreedom: degreesOfFreedom) }
}
