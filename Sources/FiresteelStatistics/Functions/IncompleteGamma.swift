/// The regularized incomplete gamma function, both of its parts.
///
/// By the series (DLMF 8.11.4) below `a + 1` and the continued fraction (DLMF 8.9.2) above. The part that is computed
/// directly has a relative error below 10⁻¹² for `a ≤ 10⁶`; the other is one less it, and is the larger one.
package struct IncompleteGamma: Sendable {
    /// P(a, x), the integral from 0 to x.
    package let lower: Double
    /// Q(a, x), the integral from x to infinity.
    package let upper: Double

    /// Computes both parts, for `a > 0` and `x ≥ 0`.
    ///
    /// About √a steps where x is near a.
    package init(_ a: Double, _ x: Double) {
        if x <= 0 {
            lower = 0
            upper = 1
        } else if x == .infinity {
            lower = 1
            upper = 0
        } else if x < a + 1 {
            lower = min(1, Self.density(a, x) / a * Self.series(a, x))
            upper = 1 - lower
        } else {
            upper = min(1, Self.density(a, x) / Self.fraction(a, x))
            lower = 1 - upper
        }
    }

    /// Returns `xᵃ e⁻ˣ / Γ(a)`.
    private static func density(_ a: Double, _ x: Double) -> Double {
        (a / (2 * .pi)).squareRoot()
            * Libm.exp(-SaddlePoint.deviance(a, from: x) - SaddlePoint.stirlingError(a))
    }

    private static func series(_ a: Double, _ x: Double) -> Double {
        var term = 1.0
        var sum = 1.0
        var n = a + 1
        while true {
            term *= x / n
            if term <= sum * 1e-17 { return sum }
            sum += term
            n += 1
        }
    }

    private static func fraction(_ a: Double, _ x: Double) -> Double {
        var fraction = ContinuedFraction(x + 1 - a)
        var n = 1.0
        // The number of steps is bounded, since rounding may keep the last digit from settling.
        while n < 1e6, fraction.append(n * (a - n), over: x + 1 - a + 2 * n) { n += 1 }
        return fraction.value
    }
}
