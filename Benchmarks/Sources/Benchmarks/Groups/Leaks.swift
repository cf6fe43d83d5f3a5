import CBenchmarkSupport
import Firesteel
import FiresteelTimeline

/// The memory in use after a million performs.
enum Leaks: BenchmarkGroup {
    static let name = "leaks"
    static let title = "Bytes in use after 1,000,000 performs, more than before"

    static func measure() async throws -> [Measurement] {
        guard bench_counts_allocations() else { return [] }
        // Counting includes the set-up, so that memory freed during the performs was also counted when it was
        // allocated.
        bench_start_counting()
        let folder = try TemporaryFolder()
        try FeatureRuntime.setUp(Program.self, RuntimeConfiguration(storage: .folder(folder.path)))
        let measurements = [
            await growth("performs", PerformSubjects.nothing),
            await growth("performs with a String recorded", PerformSubjects.described),
            await growth("performs of a UIAction", PerformSubjects.atOnce),
            await growth("performs from synchronous code", PerformSubjects.fromSynchronousCode),
        ]
        bench_stop_counting()
        try folder.remove()
        return measurements
    }

    private static func growth(_ name: String, _ subject: Subject) async -> Measurement {
        await subject.run(10_000)
        let before = bench_live_bytes()
        await subject.run(1_000_000)
        return .figure(name, Double(bench_live_bytes() - before), "bytes")
    }
}
