/// The tolerated excess of an outcome among exposed runs, before it counts as harm.
///
/// Harm is beyond both limits: a rate that doubles from one in a million is within the difference, and one that rises from
/// 40 % to 41 % may be within the ratio.
public struct GuardMargin: Sendable, Hashable {
    /// The largest tolerated ratio of the rates, at least 1.
    public let ratio: Double
    /// The largest tolerated difference of the rates, from 0 to below 1: 0.01 is one percentage point.
    public let difference: Double

    /// Creates a margin.
    ///
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)``.
    public init(ratio: Double = 1, difference: Double = 0) throws(StatisticsError) {
        try StatisticsError.check("ratio", ratio, ratio >= 1 && ratio <= 1e6, "a number from 1 to 1e6")
        try StatisticsError.check(
            "difference", difference, difference >= 0 && difference < 1, "a number from 0 to below 1")
        self.init(uncheckedRatio: ratio, difference: difference)
    }

    private init(uncheckedRatio ratio: Double, difference: Double) {
        self.ratio = ratio
        self.difference = difference
    }

    /// No rise is tolerated.
    public static let none = GuardMargin(uncheckedRatio: 1, difference: 0)
    /// For failures: a fifth of a percentage point.
    public static let failures = GuardMargin(uncheckedRatio: 1, difference: 0.002)
    /// For abnormal exits: a twentieth of a percentage point.
    public static let abnormalExits = GuardMargin(uncheckedRatio: 1, difference: 0.0005)
}
