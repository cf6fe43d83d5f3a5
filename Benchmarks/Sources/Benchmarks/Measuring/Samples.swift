import CBenchmarkSupport

/// The durations of single calls, for percentiles.
struct Samples {
    private let sorted: [UInt64]

    init(count: Int, _ body: () -> Void) {
        let times = [UInt64](unsafeUninitializedCapacity: count) { buffer, initialized in
            // Touches every page before the first call.
            buffer.initialize(repeating: 0)
            for index in 0..<count {
                let began = bench_now()
                body()
                buffer[index] = bench_now() - began
            }
            initialized = count
        }
        sorted = times.sorted()
    }

    func percentile(_ part: Double) -> Double {
        sorted.isEmpty ? .nan : Double(sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))])
    }
}
