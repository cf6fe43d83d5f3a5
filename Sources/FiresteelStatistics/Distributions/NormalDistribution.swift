/// The standard normal distribution.
///
/// Relative errors are below 10⁻¹² in the tails, and below 10⁻¹³ elsewhere and of quantiles.
public enum NormalDistribution {
    private static let halfRoot = 0.5.squareRoot()

    /// Returns the probability of a value up to `x`.
    ///
    /// NaN gives NaN.
    public static func cumulative(_ x: Double) -> Double { 0.5 * Libm.erfc(-x * halfRoot) }

    /// Returns the probability of a value above `x`, which keeps its digits where it is small.
    ///
    /// NaN gives NaN.
    public static func survival(_ x: Double) -> Double { 0.5 * Libm.erfc(x * halfRoot) }

    /// Returns the value that a value is below with this probability.
    ///
    /// - Returns: Minus infinity at 0, infinity at 1, and `nil` outside and for NaN.
    public static func quantile(_ probability: Double) -> Double? {
        guard probability >= 0, probability <= 1 else { return nil }
        return probability <= 0.5 ? -upperQuantile(probability) : quantileAboveHalf(probability)
    }

    /// Returns the value that a value is above with this probability.
    ///
    /// - Returns: Infinity at 0, minus infinity at 1, and `nil` outside and for NaN.
    public static func quantile(upperTail probability: Double) -> Double? {
        guard probability >= 0, probability <= 1 else { return nil }
        return probability <= 0.5 ? upperQuantile(probability) : -quantileAboveHalf(probability)
    }

    private static func quantileAboveHalf(_ probability: Double) -> Double {
        // One less the probability is exact here.
        upperQuantile(1 - probability)
    }

    /// Returns the quantile of an upper tail of at most one half.
    ///
    /// The estimate of Hastings (Abramowitz and Stegun 26.2.23, error below 5·10⁻⁴) and Newton's method: on the integral from
    /// zero near the middle, on the logarithm of the tail elsewhere.
    static func upperQuantile(_ tail: Double) -> Double {
        if tail == 0 { return .infinity }
        if tail == 0.5 { return 0 }
        let logTail = Libm.log(tail)
        let t = (-2 * logTail).squareRoot()
        var x =
            t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
        for _ in 0..<4 {
            if tail > 0.2 {
                x -= (0.5 * Libm.erf(x * halfRoot) - (0.5 - tail)) / Libm.exp(-0.5 * x * x - SaddlePoint.halfLogTwoPi)
            } else {
                let logSurvival = logSurvival(x)
                let logHazard = -0.5 * x * x - SaddlePoint.halfLogTwoPi - logSurvival
                x += (logSurvival - logTail) / Libm.exp(logHazard)
            }
        }
        return x
    }

    /// Returns the logarithm of the upper tail, for `x ≥ 0`.
    static func logSurvival(_ x: Double) -> Double {
        if x < 25 { return Libm.log(survival(x)) }
        // The asymptotic series of the complementary error function (DLMF 7.12.1).
        let w = 1 / (x * x)
        let series = -w * (1 - 3 * w * (1 - 5 * w * (1 - 7 * w * (1 - 9 * w))))
        return -0.5 * x * x - Libm.log(x) - SaddlePoint.halfLogTwoPi + Libm.log1p(series)
    }
}
