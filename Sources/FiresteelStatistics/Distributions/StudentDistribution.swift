/// Student's t distribution.
///
/// Relative errors of probabilities are below 10⁻¹², in the tails as well, and below 10⁻¹⁰ beyond 10⁴ degrees of freedom;
/// those of quantiles are below 10⁻¹¹.
public struct StudentDistribution: Sendable, Hashable {
    /// Beyond this, the distribution is computed from the normal one.
    private static let maximumDegrees = 1e7

    /// The degrees of freedom, at least one.
    public let degreesOfFreedom: Double

    /// Creates the distribution.
    ///
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` below one, for infinity and for NaN.
    public init(degreesOfFreedom: Double) throws(StatisticsError) {
        try StatisticsError.check(
            "degreesOfFreedom", degreesOfFreedom, degreesOfFreedom >= 1 && degreesOfFreedom.isFinite,
            "a finite number of at least 1")
        self.init(uncheckedDegreesOfFreedom: degreesOfFreedom)
    }

    init(uncheckedDegreesOfFreedom: Double) { degreesOfFreedom = uncheckedDegreesOfFreedom }

    /// Returns the probability of a value up to `x`.
    ///
    /// NaN gives NaN.
    public func cumulative(_ x: Double) -> Double { survival(-x) }

    /// Returns the probability of a value above `x`, which keeps its digits where it is small.
    ///
    /// NaN gives NaN.
    public func survival(_ x: Double) -> Double {
        if x.isNaN { return x }
        let tail = tail(abs(x))
        return x >= 0 ? tail : 1 - tail
    }

    /// Returns the value that a value is above with this probability.
    ///
    /// - Returns: Infinity at 0, minus infinity at 1, and `nil` outside and for NaN.
    public func quantile(upperTail probability: Double) -> Double? {
        guard probability >= 0, probability <= 1 else { return nil }
        return upperTailQuantile(probability)
    }

    /// Returns the value that a value is below with this probability, as ``quantile(upperTail:)`` does.
    public func quantile(_ probability: Double) -> Double? { quantile(upperTail: probability).map { 0 - $0 } }

    /// Returns the value that a value is above with a probability from 0 to 1.
    func upperTailQuantile(_ probability: Double) -> Double {
        probability <= 0.5 ? upperQuantile(probability) : -upperQuantile(1 - probability)
    }

    /// Returns the upper tail, for `t ≥ 0`.
    private func tail(_ t: Double) -> Double {
        if degreesOfFreedom > Self.maximumDegrees { return NormalDistribution.survival(normalized(t)) }
        let ratio = t / degreesOfFreedom.squareRoot()
        if ratio > 1e100 { return distantTail(Libm.log(ratio)) }
        return 0.5 * integral(ratio).lower
    }

    /// Returns the integral whose lower part is twice the tail, for `t/√ν`.
    private func integral(_ ratio: Double) -> IncompleteBeta {
        let square = ratio * ratio
        let x = 1 / (1 + square)
        return IncompleteBeta(0.5 * degreesOfFreedom, 0.5, x: x, y: square * x)
    }

    /// Returns the density of the tail over ln t, for `t/√ν`.
    private func density(_ ratio: Double) -> Double {
        let square = ratio * ratio
        let x = 1 / (1 + square)
        return IncompleteBeta.density(0.5 * degreesOfFreedom, 0.5, x, square * x)
    }

    /// Returns the tail where t² overflows: its first term, from ln(t/√ν).
    private func distantTail(_ logRatio: Double) -> Double {
        let a = 0.5 * degreesOfFreedom
        let logBeta = SaddlePoint.logGamma(a) + SaddlePoint.logGamma(0.5) - SaddlePoint.logGamma(a + 0.5)
        return 0.5 * Libm.exp(-2 * a * logRatio - Libm.log(a) - logBeta)
    }

    /// Returns the normal value whose tail is that of `t`, for many degrees of freedom.
    ///
    /// G. Hill, “Algorithm 395: Student's t-distribution”, 1970; its further terms are below the last digit here.
    private func normalized(_ t: Double) -> Double {
        let square = t / degreesOfFreedom * t
        let a = degreesOfFreedom - 0.5
        let z = (a * Libm.log1p(square)).squareRoot()
        return z + (z * z * z + 3 * z) / (48 * a * a)
    }

    /// Returns the `t` whose tail is that of a normal value, for many degrees of freedom.
    private func denormalized(_ z: Double) -> Double {
        let a = degreesOfFreedom - 0.5
        let root = z - (z * z * z + 3 * z) / (48 * a * a)
        return (degreesOfFreedom * Libm.expm1(root * root / a)).squareRoot()
    }

    /// Returns the quantile of an upper tail of at most one half, by Newton's method from the normal quantile.
    private func upperQuantile(_ probability: Double) -> Double {
        if probability == 0 { return .infinity }
        if probability == 0.5 { return 0 }
        let start = NormalDistribution.upperQuantile(probability)
        if degreesOfFreedom > Self.maximumDegrees { return denormalized(start) }
        return probability > 0.1 ? centralQuantile(probability, start) : tailQuantile(probability, start)
    }

    /// On the integral from zero, which keeps its digits near the middle and is concave, so that the steps from below
    /// don't overshoot.
    private func centralQuantile(_ probability: Double, _ start: Double) -> Double {
        let target = 0.5 - probability
        let root = degreesOfFreedom.squareRoot()
        var t = start
        for _ in 0..<40 {
            let integral = integral(t / root)
            // The density is that of the integral over t.
            let step = (0.5 * integral.upper - target) / (integral.density / t)
            t = max(0.5 * t, t - step)
            if abs(step) <= 1e-15 * t { break }
        }
        return t
    }

    /// On the logarithm of the tail over that of t, which is nearly straight where the tail is a power of t.
    private func tailQuantile(_ probability: Double, _ start: Double) -> Double {
        let target = Libm.log(probability)
        let root = degreesOfFreedom.squareRoot()
        var logarithm = Libm.log(start)
        for _ in 0..<60 {
            let t = Libm.exp(logarithm)
            let ratio = t / root
            let tail = tail(t)
            let slope = ratio > 1e100 ? -degreesOfFreedom : -density(ratio) / tail
            guard tail > 0, slope < 0 else { break }
            let step = (Libm.log(tail) - target) / slope
            logarithm = min(709, logarithm - step)
            if abs(step) <= 1e-15 { break }
        }
        return Libm.exp(logarithm)
    }
}
