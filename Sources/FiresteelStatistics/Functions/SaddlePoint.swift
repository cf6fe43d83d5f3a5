/// The two parts that densities are computed from without cancellation: how far a count is from its mean, and what
/// Stirling's formula lacks.
///
/// C. Loader, “Fast and accurate computation of binomial probabilities”, 2000. A density that is written as a difference of
/// log gammas loses as many digits as the counts have; in these terms it loses none.
package enum SaddlePoint {
    /// Half of ln 2π.
    static let halfLogTwoPi = 0.5 * Libm.log(2 * Double.pi)

    /// Returns `k ln(k/m) + m − k`, for `k ≥ 0` and `m > 0`: zero where both are equal, and never negative.
    static func deviance(_ k: Double, from m: Double) -> Double { deviance(k, from: m, difference: k - m) }

    /// Returns the same where the caller knows `k − m` with more digits than the subtraction would leave.
    static func deviance(_ k: Double, from m: Double, difference: Double) -> Double {
        if k == 0 { return m }
        guard m.isFinite, k.isFinite else { return .infinity }
        guard abs(difference) < 0.1 * (k + m) else { return max(0, k * (Libm.log(k) - Libm.log(m)) - difference) }
        // With v = (k − m)/(k + m), ln(k/m) is 2 (v + v³/3 + v⁵/5 + …).
        let v = difference / (k + m)
        var sum = difference * v
        var power = 2 * k * v
        var odd = 3.0
        while true {
            power *= v * v
            let next = sum + power / odd
            if next == sum { return max(0, sum) }
            sum = next
            odd += 2
        }
    }

    /// Returns `ln Γ(x) − ((x − ½) ln x − x + ½ ln 2π)`, for `x > 0`, with an absolute error below 3·10⁻¹⁵.
    static func stirlingError(_ x: Double) -> Double {
        var x = x
        var shift = 0.0
        while x < 16 {
            shift += (x + 0.5) * Libm.log1p(1 / x) - 1
            x += 1
        }
        // The asymptotic series of ln Γ (DLMF 5.11.1), whose next term is below 10⁻¹⁹ here.
        let w = 1 / (x * x)
        let series =
            1.0 / 12 - w
            * (1.0 / 360 - w * (1.0 / 1260 - w * (1.0 / 1680 - w * (1.0 / 1188 - w * (691.0 / 360_360 - w / 156)))))
        return shift + series / x
    }

    /// Returns ln Γ(x), for `x > 0`.
    package static func logGamma(_ x: Double) -> Double {
        (x - 0.5) * Libm.log(x) - x + halfLogTwoPi + stirlingError(x)
    }
}
