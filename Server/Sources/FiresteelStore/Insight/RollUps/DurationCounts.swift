import FiresteelTimeline

/// The stored form of durations by bucket, such as `40:3 41:1`.
enum DurationCounts {
    static func text(_ counts: [Int: Int64]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: " ")
    }

    /// Reads counts, or returns `nil` for those that are damaged.
    static func read(_ text: Substring, maximum: Int64) -> [Int: Int64]? {
        var counts: [Int: Int64] = [:]
        for part in text.split(separator: " ") {
            let numbers = part.split(separator: ":").map { Int64($0) }
            guard numbers.count == 2, let bucket = numbers[0], let count = numbers[1],
                (0..<Int64(DurationHistogram.bucketCount)).contains(bucket), (1...maximum).contains(count)
            else { return nil }
            counts[Int(bucket)] = count
        }
        return counts
    }
}
