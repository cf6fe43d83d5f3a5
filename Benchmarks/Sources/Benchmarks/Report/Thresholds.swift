import Foundation

/// What operations may take, as ratios to another operation of the same group in the same run.
struct Thresholds: Decodable {
    /// By what part a ratio may exceed its budget before it fails: what a machine that others use as well makes of it.
    let tolerance: Double
    let operations: [Threshold]

    struct Threshold: Decodable {
        let group: String
        let operation: String
        /// What it is compared with.
        ///
        /// Without one, the figure itself has the budget.
        let limit: String?
        let budget: Double?
        /// The most allocations per operation, or the operation that it may allocate as much as.
        let allocations: Double?
        let allocationsOf: String?
    }

    /// - Parameter path: Relative to the folder that the benchmarks run in.
    init(contentsOf path: String) throws {
        self = try JSONDecoder().decode(Thresholds.self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// Sets what was measured beside what it may take.
    func judge(_ measurements: [Measurement], of group: String) throws -> [Row] {
        let own = operations.filter { $0.group == group }
        if let unknown = own.first(where: { measurements[$0.operation] == nil && !measurements.isEmpty }) {
            throw UnknownThresholdError(group: group, operation: unknown.operation)
        }
        return try measurements.map { measurement in
            guard let threshold = own.first(where: { $0.operation == measurement.operation }) else {
                return Row(measurement)
            }
            return Row(
                measurement, threshold,
                limit: try threshold.limit.map { try find($0, in: measurements, of: group) },
                allocationLimit: try threshold.allocationsOf.map { try find($0, in: measurements, of: group) })
        }
    }

    private func find(_ name: String, in measurements: [Measurement], of group: String) throws -> Measurement {
        guard let found = measurements[name] else { throw UnknownThresholdError(group: group, operation: name) }
        return found
    }

    /// A threshold for something that isn't measured would hold whatever happens.
    struct UnknownThresholdError: Error, CustomStringConvertible {
        let group: String
        let operation: String

        var description: String { "Thresholds.json names \"\(operation)\", which \"\(group)\" doesn't measure." }
    }
}

/// One line of the table.
struct Row {
    let operation: String
    let value: Double
    let unit: String
    let ratio: Double?
    let limit: String?
    let budget: Double?
    let allocations: Double?
    let allocationBudget: Double?

    /// A line without a budget, to compare others with.
    init(_ measurement: Measurement) {
        operation = measurement.operation
        value = measurement.median
        unit = measurement.unit
        ratio = nil
        limit = nil
        budget = nil
        allocations = measurement.allocations
        allocationBudget = nil
    }

    init(
        _ measurement: Measurement, _ threshold: Thresholds.Threshold, limit: Measurement?,
        allocationLimit: Measurement?
    ) {
        operation = measurement.operation
        value = measurement.median
        unit = measurement.unit
        ratio = limit.map { measurement.ratio(to: $0) }
        self.limit = limit?.operation
        budget = threshold.budget
        allocations = measurement.allocations
        allocationBudget = threshold.allocations ?? allocationLimit?.allocations
    }

    /// How it stands with its budget: the budget itself, and a tolerance beyond it.
    ///
    /// Allocations have no tolerance, but for what else the process does in a thousand operations.
    func verdict(tolerance: Double) -> Verdict {
        var verdict = Verdict.none
        if let budget {
            let figure = ratio ?? value
            verdict = figure <= budget ? .ok : figure <= budget * (1 + tolerance) ? .near : .over
            if figure.isNaN { verdict = .none }
        }
        if let allocations, let allocationBudget {
            if allocations > allocationBudget + 0.01 { return .over }
            if verdict == .none { verdict = .ok }
        }
        return verdict
    }

    enum Verdict: String {
        case none = ""
        case ok = "OK"
        /// Beyond its budget, within the tolerance.
        case near = "OK (~)"
        case over = "over"
    }
}
