import Foundation

/// The budgets of operations, as ratios to another operation of the same group and run.
struct Thresholds: Decodable {
    /// The fraction by which a ratio may exceed its budget, for the noise of a shared machine.
    let tolerance: Double
    let operations: [Threshold]

    struct Threshold: Decodable {
        let group: String
        let operation: String
        /// The operation to compare with.
        ///
        /// If `nil`, the budget applies to the figure itself.
        let limit: String?
        let budget: Double?
        /// The maximum number of allocations per operation, or the operation with that number.
        let allocations: Double?
        let allocationsOf: String?
    }

    /// Reads the thresholds.
    ///
    /// - Parameter path: The path of the file, relative to the working folder.
    init(contentsOf path: String) throws {
        self = try JSONDecoder().decode(Thresholds.self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// Compares measurements with their thresholds.
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

    /// An error for a threshold of an operation that isn't measured, which would never fail.
    struct UnknownThresholdError: Error, CustomStringConvertible {
        let group: String
        let operation: String

        var description: String { "Thresholds.json names \"\(operation)\", which \"\(group)\" doesn't measure." }
    }
}

/// A row of the table.
struct Row {
    let operation: String
    let value: Double
    let unit: String
    let ratio: Double?
    let limit: String?
    let budget: Double?
    let allocations: Double?
    let allocationBudget: Double?

    /// Creates a row without a budget, for comparison.
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

    /// Compares the figure with its budget and the tolerance.
    ///
    /// Allocations have no tolerance, except for those of other threads during a thousand operations.
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
        /// Over its budget, within the tolerance.
        case near = "OK (~)"
        case over = "over"
    }
}
