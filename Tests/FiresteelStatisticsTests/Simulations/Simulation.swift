import Foundation

/// Repeats of a random experiment, the same in each run.
enum Simulation {
    /// Whether the experiments are repeated as often as the documentation states: `make simulate`.
    static let isFull = ProcessInfo.processInfo.environment["FIRESTEEL_SIMULATE"] == "1"

    /// Returns the results of repeats, in their order, on all processors.
    static func results<Result: Sendable>(
        _ count: Int, seed: UInt64, _ experiment: @escaping @Sendable (inout SeededRandom) -> Result
    ) async -> [Result] {
        let parts = min(count, ProcessInfo.processInfo.activeProcessorCount * 4)
        return await withTaskGroup(of: [(Int, Result)].self) { group in
            for part in 0..<parts {
                group.addTask {
                    stride(from: part, to: count, by: parts).map { index in
                        var random = SeededRandom(seed: seed &* 1_000_003 &+ UInt64(index))
                        return (index, experiment(&random))
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Prints a figure for the documentation.
    static func report(_ text: String) {
        if isFull { print("simulated: \(text)") }
    }

    /// Returns a share as percents.
    static func percent(_ count: Int, of total: Int) -> String {
        String(format: "%.2f %%", 100 * Double(count) / Double(total))
    }
}

/// Random numbers by SplitMix64 (Steele, Lea and Flood, 2014).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Returns a number from 0 to below 1.
    mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns whether something of this probability happens.
    mutating func chance(_ probability: Double) -> Bool { uniform() < probability }

    /// Returns an exponential number with a mean of 1.
    mutating func exponential() -> Double { -log(1 - uniform()) }

    /// Returns a normal number.
    mutating func normal() -> Double { (2 * exponential()).squareRoot() * cos(2 * .pi * uniform()) }

    /// Returns a Poisson number of a small mean.
    mutating func poisson(_ mean: Double) -> Double {
        let limit = exp(-mean)
        var (product, count) = (uniform(), 0.0)
        while product > limit {
            product *= uniform()
            count += 1
        }
        return count
    }

    /// Returns how many of a number of trials happen, in time that grows with the result.
    mutating func binomial(_ trials: Int, _ probability: Double) -> Int {
        if probability <= 0 { return 0 }
        if probability > 0.5 { return trials - binomial(trials, 1 - probability) }
        var count = 0
        var position = 0.0
        let scale = 1 / log1p(-probability)
        while true {
            // The trials up to the next that happens, which are geometric.
            position += (log(1 - uniform()) * scale).rounded(.down) + 1
            if position > Double(trials) { return count }
            count += 1
        }
    }
}
