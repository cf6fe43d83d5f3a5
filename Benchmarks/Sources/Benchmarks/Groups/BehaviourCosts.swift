import CBenchmarkSupport
import Firesteel
import FiresteelBehaviour
import FiresteelTimeline

/// The cost of counting behaviour for the performing thread, its memory, and the time of suggestions.
enum BehaviourCosts: BenchmarkGroup {
    static let name = "behaviour"
    static let title = "What people do next: timelines in memory"

    /// The time between two reads of the measured runtime, so that one is in progress in most rounds.
    private static let pause = Duration.milliseconds(5)
    /// The performs between two reads, less than a lap of the timeline.
    private static let performs = 10_000
    private static let sessions = 1_000

    static func measure() async throws -> [Measurement] {
        let alone = try FeatureRuntime(Program.self)
        let counted = try FeatureRuntime(Program.self)
        let reading = Task.detached {
            while !Task.isCancelled {
                await counted.behaviour.read()
                try? await Task.sleep(for: pause)
            }
        }
        var measurements = await Rounds(counted: 0).measure([
            Subject("perform, alone") { count in await perform(count, in: alone.main) },
            Subject("perform, behaviour read") { count in await perform(count, in: counted.main) },
        ])
        reading.cancel()
        await reading.value
        measurements += try await memory()
        return measurements
    }

    /// Measures the memory in use after real performs, each of which is counted, and the time of suggestions then.
    private static func memory() async throws -> [Measurement] {
        // Counting includes the set-up, so that memory freed later was also counted when it was allocated.
        bench_start_counting()
        let runtime = try FeatureRuntime(Program.self)
        let open = (0..<sessions).map { runtime.session("Session", principal: Principal("\($0)")) }
        func use(_ count: Int) async -> Int64 {
            for number in 0..<count {
                let options = PerformOptions.in(open[number % sessions])
                // Two of three actions of a session are the same.
                if number % (3 * sessions) < sessions {
                    await Work.nothing.perform(options: options)
                } else {
                    await Fourth.nothing.perform(options: options)
                }
                if number % performs == 0 { await runtime.behaviour.read() }
            }
            await runtime.behaviour.read()
            return bench_live_bytes()
        }
        let before = await use(1_000_000)
        let after = await use(9_000_000)
        bench_stop_counting()
        let counted = await runtime.behaviour.actions().reduce(0) { $0 + $1.performs }
        guard counted == 10_000_000 else { throw LostEventsError() }
        var measurements = await Rounds(counted: 0).measure([
            Subject("suggestions") { count in
                for number in 0..<count {
                    let next = await runtime.behaviour.suggestions(in: open[number % sessions])
                    bench_keep(UInt64(next.count))
                }
            }
        ])
        if bench_counts_allocations() {
            let name = "bytes in use after 10,000,000 performs, more than after 1,000,000"
            measurements.append(.figure(name, Double(after - before), "bytes"))
        }
        return measurements
    }

    private static func perform(_ count: Int, in session: ActionSession) async {
        for _ in 0..<count { await Work.nothing.perform(options: .in(session)) }
    }

    /// An error if events were overwritten before they were counted, which makes the figures invalid.
    private struct LostEventsError: Error {}
}
