/// What was measured of one operation.
struct Measurement: Codable {
    let operation: String
    /// What the figures are in.
    var unit = "ns"
    /// One figure for each round.
    ///
    /// The rounds of a group's operations belong together.
    let rounds: [Double]
    /// Allocations per operation; `nil` where they aren't counted.
    var allocations: Double?

    /// A figure that is counted rather than timed.
    static func figure(_ operation: String, _ value: Double, _ unit: String) -> Measurement {
        Measurement(operation: operation, unit: unit, rounds: [value])
    }

    var median: Double { rounds.median }

    /// The median over the rounds of the ratio to another operation in the same round: what slows the machine down for a
    /// while slows both.
    func ratio(to limit: Measurement) -> Double {
        guard rounds.count == limit.rounds.count else { return median / limit.median }
        return zip(rounds, limit.rounds).map { $0 / $1 }.median
    }

    /// What several operations take one after the other, each as often as given, in the same rounds.
    static func sum(_ operation: String, _ parts: [(Measurement, times: Double)]) -> Measurement {
        let rounds = parts.first?.0.rounds.indices.map { round in
            parts.reduce(0) { $0 + $1.0.rounds[round] * $1.times }
        }
        return Measurement(operation: operation, rounds: rounds ?? [])
    }

    /// By how much one operation takes longer than another.
    static func difference(_ operation: String, _ more: Measurement, _ less: Measurement) -> Measurement {
        Measurement(
            operation: operation, rounds: zip(more.rounds, less.rounds).map { $0 - $1 },
            allocations: more.allocations.flatMap { more in less.allocations.map { more - $0 } })
    }
}

extension [Measurement] {
    subscript(operation: String) -> Measurement? { first { $0.operation == operation } }
}

extension [Double] {
    var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        let middle = count / 2
        return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
