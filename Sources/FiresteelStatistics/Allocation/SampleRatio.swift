/// A comparison of the sizes of groups with the shares that they were to have.
///
/// A mismatch means that runs or people are missing from a group, so that its figures can't be compared.
public struct SampleRatio: Sendable, Hashable {
    private let observed: [Double]
    private let shares: [Double]
    private let total: Double

    /// Compares the sizes of groups with their shares.
    ///
    /// - Parameters:
    ///   - observed: The size of each group.
    ///   - shares: The intended share of each group, above zero, in any unit: 1 and 1 are halves.
    /// - Throws: ``StatisticsError`` for fewer than two groups, lists of different lengths, negative sizes, and shares that
    ///   aren't above zero or whose sum isn't finite.
    public init(observed: [Int], shares: [Double]) throws(StatisticsError) {
        guard observed.count >= 2 else {
            throw .invalidLength(name: "observed", length: observed.count, allowed: "at least two groups")
        }
        guard shares.count == observed.count else {
            throw .invalidLength(
                name: "shares", length: shares.count, allowed: "one for each of \(observed.count) groups")
        }
        for size in observed { try StatisticsError.check("observed", size) }
        for share in shares {
            try StatisticsError.check("shares", share, share > 0 && share.isFinite, "finite numbers above 0")
        }
        let sum = shares.reduce(0, +)
        try StatisticsError.check("shares", sum, sum.isFinite, "numbers whose sum is finite")
        let normalized = shares.map { $0 / sum }
        try StatisticsError.check(
            "shares", shares.min() ?? 0, normalized.allSatisfy { $0 >= 1e-12 }, "shares of at least 1e-12 of their sum")
        self.observed = observed.map(Double.init)
        self.shares = normalized
        total = self.observed.reduce(0, +)
    }

    /// Pearson's chi-square statistic, zero without any run.
    public var statistic: Double {
        guard total > 0 else { return 0 }
        return zip(observed, shares).reduce(0) { sum, group in
            let expected = total * group.1
            return sum + (group.0 - expected) / expected * (group.0 - expected)
        }
    }

    /// The p-value of “the groups have their shares”, for sizes that are read once.
    public var pValue: Double {
        IncompleteGamma(0.5 * Double(observed.count - 1), 0.5 * statistic).upper
    }

    /// Returns the p-value for sizes that are read while they grow: it is valid at all times together.
    ///
    /// The sequential test of M. Lindon and A. Malek, “Anytime-valid inference for multinomial count data” (2022): the
    /// likelihood of the sizes, averaged over shares by a Dirichlet distribution around the intended ones, divided by that at
    /// the intended ones.
    ///
    /// - Parameter concentration: How near to the intended shares the distribution is: as if so many runs had been seen with
    ///   them. Larger numbers find smaller mismatches, and those later.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` unless the concentration is from 1 to 10⁹.
    public func sequentialPValue(concentration: Double = 10_000) throws(StatisticsError) -> Double {
        RateRatioSequence.pValue(logEvidence: try sequentialLogEvidence(concentration: concentration))
    }

    /// Returns the logarithm of the evidence that the sequential p-value is the inverse of.
    ///
    /// - Parameter concentration: As of ``sequentialPValue(concentration:)``.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` unless the concentration is from 1 to 10⁹.
    public func sequentialLogEvidence(concentration: Double = 10_000) throws(StatisticsError) -> Double {
        try StatisticsError.check(
            "concentration", concentration, concentration >= 1 && concentration <= 1e9, "a number from 1 to 1e9")
        // A quotient of gamma functions, by their saddle points: what grows with the counts cancels except for deviances.
        let sum = total + concentration
        var evidence =
            0.5 * Libm.log(sum / concentration) + SaddlePoint.stirlingError(concentration)
            - SaddlePoint.stirlingError(sum)
        for (size, share) in zip(observed, shares) {
            let prior = concentration * share
            let posterior = size + prior
            evidence +=
                SaddlePoint.deviance(posterior, from: sum * share) - 0.5 * Libm.log(posterior / prior)
                + SaddlePoint.stirlingError(posterior) - SaddlePoint.stirlingError(prior)
        }
        return evidence
    }
}
