/// The distribution of durations, in buckets of a fixed scale, so that the histograms of all programs can be added.
///
/// A bucket holds durations of which the largest is at most 25 % above the smallest: each power of two of microseconds has
/// four buckets of equal width, as in HdrHistogram with two bits. Bucket 0 has durations below 1 µs, and the last one those
/// from 2³⁶ µs (19 hours) on.
public struct DurationHistogram: Sendable, Hashable {
    /// The number of buckets.
    public static let bucketCount = 137

    /// The counts of the buckets that aren't empty.
    public private(set) var counts: [Int: Int] = [:]

    /// Creates an empty histogram.
    public init() {}

    /// Creates a histogram with the given counts.
    ///
    /// - Returns: `nil` if a bucket doesn't exist, or a count isn't positive.
    public init?(counts: [Int: Int]) {
        guard counts.allSatisfy({ (0..<Self.bucketCount).contains($0.key) && $0.value > 0 }) else { return nil }
        self.counts = counts
    }

    /// Returns the bucket of a duration in nanoseconds.
    public static func bucket(of nanoseconds: UInt64) -> Int {
        let microseconds = nanoseconds / 1_000
        guard microseconds > 0 else { return 0 }
        let power = UInt64.bitWidth - 1 - microseconds.leadingZeroBitCount
        // The two bits after the highest one.
        let part = power >= 2 ? Int(microseconds >> (power - 2) & 3) : Int(microseconds << (2 - power) & 3)
        return min(1 + power * 4 + part, bucketCount - 1)
    }

    /// Returns the smallest duration of a bucket in microseconds.
    ///
    /// - Precondition: The bucket exists.
    public static func lowerBound(of bucket: Int) -> Double {
        precondition((0..<bucketCount).contains(bucket), "There is no bucket \(bucket)")
        guard bucket > 0 else { return 0 }
        let (power, part) = (bucket - 1).quotientAndRemainder(dividingBy: 4)
        return Double(UInt64(1) << UInt64(power)) * (1 + Double(part) / 4)
    }

    /// Whether nothing was added.
    public var isEmpty: Bool { counts.isEmpty }

    /// Adds a duration in nanoseconds.
    public mutating func add(_ nanoseconds: UInt64) { counts[Self.bucket(of: nanoseconds), default: 0] += 1 }

    /// Adds the durations of another histogram.
    ///
    /// Counts stop at the largest number.
    public mutating func add(_ other: DurationHistogram) {
        for (bucket, count) in other.counts {
            let (sum, overflow) = counts[bucket, default: 0].addingReportingOverflow(count)
            counts[bucket] = overflow ? .max : sum
        }
    }

    /// Returns the duration in microseconds below which a share of the durations is, interpolated within its bucket.
    ///
    /// - Parameter share: From 0 to 1; others count as the nearer of the two.
    /// - Returns: `nil` for an empty histogram. The last bucket has no upper bound, so its lower bound is returned.
    public func quantile(_ share: Double) -> Double? {
        let total = counts.values.reduce(0.0) { $0 + Double($1) }
        guard total > 0, !share.isNaN else { return nil }
        var rest = min(max(share, 0), 1) * total
        for (bucket, count) in counts.sorted(by: { $0.key < $1.key }) {
            guard rest > Double(count) else {
                let lower = Self.lowerBound(of: bucket)
                guard bucket + 1 < Self.bucketCount else { return lower }
                return lower + (Self.lowerBound(of: bucket + 1) - lower) * rest / Double(count)
            }
            rest -= Double(count)
        }
        // Rounding: the share is that of the last duration.
        return counts.keys.max().map(Self.lowerBound)
    }
}
