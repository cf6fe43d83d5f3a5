/// The results of one operation.
struct Measurement: Codable {
    let operation: String
    /// The unit of the figures.
    var unit = "ns"
    /// The figures, one per round.
    ///
    /// Those of a group's operations are from the same rounds.
    let rounds: [Double]
    /// Allocations per operation, or `nil` if they aren't counted.
    var allocations: Double?

    /// Creates a measurement from a counted figure.
    static func figure(_ operation: String, _ value: Double, _ unit: String) -> Measurement {
        Measurement(operation: operation, unit: unit, rounds: [value])
    }

    var median: Double { rounds.median }

    /// Returns the median of the ratios to another operation in the same rounds, because load of the machine affects
    /// both.
    func ratio(to limit: Measurement) -> Double {
        guard rounds.count == limit.rounds.count else { return median / limit.median }
        return zip(rounds, limit.rounds).map { $0 / $1 }.median
    }

    /// Returns the sum of several operations in the same rounds, each multiplied by its number.
    static func sum(_ operation: String, _ parts: [(Measurement, times: Double)]) -> Measurement {
        let rounds = parts.first?.0.rounds.indices.map { round in
            parts.reduce(0) { $0 + $1.0.rounds[round] * $1.times }
        }
        return Measurement(operation: operation, rounds: rounds ?? [])
    }

    /// Returns the difference between two operations.
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
