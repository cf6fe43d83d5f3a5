/// The regularized incomplete beta function, both of its parts.
///
/// By the continued fraction of DLMF 8.17.22, from the end that is nearer. The part that is computed directly has a relative
/// error below 10⁻¹² for `a, b ≤ 10⁶`; the other is one less it, and is the larger one.
package struct IncompleteBeta: Sendable {
    /// I(x; a, b), the integral from 0 to x.
    package let lower: Double
    /// The integral from x to 1.
    package let upper: Double
    /// `xᵃ yᵇ / B(a, b)`.
    let density: Double

    /// Computes both parts, for `a, b > 0` and `x + y = 1`.
    ///
    /// About √max(a, b) steps where x is near the mean.
    ///
    /// - Parameters:
    ///   - x: The end of the integral, between 0 and 1.
    ///   - y: One less x, given by the caller because it would lose its digits where x is near one.
    package init(_ a: Double, _ b: Double, x: Double, y: Double) {
        guard x > 0, y > 0 else {
            lower = x > 0 ? 1 : 0
            upper = x > 0 ? 0 : 1
            density = 0
            return
        }
        let density = Self.density(a, b, x, y)
        if x < (a + 1) / (a + b + 2) {
            lower = min(1, density / (a * Self.fraction(a, b, x)))
            upper = 1 - lower
        } else {
            upper = min(1, density / (b * Self.fraction(b, a, y)))
            lower = 1 - upper
        }
        self.density = density
    }

    /// Returns `xᵃ yᵇ / B(a, b)`.
    static func density(_ a: Double, _ b: Double, _ x: Double, _ y: Double) -> Double {
        let sum = a + b
        // As a y − b x, the difference of a and its mean keeps its digits where x or y is near one.
        let difference = a * y - b * x
        let exponent =
            SaddlePoint.stirlingError(sum) - SaddlePoint.stirlingError(a) - SaddlePoint.stirlingError(b)
            - SaddlePoint.deviance(a, from: sum * x, difference: difference)
            - SaddlePoint.deviance(b, from: sum * y, difference: -difference)
        return (a / sum * b / (2 * .pi)).squareRoot() * Libm.exp(exponent)
    }

    private static func fraction(_ a: Double, _ b: Double, _ x: Double) -> Double {
        var fraction = ContinuedFraction(1)
        var m = 0.0
        // The number of steps is bounded, since rounding may keep the last digit from settling.
        while m < 1e6 {
            let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            let changedOdd = fraction.append(odd, over: 1)
            m += 1
            let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            let changedEven = fraction.append(even, over: 1)
            if !changedOdd, !changedEven { break }
        }
        return fraction.value
    }
}
