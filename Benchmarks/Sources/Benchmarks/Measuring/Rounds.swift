import CBenchmarkSupport

/// Measures operations side by side: each one once per round.
///
/// A benchmark library measures each operation for a second, one after the other, so that on a shared machine their
/// load differs and ratios are unreliable. Its runner is also a package plug-in, which `swift run` doesn't start and
/// which takes long to build.
@MainActor
struct Rounds {
    /// The number of rounds.
    var count = 31
    /// The duration of an operation's repetitions in one round.
    var nanoseconds: UInt64 = 3_000_000
    /// The number of operations whose allocations are counted; 0 disables counting.
    var counted = 1_000

    /// The operation to repeat for a profiler, and the number of repetitions.
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
        // Counting costs time, so it is a separate pass.
        var measurements: [Measurement] = []
        for (index, subject) in subjects.enumerated() {
            let allocations =
                counted == 0 ? nil : await Allocations.count(per: counted) { await subject.run(counted) }
            measurements.append(
                Measurement(operation: subject.name, rounds: times[index], allocations: allocations))
        }
        return measurements
    }

    /// Returns the number of repetitions per round.
    ///
    /// Doubles the number until the time is sufficient, which also warms up.
    private func calibrate(_ subject: Subject) async -> Int {
        var repetitions = 16
        while true {
            // The minimum of three, so that a wait for a processor doesn't count.
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
