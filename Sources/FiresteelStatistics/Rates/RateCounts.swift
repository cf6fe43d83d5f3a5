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
    init(validAffected affected: Int, of total: Int) {
        self.affected = affected
        self.total = total
    }

    /// The share of affected ones, from 0 to 1, or `nil` without any run.
    public var rate: Double? { total == 0 ? nil : Double(affected) / Double(total) }

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
