import CBenchmarkSupport

/// Counts what is allocated, in the whole process.
@MainActor
enum Allocations {
    /// Allocations of something, divided by how often it does what it does.
    ///
    /// `nil` where they can't be counted. Whatever else runs in the process is counted with it, so the least of three is taken.
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

    /// What a count must find, to be believed: none in a loop that only adds, one in one that makes an array.
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
            "Allocations are counted wrongly: \(none) where there are none, \(one) where there is one."
        }
    }
}
