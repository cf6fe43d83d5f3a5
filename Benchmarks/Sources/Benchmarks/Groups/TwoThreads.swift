import CBenchmarkSupport
import Firesteel
import FiresteelTimeline

/// Contention between threads that perform.
enum TwoThreads: BenchmarkGroup {
    static let name = "two-threads"
    static let title = "Time per perform of one thread and of two together: timeline in memory"

    static func measure() async throws -> [Measurement] {
        let runtime = try FeatureRuntime.setUp(Program.self)
        let first = runtime.session("First")
        let second = runtime.session("Second")
        var measurements = await Rounds(nanoseconds: 10_000_000).measure([
            Subject("direct calls, one thread") { count in await callDirectly(count) },
            Subject("direct calls, two threads", share: 0.5) { count in
                async let other: Void = callDirectly(count)
                await callDirectly(count)
                await other
            },
            Subject("performs, one thread") { count in await perform(count, in: first) },
            Subject("performs, two threads, each in a session of its own", share: 0.5) { count in
                async let other: Void = perform(count, in: second)
                await perform(count, in: first)
                await other
            },
            Subject("performs, two threads in one session", share: 0.5) { count in
                async let other: Void = perform(count, in: first)
                await perform(count, in: first)
                await other
            },
        ])
        if let own = heldUp(measurements) { measurements.append(own) }
        return measurements
    }

    /// Computes the slowdown by a second thread: the time of two threads relative to one, for performs relative to
    /// direct calls.
    ///
    /// On a shared machine, two threads have less than twice the processor time of one.
    private static func heldUp(_ measurements: [Measurement]) -> Measurement? {
        guard let bareOne = measurements["direct calls, one thread"]?.rounds,
            let bareTwo = measurements["direct calls, two threads"]?.rounds,
            let one = measurements["performs, one thread"]?.rounds,
            let two = measurements["performs, two threads, each in a session of its own"]?.rounds
        else { return nil }
        let rounds = one.indices.map { (two[$0] / one[$0]) / (bareTwo[$0] / bareOne[$0]) }
        return Measurement(
            operation: "performs held up by a second thread, beside direct calls", unit: "×", rounds: rounds)
    }

    @concurrent
    private nonisolated static func callDirectly(_ count: Int) async {
        for _ in 0..<count { bench_keep(await doNothing() ? 1 : 0) }
    }

    @concurrent
    private nonisolated static func perform(_ count: Int, in session: ActionSession) async {
        for _ in 0..<count { await Work.nothing.perform(options: .in(session)) }
    }
}
