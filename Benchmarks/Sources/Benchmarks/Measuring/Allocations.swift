import CBenchmarkSupport

/// Counts the allocations of the whole process.
@MainActor
enum Allocations {
    /// Counts the allocations per operation.
    ///
    /// The minimum of three counts, because those of other threads are included. `nil` if they can't be counted.
    static func count(per operations: Int, _ body: @MainActor () async -> Void) async -> Double? {
        guard bench_counts_allocations() else { return nil }
        var least = UInt64.max
        for _ in 0..<3 {
            bench_start_counting()
            await body()
            bench_stop_counting()
            least = min(least, bench_allocations())
        }
        return Double(least) / Double(operations)
    }

    /// Verifies the counter with a loop without allocations and with one that allocates an array.
    static func check() async throws {
        guard bench_counts_allocations() else { return }
        let none = await count(per: 1_000) { for number in 0..<1_000 { bench_keep(UInt64(number)) } }
        let one = await count(per: 1_000) {
            for number in 0..<1_000 {
                var array = [Int](repeating: number, count: 100)
                array.withUnsafeMutableBytes { bench_keep(UInt64(UInt(bitPattern: $0.baseAddress))) }
            }
        }
        guard none == 0, one == 1 else { throw AllocationCountError(none: none ?? -1, one: one ?? -1) }
    }

    struct AllocationCountError: Error, CustomStringConvertible {
        let none: Double
        let one: Double

        var description: String {
            "The allocation counter is wrong: \(none) instead of 0, \(one) instead of 1 per operation."
        }
    }
}
