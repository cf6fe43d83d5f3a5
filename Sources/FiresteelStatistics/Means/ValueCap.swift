/// A limit of values, so that few units with very large ones don't decide a comparison.
///
/// Compute it from the time before what is compared, so that it is the same for both groups: a capped value is then a value as any other,
/// and its summaries are added and merged. The capped mean is what is compared, and it isn't that of the values.
public struct ValueCap: Sendable, Hashable {
    /// The largest value.
    public let limit: Double

    /// Computes the limit: the smallest value that at least a share of those above zero don't exceed.
    ///
    /// Values of zero aren't counted, since a limit of zero would leave nothing to compare where most units do nothing. The quantile is
    /// the inverse of the empirical distribution, definition 1 of R. Hyndman and Y. Fan, “Sample quantiles in statistical
    /// packages”, 1996.
    ///
    /// - Parameters:
    ///   - share: Above 0, up to 1.
    ///   - values: The values of the units in the time before, in any order.
    /// - Returns: `nil` where no value is above zero.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` for such a share, and for a value that isn't a number.
    public init?(quantile share: Double = 0.99, of values: some Sequence<Double>) throws(StatisticsError) {
        try StatisticsError.check("share", share, share > 0 && share <= 1, "a number above 0, up to 1")
        var positive: [Double] = []
        for value in values {
            try StatisticsError.check("values", value, true, "numbers")
            if value > 0 { positive.append(value) }
        }
        guard !positive.isEmpty else { return nil }
        positive.sort()
        // Rounding of the product must not skip a value.
        let rank = (share * Double(positive.count) * (1 - 1e-15)).rounded(.up)
        limit = positive[max(0, min(positive.count, Int(rank)) - 1)]
    }

    /// Returns the value, or the limit where that is smaller.
    public func callAsFunction(_ value: Double) -> Double { min(value, limit) }
}
