import FiresteelTimeline
import Testing

@Suite("Histograms of durations")
struct DurationHistogramTests {
    @Test("A duration is between its bucket's bounds, which differ by a quarter at most")
    func bounds() {
        var generator = SystemRandomNumberGenerator()
        for power in 0..<46 {
            for _ in 0..<50 {
                let nanoseconds = UInt64.random(in: (1 << power)...(1 << (power + 1)), using: &generator)
                let bucket = DurationHistogram.bucket(of: nanoseconds)
                let microseconds = Double(nanoseconds / 1_000)
                #expect(DurationHistogram.lowerBound(of: bucket) <= microseconds)
                guard bucket + 1 < DurationHistogram.bucketCount else { continue }
                #expect(microseconds < DurationHistogram.lowerBound(of: bucket + 1))
                guard bucket > 0 else { continue }
                let ratio =
                    DurationHistogram.lowerBound(of: bucket + 1) / DurationHistogram.lowerBound(of: bucket)
                #expect(ratio <= 1.25)
            }
        }
        #expect(DurationHistogram.bucket(of: .max) == DurationHistogram.bucketCount - 1)
        #expect(DurationHistogram.bucket(of: 0) == 0)
    }

    @Test("Buckets rise with durations, without gaps from 4 µs on")
    func order() {
        let buckets = (0..<40_000).map { DurationHistogram.bucket(of: $0 * 1_000) }
        #expect(buckets == buckets.sorted())
        #expect(Set(buckets[4...]).count == buckets[39_999] - buckets[4] + 1)
    }

    @Test("A quantile is within its bucket of the true one")
    func quantiles() throws {
        var histogram = DurationHistogram()
        let durations = (1...10_000).map { UInt64($0) * 1_000 }
        for duration in durations.shuffled() { histogram.add(duration) }
        for share in [0.01, 0.25, 0.5, 0.9, 0.99] {
            let quantile = try #require(histogram.quantile(share))
            #expect(abs(quantile - share * 10_000) <= share * 10_000 * 0.25)
        }
        #expect(DurationHistogram().quantile(0.5) == nil)
        #expect(histogram.quantile(.nan) == nil)
    }

    @Test("A sum has the counts of both, and stops at the largest number")
    func sum() throws {
        var one = try #require(DurationHistogram(counts: [3: 2, 9: 1]))
        one.add(try #require(DurationHistogram(counts: [3: 5, 12: .max])))
        #expect(one.counts == [3: 7, 9: 1, 12: .max])
        one.add(try #require(DurationHistogram(counts: [12: 1])))
        #expect(one.counts[12] == .max)
        #expect(DurationHistogram(counts: [DurationHistogram.bucketCount: 1]) == nil)
        #expect(DurationHistogram(counts: [0: 0]) == nil)
    }
}
