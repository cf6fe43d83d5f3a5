/// The number of runs or people, and of affected ones.
public struct RateCounts: Sendable, Hashable {
    /// No runs.
    public static let none = RateCounts(validAffected: 0, of: 0)

    /// The affected ones.
    public let affected: Int
    /// All of them.
    public let total: Int

    /// Creates counts.
    ///
    /// - Throws: ``StatisticsError/invalidCount(name:value:allowed:)`` for a negative count, and where more are affected than
    ///   there are.
    public init(affected: Int, of total: Int) throws(StatisticsError) {
        try StatisticsError.check("total", total)
        try StatisticsError.check("affected", affected)
        guard affected <= total else {
            throw .invalidCount(name: "affected", value: affected, allowed: "at most the total, \(total)")
        }
        self.init(validAffected: affected, of: total)
    }

    /// Creates counts that the caller has checked.
    package init(validAffected affected: Int, of total: Int) {
        self.affected = affected
        self.total = total
    }

    /// The share of affected ones, from 0 to 1, or `nil` without any run.
    public var rate: Double? { total == 0 ? nil : Double(affected) / Double(total) }

    /// The Wilson score interval of the rate with 95 % confidence, or `nil` without any run.
    ///
    /// It assumes independent runs, and is for data that is evaluated once. E. B. Wilson, “Probable inference, the law of succession,
    /// and statistical inference”, 1927.
    public var interval: ConfidenceInterval? {
        guard let rate else { return nil }
        let runs = Double(total)
        let square = Self.width * Self.width
        let center = rate + square / (2 * runs)
        let half = Self.width * ((rate * (1 - rate) + square / (4 * runs)) / runs).squareRoot()
        let scale = 1 + square / runs
        return ConfidenceInterval(max(0, (center - half) / scale), min(1, (center + half) / scale))
    }

    private static let width = NormalDistribution.upperQuantile(0.025)

    /// The sums of two counts.
    ///
    /// Sums that no integer can represent are the largest one.
    public static func + (left: RateCounts, right: RateCounts) -> RateCounts {
        let (affected, _) = left.affected.addingReportingOverflow(right.affected)
        let (total, overflows) = left.total.addingReportingOverflow(right.total)
        guard !overflows else { return RateCounts(validAffected: affected < 0 ? .max : affected, of: .max) }
        return RateCounts(validAffected: affected, of: total)
    }
}
