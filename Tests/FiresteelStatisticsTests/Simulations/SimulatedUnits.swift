import FiresteelStatistics
import Foundation

/// The values of units of an experiment.
struct SimulatedUnits: Sendable {
    /// The second number of a unit.
    enum Other { case none, denominator, covariate }

    var name: String
    var other = Other.none
    /// The effective count from which groups of very different sizes are compared.
    var unequalMinimum: Double?
    /// The probability of values that are all 0 or 1, which many units are drawn with together.
    var rate: Double?
    /// The mean for a factor of the treatment's effect.
    var mean: @Sendable (Double) -> Double
    /// A unit's numbers for such a factor.
    var draw: @Sendable (_ factor: Double, _ random: inout SeededRandom) -> (Double, Double) = { _, _ in (0, 0) }

    /// Values of five shapes: rare and frequent conversions, counts, skewed and mostly missing amounts; with a covariate, ratios, and
    /// capped amounts.
    static let all = [
        SimulatedUnits(name: "conversion of 0.5 %", unequalMinimum: 100, rate: 0.005, mean: { 0.005 * $0 }),
        SimulatedUnits(name: "conversion of 30 %", rate: 0.3, mean: { 0.3 * $0 }),
        SimulatedUnits(name: "Poisson counts, mean 0.5", mean: { 0.5 * $0 }, draw: { ($1.poisson(0.5 * $0), 0) }),
        SimulatedUnits(
            name: "log-normal, σ 1.5", unequalMinimum: 300, mean: { $0 * exp(1.125) },
            draw: { ($0 * exp(1.5 * $1.normal()), 0) }),
        SimulatedUnits(
            name: "log-normal, σ 1, of 10 %", unequalMinimum: 100, mean: { 0.1 * $0 * exp(0.5) },
            draw: { ($1.chance(0.1) ? $0 * exp($1.normal()) : 0, 0) }),
        counts(.covariate),
        // Some units perform and fail more.
        SimulatedUnits(
            name: "failures per perform, 2 %", other: .denominator, mean: { 0.02 * $0 },
            draw: { factor, random in
                let performs = 1 + random.poisson(3)
                let rate = min(1, 0.02 * factor * exp(0.8 * random.normal() - 0.32))
                return (Double(random.binomial(Int(performs), rate)), performs)
            }),
        // The cap is the 99th percentile without an effect.
        SimulatedUnits(
            name: "log-normal, σ 1.5, capped", unequalMinimum: 100,
            mean: { factor in
                let z = log(cap / factor) / 1.5
                let below = factor * exp(1.125) * NormalDistribution.cumulative(z - 1.5)
                return below + cap * NormalDistribution.survival(z)
            }, draw: { (min(cap, $0 * exp(1.5 * $1.normal())), 0) }),
    ]

    private static let cap = exp(1.5 * 2.326347874)

    /// Counts of units that differ, with the count of the time before as covariate.
    static func counts(_ other: Other) -> SimulatedUnits {
        SimulatedUnits(
            name: "counts of units that differ", other: other, mean: { 2 * $0 },
            draw: { factor, random in
                let activity = 2 * exp(0.8 * random.normal() - 0.32)
                return (random.poisson(activity * factor), random.poisson(activity))
            })
    }

    /// A group's sums.
    struct Sums: Sendable {
        var count = 0
        var (x, y, xx, yy, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)
    }

    func add(_ count: Int, factor: Double, to sums: inout Sums, _ random: inout SeededRandom) {
        sums.count += count
        if let rate {
            let happened = Double(random.binomial(count, rate * factor))
            sums.x += happened
            sums.xx += happened
            return
        }
        for _ in 0..<count {
            let (x, y) = draw(factor, &random)
            sums.x += x
            sums.y += y
            sums.xx += x * x
            sums.yy += y * y
            sums.xy += x * y
        }
    }

    /// Returns the estimates of treatment and control, without those that can't be computed.
    func estimates(_ groups: [Sums]) throws -> [MeanEstimate] {
        let values = try groups.map { try MeanSummary(count: $0.count, sum: $0.x, sumOfSquares: $0.xx) }
        if other == .none { return values.compactMap { MeanEstimate($0) } }
        let others = try groups.map { try MeanSummary(count: $0.count, sum: $0.y, sumOfSquares: $0.yy) }
        if other == .denominator {
            return try groups.indices.compactMap {
                try RatioSummary(numerators: values[$0], denominators: others[$0], sumOfProducts: groups[$0].xy)
                    .estimate
            }
        }
        let pairs = try groups.indices.map {
            try CovariateSummary(values: values[$0], covariates: others[$0], sumOfProducts: groups[$0].xy)
        }
        let factor = try CovariateSummary.factor(pairs[0], pairs[1])
        return pairs.compactMap { $0.adjusted(by: factor) }
    }
}
