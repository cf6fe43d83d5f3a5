import FiresteelStatistics
import FiresteelTimeline

/// The durations of a unit as sums from which quantiles follow, and the summary that such sums are.
///
/// The sums of the numbers n of durations and of n² have the measure of the metric alone; those of each bound, the bound as well:
/// s, s², s s⁺ and s n as `HistogramSummary` has them.
struct DurationSums {
    /// The smallest durations of the buckets, in milliseconds.
    static let bounds = (0..<DurationHistogram.bucketCount).map { DurationHistogram.lowerBound(of: $0) / 1_000 }

    private let counts: [Int: Int64]

    /// Creates the sums of a unit, of which at most ``ExperimentUnit/maximumPerforms`` durations count.
    init(_ counts: [Int: Int64]) {
        let total = counts.values.reduce(0.0) { $0 + Double($1) }
        let factor = Double(ExperimentUnit.maximumPerforms) / max(1, total)
        self.counts = factor >= 1 ? counts : counts.mapValues { Int64((Double($0) * factor).rounded(.up)) }
    }

    /// The ends of the measures of the sums, in their order: none, and the bounds from the second one on.
    static let suffixes = [""] + (1..<bounds.count).map { ":\($0)" }

    /// Adds the sums in the order of ``suffixes``.
    func add(to sums: inout [ExperimentSums], times factor: Double) {
        let total = counts.values.reduce(0.0) { $0 + Double($1) }
        guard total > 0, let least = counts.keys.min() else { return }
        var base = ExperimentSums()
        (base.x, base.xx) = (total, total * total)
        sums[0].add(base, times: factor)
        var below = Double(counts[least] ?? 0)
        for bound in (least + 1)..<Self.bounds.count {
            let next = bound + 1 == Self.bounds.count ? total : below + Double(counts[bound] ?? 0)
            var one = ExperimentSums()
            (one.x, one.xx, one.y, one.yy) = (below, below * below, below * next, below * total)
            sums[bound].add(one, times: factor)
            below = next
        }
    }

    /// Returns the summary of the units of an arm.
    ///
    /// - Parameters:
    ///   - units: The number of units, those without durations included.
    ///   - sums: Returns the sums with the end of their measure.
    static func summary(
        units: Int, _ sums: (String) -> ExperimentSums
    ) throws(StatisticsError) -> HistogramSummary {
        let base = sums("")
        var all = [Double(units), base.x, base.xx]
        for bound in 1..<bounds.count {
            let one = sums(":\(bound)")
            all += [one.x, one.xx, one.y, one.yy]
        }
        return try HistogramSummary(bounds: bounds, sums: all)
    }
}

/// The times from the exposure to the first success, in buckets, so that a page reads few sums.
enum FirstSuccessTimes {
    /// The largest times of the buckets, in seconds: from 1 second to 28 days.
    static let bounds: [Double] =
        [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200]
        + (1...28).map { Double($0) * day }
    static let day = 86_400.0

    /// Returns the bucket of a time in milliseconds and one more, or `nil` without a success and for a later one.
    static func bucket(of moment: Int64) -> Int? {
        guard moment > 0 else { return nil }
        let seconds = Double(moment - 1) / 1_000
        return bounds.firstIndex { seconds <= $0 }
    }

    /// Returns the times of the units of an arm, as far as they are known.
    ///
    /// - Parameters:
    ///   - days: The beginnings of the days of exposures in milliseconds, with their numbers of units.
    ///   - until: The time until which sessions count.
    ///   - events: Returns the number of units of a day whose first success is in a bucket.
    static func summary(
        _ days: [(day: Int64, units: Int)], until: Int64, events: (Int64, Int) -> Int
    ) throws(StatisticsError) -> SurvivalSummary {
        var summary = SurvivalSummary.none
        for (start, units) in days {
            // The last of the day was observed for so long.
            let observed = Double(until - start - InsightTime.day) / 1_000
            guard observed >= 0, units > 0 else { continue }
            var rest = units
            for (bucket, bound) in bounds.enumerated() where bound <= observed {
                let found = min(events(start, bucket), rest)
                try summary.add(time: bound, events: found, censored: 0)
                rest -= found
            }
            try summary.add(time: observed, events: 0, censored: rest)
        }
        return summary
    }
}
