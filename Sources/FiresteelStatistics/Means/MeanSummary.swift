/// The summary from which a mean and its error are computed: the number of values, their mean, and their squared deviations from it.
///
/// Summaries of parts can be merged, and give the same result as all values together. The updates are those of B. Welford
/// (1962) and of Chan, Golub and LeVeque (1979), which don't lose the digits of values that are far from zero.
public struct MeanSummary: Sendable, Hashable {
    /// A summary of no values.
    public static let none = MeanSummary()

    /// The number of values.
    public private(set) var count: Double = 0
    /// The mean, zero without any value.
    public private(set) var mean: Double = 0
    private(set) var squaredDeviations: Double = 0

    private init() {}

    /// Summarizes values.
    ///
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` for a value that isn't finite, and where the
    ///   squares of the values overflow.
    public init(_ values: some Sequence<Double>) throws(StatisticsError) {
        for value in values { try add(value) }
    }

    /// Creates a summary from sums, as a database computes them.
    ///
    /// - Parameters:
    ///   - count: The number of values.
    ///   - sum: The sum of the values.
    ///   - sumOfSquares: The sum of the squares of the values. Digits that the subtraction of the mean cancels are lost.
    /// - Throws: ``StatisticsError`` for a negative count, for sums that aren't finite, and where no values have such sums.
    public init(count: Int, sum: Double, sumOfSquares: Double) throws(StatisticsError) {
        try StatisticsError.check("count", count)
        try StatisticsError.check("sum", sum, sum.isFinite && (count > 0 || sum == 0), "the finite sum of the values")
        let number = Double(count)
        let squaredMean = count == 0 ? 0 : sum / number * sum
        // Rounding may leave less than the square of the mean.
        let isPossible = sumOfSquares.isFinite && squaredMean.isFinite && sumOfSquares >= squaredMean * (1 - 1e-9)
        try StatisticsError.check(
            "sumOfSquares", sumOfSquares, isPossible && (count > 0 || sumOfSquares == 0),
            "the finite sum of the squares of the values, at least sum²/count")
        guard count > 0 else { return }
        self.count = number
        mean = sum / number
        squaredDeviations = count == 1 ? 0 : max(0, sumOfSquares - squaredMean)
    }

    /// Summarizes counts as values of one for each affected run and zero for each other.
    public init(_ counts: RateCounts) {
        guard let rate = counts.rate else { return }
        count = Double(counts.total)
        mean = rate
        squaredDeviations = count * rate * (1 - rate)
    }

    /// Summarizes values that are all zero.
    init(zeros count: Double) { self.count = count }

    /// Adds a value.
    ///
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` for a value that isn't finite, and where its
    ///   square overflows. The summary is then as it was.
    public mutating func add(_ value: Double) throws(StatisticsError) {
        let difference = value - mean
        let newMean = mean + difference / (count + 1)
        let newDeviations = squaredDeviations + difference * (value - newMean)
        try StatisticsError.check(
            "value", value, value.isFinite && newDeviations.isFinite, "a finite number whose square is finite")
        count += 1
        mean = newMean
        squaredDeviations = max(0, newDeviations)
    }

    /// The variance of the values, divided by their number less one, or `nil` for fewer than two.
    public var variance: Double? { count < 2 ? nil : squaredDeviations / (count - 1) }

    /// The summary of the values of both.
    ///
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` where squares overflow.
    public func merged(with other: MeanSummary) throws(StatisticsError) -> MeanSummary {
        if other.count == 0 { return self }
        var merged = MeanSummary()
        merged.count = count + other.count
        let difference = other.mean - mean
        merged.mean = mean + difference * (other.count / merged.count)
        merged.squaredDeviations =
            squaredDeviations + other.squaredDeviations + difference * difference * count * (other.count / merged.count)
        try StatisticsError.check(
            "mean", other.mean, merged.squaredDeviations.isFinite, "a summary whose values have finite squares")
        return merged
    }
}
