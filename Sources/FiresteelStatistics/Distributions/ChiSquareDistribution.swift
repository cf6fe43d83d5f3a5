/// The chi-square distribution.
///
/// Relative errors are below 10⁻¹² up to a million degrees of freedom, in the tails as well.
public struct ChiSquareDistribution: Sendable, Hashable {
    /// The degrees of freedom, above zero.
    public let degreesOfFreedom: Double

    /// Creates the distribution.
    ///
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` unless the degrees of freedom are above zero and
    ///   at most 10⁹.
    public init(degreesOfFreedom: Double) throws(StatisticsError) {
        try StatisticsError.check(
            "degreesOfFreedom", degreesOfFreedom, degreesOfFreedom > 0 && degreesOfFreedom <= 1e9,
            "a number above 0, up to 1e9")
        self.degreesOfFreedom = degreesOfFreedom
    }

    /// Returns the probability of a value up to `x`.
    ///
    /// NaN gives NaN.
    public func cumulative(_ x: Double) -> Double {
        x.isNaN ? x : IncompleteGamma(0.5 * degreesOfFreedom, 0.5 * x).lower
    }

    /// Returns the probability of a value above `x`, which keeps its digits where it is small.
    ///
    /// NaN gives NaN.
    public func survival(_ x: Double) -> Double {
        x.isNaN ? x : IncompleteGamma(0.5 * degreesOfFreedom, 0.5 * x).upper
    }
}
