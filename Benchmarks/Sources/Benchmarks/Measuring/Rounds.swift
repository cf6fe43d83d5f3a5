import CBenchmarkSupport

/// Measures operations side by side: every one once per round, and then the next round.
///
/// A loop of our own, since that is what the ratios need. A benchmark library measures one operation for a second and then
/// the next, and on a machine that others use as well both see different machines; its runner is also a package plug-in,
/// which `swift run` doesn't start, and a good part of a minute of building.
@MainActor
struct Rounds {
    /// How often each operation is measured.
    var count = 31
    /// How long an operation is repeated in one round.
    var nanoseconds: UInt64 = 3_000_000
    /// Over how many operations allocations are counted, 0 for not at all.
    var counted = 1_000

    /// The one operation to repeat, and how often, while a profiler watches.
    static var profiled: (operation: String, count: Int)?

    func measure(_ subjects: [Subject]) async -> [Measurement] {
        if let profiled = Self.profiled {
            for subject in subjects where subject.name == profiled.operation { await subject.run(profiled.count) }
            return []
        }
        var repetitions: [Int] = []
        for subject in subjects { repetitions.append(await calibrate(subject)) }
        var times = [[Double]](repeating: [], count: subjects.count)
        for _ in 0..<count {
            for (index, subject) in subjects.enumerated() {
                let began = bench_now()
                await subject.run(repetitions[index])
                let took = bench_now() - began
                times[index].append(Double(took) / Double(repetitions[index]) * subject.share)
            }
        }
        // Counting costs time, so it has a pass of its own.
        var measurements: [Measurement] = []
        for (index, subject) in subjects.enumerated() {
            let allocations =
                counted == 0 ? nil : await Allocations.count(per: counted) { await subject.run(counted) }
            measurements.append(
                Measurement(operation: subject.name, rounds: times[index], allocations: allocations))
        }
        return measurements
    }

    /// How many repetitions make up a round.
    ///
    /// The number doubles until the time is long enough, and so warms up as well.
    private func calibrate(_ subject: Subject) async -> Int {
        var repetitions = 16
        while true {
            // The fastest of three: a wait for a processor must not pass for the time of the operation.
            var took = UInt64.max
            for _ in 0..<3 {
                let began = bench_now()
                await subject.run(repetitions)
                took = min(took, bench_now() - began)
            }
            if took >= nanoseconds { return max(1, Int(UInt64(repetitions) * nanoseconds / took)) }
            repetitions *= 2
        }
    }
}
