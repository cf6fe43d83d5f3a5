/// The histograms of many units, for a quantile of all their values and its error: the duration that 99 % of performs are below.
///
/// The units are independent, and each may have any number of values, which depend on each other. The summary has the sums from
/// which the variance of the share of values below each bound follows, and so that of a quantile, interpolated within its bucket, by the
/// delta method: A. Deng, U. Knoblich, J. Lu, “Applying the delta method in metric analytics”, 2018. Compare two quantiles by a
/// ``MeanComparison`` of their estimates.
///
/// - The interpolated quantile differs from that of the values by less than a bucket's width, in both groups alike where they are
///   equal.
/// - A quantile is nearly a mean of units, which an ``AsymptoticSequence`` applies to. Sequences for quantiles themselves
///   (S. Howard, A. Ramdas, “Sequential estimation of quantiles”, 2022) need independent values, and compare no two groups.
public struct HistogramSummary: Sendable, Hashable {
    /// The smallest value of each bucket, ascending.
    ///
    /// The last bucket has no upper bound.
    public let bounds: [Double]
    /// Sums over units, which can be stored, added and subtracted one by one.
    ///
    /// The number of units, the sums of n and n², for n values of a unit; and then, for each bound but the first, the sums of s, s²,
    /// s s⁺ and s n, for s values below the bound and s⁺ below the next one, which are all n for the last.
    public private(set) var sums: [Double]

    /// Creates a summary.
    ///
    /// - Parameters:
    ///   - bounds: The smallest value of each bucket, ascending: at least two.
    ///   - sums: The stored ``sums`` of a summary with these bounds, or `nil` for no units.
    /// - Throws: ``StatisticsError`` for bounds that aren't finite or don't ascend, and for sums of another number, or negative or
    ///   infinite ones.
    public init(bounds: [Double], sums: [Double]? = nil) throws(StatisticsError) {
        guard bounds.count >= 2 else {
            throw .invalidLength(name: "bounds", length: bounds.count, allowed: "at least two bounds")
        }
        for (bound, next) in zip(bounds, bounds.dropFirst() + [.infinity]) {
            try StatisticsError.check("bounds", bound, bound.isFinite && bound < next, "finite numbers that ascend")
        }
        let length = 3 + 4 * (bounds.count - 1)
        self.bounds = bounds
        self.sums = sums ?? [Double](repeating: 0, count: length)
        guard self.sums.count == length else {
            throw .invalidLength(name: "sums", length: self.sums.count, allowed: "\(length) for \(bounds.count) bounds")
        }
        for sum in self.sums {
            try StatisticsError.check("sums", sum, sum >= 0 && sum.isFinite, "finite numbers of at least 0")
        }
    }

    /// Adds a unit.
    ///
    /// - Parameter counts: The number of the unit's values in each bucket; those that are empty may be missing.
    /// - Throws: ``StatisticsError/invalidCount(name:value:allowed:)`` for a negative count and for a bucket that doesn't exist. The
    ///   summary is then as it was.
    public mutating func add(_ counts: [Int: Int]) throws(StatisticsError) {
        var total = 0.0
        var values = [Double](repeating: 0, count: bounds.count)
        for (bucket, count) in counts {
            guard bounds.indices.contains(bucket) else {
                throw .invalidCount(name: "bucket", value: bucket, allowed: "a bucket from 0 to \(bounds.count - 1)")
            }
            try StatisticsError.check("count", count)
            values[bucket] = Double(count)
            total += values[bucket]
        }
        sums[0] += 1
        sums[1] += total
        sums[2] += total * total
        var below = 0.0
        for (bucket, index) in zip(values.indices, stride(from: 3, to: sums.count, by: 4)) {
            below += values[bucket]
            let next = bucket + 2 == bounds.count ? total : below + values[bucket + 1]
            sums[index] += below
            sums[index + 1] += below * below
            sums[index + 2] += below * next
            sums[index + 3] += below * total
        }
    }

    /// The summary of the units of both.
    ///
    /// - Throws: ``StatisticsError/invalidLength(name:length:allowed:)`` for other bounds.
    public func merged(with other: HistogramSummary) throws(StatisticsError) -> HistogramSummary {
        guard other.bounds == bounds else {
            throw .invalidLength(name: "bounds", length: other.bounds.count, allowed: "a summary with the same bounds")
        }
        var merged = self
        for index in sums.indices { merged.sums[index] += other.sums[index] }
        return merged
    }

    /// Returns the value that a share of all values is below.
    ///
    /// The mean of the estimate is the quantile, in the unit of the bounds; its variance is that of one unit.
    ///
    /// - Parameter share: Between 0 and 1, without both: 0.5 is the median.
    /// - Returns: `nil` for fewer than two units, and for a quantile in the last bucket, which has no upper bound.
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)``.
    public func quantile(_ share: Double) throws(StatisticsError) -> MeanEstimate? {
        try StatisticsError.checkProbability("share", share)
        let (units, total) = (sums[0], sums[1])
        guard units >= 2, total > 0 else { return nil }
        let target = share * total
        guard let upper = (1..<bounds.count).first(where: { below($0).sum >= target }) else { return nil }
        let (low, high) = (below(upper - 1), below(upper))
        let inside = high.sum - low.sum
        let part = (target - low.sum) / inside
        let rest = 1 - part
        // Each unit's number of values below the quantile less its share of them, whose mean is zero.
        let squares =
            rest * (rest * low.squares + 2 * part * low.next) + part * part * high.squares
            + share * (share * sums[2] - 2 * (rest * low.totals + part * high.totals))
        let shareVariance = max(0, squares) / (units - 1) * (units / total) * (units / total)
        let width = bounds[upper] - bounds[upper - 1]
        let slope = width * (total / inside)
        let counts = [
            // The values below and above it, and those of its bucket, which its error is computed from.
            MeanEstimate.effectiveCount(units, mean: share, variance: shareVariance),
            MeanEstimate.effectiveCount(units, mean: 1 - share, variance: shareVariance),
            total / sums[2] * total, inside,
        ]
        let quantile = bounds[upper - 1] + part * width
        return MeanEstimate(
            count: units, mean: quantile, variance: shareVariance * slope * slope, unadjustedMean: quantile,
            effectiveCount: counts.min() ?? 0)
    }

    /// Returns the sums of the values below a bound.
    private func below(_ bound: Int) -> (sum: Double, squares: Double, next: Double, totals: Double) {
        guard bound > 0 else { return (0, 0, 0, 0) }
        let index = 4 * bound - 1
        return (sums[index], sums[index + 1], sums[index + 2], sums[index + 3])
    }
}
