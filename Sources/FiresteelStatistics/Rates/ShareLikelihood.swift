/// The likelihood of a ratio of rates, given how many of the affected runs of each stratum are exposed.
///
/// More than 10¹² affected runs count as so many, since a logarithm of more would lose the digits after the point. That
/// only weakens the evidence.
struct ShareLikelihood {
    private struct Term {
        /// The affected runs.
        let affected: Double
        /// The logarithm of unexposed over exposed runs.
        let logOdds: Double
    }

    private let terms: [Term]
    private let exposedAffected: Double
    /// An estimate of the ratio's logarithm, that of Mantel and Haenszel.
    ///
    /// It may be infinite.
    let logarithmEstimate: Double

    init(_ strata: some Sequence<RateStratum>) {
        var terms: [Term] = []
        var exposedAffected = 0.0
        var exposedSum = 0.0
        var unexposedSum = 0.0
        for stratum in strata.lazy.compactMap(StratumTerms.init) where stratum.affected > 0 {
            terms.append(
                Term(affected: stratum.affected, logOdds: Libm.log(stratum.unexposed) - Libm.log(stratum.exposed)))
            exposedAffected += stratum.exposedAffected
            exposedSum += stratum.exposedAffected * (stratum.unexposed / stratum.total)
            unexposedSum += stratum.unexposedAffected * (stratum.exposed / stratum.total)
        }
        let estimate = terms.isEmpty ? 0 : Libm.log(exposedSum) - Libm.log(unexposedSum)
        let weight = min(1, Self.maximumAffected / max(1, terms.reduce(0) { $0 + $1.affected }))
        self.init(
            terms.map { Term(affected: weight * $0.affected, logOdds: $0.logOdds) }, weight * exposedAffected, estimate)
    }

    private static let maximumAffected = 1e12

    private init(_ terms: [Term], _ exposedAffected: Double, _ logarithmEstimate: Double) {
        self.terms = terms
        self.exposedAffected = exposedAffected
        self.logarithmEstimate = logarithmEstimate
    }

    /// The likelihood of the inverse ratio: exposed and unexposed runs change places.
    var inverted: ShareLikelihood {
        ShareLikelihood(
            terms.map { Term(affected: $0.affected, logOdds: -$0.logOdds) },
            terms.reduce(0) { $0 + $1.affected } - exposedAffected, -logarithmEstimate)
    }

    /// Returns the logarithm of the likelihood, averaged over ratios above `exp(logarithm)` and divided by that at it.
    ///
    /// The logarithms above it are `logarithm + s`, where `s` is half-normal with the given scale. What is averaged is
    /// log-concave, so it has one peak, and falls at least as the normal density does.
    func logEvidence(above logarithm: Double, scale: Double) -> Double {
        if terms.isEmpty { return 0 }
        let shares = terms.map { 1 / (1 + Libm.exp($0.logOdds - logarithm)) }
        let curve = Curve(self, shares: shares, scale: scale)
        let peak = curve.peak
        let top = curve.value(peak)
        let rule = GaussLegendre.standard
        let right = peak + curve.reach(from: peak, top: top, direction: 1)
        var sum = rule.integral(from: peak, to: right) { Libm.exp(curve.value($0) - top) }
        if peak > 0 {
            let left = max(0, peak - curve.reach(from: peak, top: top, direction: -1))
            sum += rule.integral(from: left, to: peak) { Libm.exp(curve.value($0) - top) }
        }
        return top + Libm.log(sum) + Libm.log(2 / scale) - SaddlePoint.halfLogTwoPi
    }

    /// The logarithm of the integrand over `s`.
    private struct Curve {
        /// The depth below its top beyond which the integrand is left out.
        static let depth = 36.0

        let likelihood: ShareLikelihood
        /// The shares of exposed runs among affected ones at s = 0.
        let shares: [Double]
        let precision: Double

        init(_ likelihood: ShareLikelihood, shares: [Double], scale: Double) {
            self.likelihood = likelihood
            self.shares = shares
            precision = 1 / (scale * scale)
        }

        func value(_ s: Double) -> Double {
            var value = likelihood.exposedAffected * s - 0.5 * precision * s * s
            let growth = Libm.expm1(s)
            for (term, share) in zip(likelihood.terms, shares) {
                value -= term.affected * Libm.log1p(share * growth)
            }
            return value
        }

        /// The slope, and the amount of the curvature, which is negative.
        func slope(_ s: Double) -> (slope: Double, curvature: Double) {
            var slope = likelihood.exposedAffected - precision * s
            var curvature = precision
            let growth = Libm.exp(s)
            for (term, share) in zip(likelihood.terms, shares) {
                let share = share * growth / (1 + share * (growth - 1))
                slope -= term.affected * share
                curvature += term.affected * share * (1 - share)
            }
            return (slope, curvature)
        }

        /// The point where the integrand is largest, zero or above.
        var peak: Double {
            let start = slope(0)
            guard start.slope > 0 else { return 0 }
            // The slope decreases at least by the precision.
            var low = 0.0
            var high = min(start.slope / precision, 600)
            var s = min(high, start.slope / start.curvature)
            for _ in 0..<100 {
                let (slope, curvature) = slope(s)
                if slope > 0 { low = s } else { high = s }
                let next = s + slope / curvature
                let inside = next > low && next < high ? next : 0.5 * (low + high)
                // A peak that is off by a fraction of its width costs no precision.
                if abs(inside - s) * curvature.squareRoot() < 0.01 { return inside }
                s = inside
            }
            return s
        }

        /// Returns the distance in a direction at which the integrand becomes negligible.
        func reach(from peak: Double, top: Double, direction: Double) -> Double {
            let (slope, curvature) = slope(peak)
            let largest = (2 * Self.depth / precision).squareRoot()
            var reach = min(largest, (2 * Self.depth / curvature).squareRoot())
            if slope * direction < 0 { reach = min(reach, Self.depth / abs(slope)) }
            while reach < largest, value(peak + direction * reach) > top - Self.depth {
                reach = min(largest, 1.5 * reach)
            }
            while value(peak + direction * 0.5 * reach) < top - Self.depth { reach *= 0.5 }
            return reach
        }
    }
}
