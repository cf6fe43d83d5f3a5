import FiresteelBase
import FiresteelDatabase

/// The time in which an experiment or a holdout assigned people in one way: a phase, as the list of experiments has it.
package struct ExperimentPeriod: Sendable, Hashable {
    /// The number, from 1.
    package let number: Int
    /// The time of the change that began it, in milliseconds since 1970.
    package let started: Int64
    /// The time of the change that ended it, in milliseconds since 1970; `nil` while it runs.
    package internal(set) var ended: Int64?

    /// The time that counting a phase again may take, in milliseconds.
    private static let recount: Int64 = 3_600_000

    /// Whether the people of the phase are stored for so long that it can be counted again.
    package func isStored(at now: Int64) -> Bool { ExperimentPhase.isOpen(ended, at: now + Self.recount) }
}

extension ItemTable {
    /// Returns the phases of an environment's experiments by their names, in their order.
    ///
    /// They follow from the versions of the items and the times of their changes. Damaged versions are left out.
    package func experimentPeriods(in environment: String) throws -> [String: [ExperimentPeriod]] {
        let rows = try database.query(
            """
            SELECT v.name, v.value, c.time FROM item_versions v
            JOIN changes c ON c.program = v.program AND c.number = v.change
            WHERE v.program = ? AND v.kind = ? AND v.environment = ? ORDER BY v.change
            """, [.text(program), .text(ItemKind.experiment.rawValue), .text(environment)])
        var phases: [String: [ExperimentPeriod]] = [:]
        for row in rows {
            guard let name = try? row.text("name"), let time = try? row.int64("time"),
                let value = try? row.textIfPresent("value").map({ try JSONValue(json: $0.utf8) }) ?? .null
            else { continue }
            let isRunning = value.members["state"] == "running"
            phases[name, default: []].follow(isRunning ? value.members["phase"]?.intValue ?? 1 : nil, at: time)
        }
        return phases.filter { !$0.value.isEmpty }
    }

    /// Returns the new exclusions of phases whose people are no longer stored, which would have no effect.
    func closedExclusions(in differences: [ItemDifference], at now: Int64) throws -> [ItemDiagnostic] {
        func exclusions(_ value: JSONValue?) -> [JSONValue] { value?.members["excluded"]?.arrayValue ?? [] }
        return try differences.filter { $0.item.kind == .experiment }.flatMap { difference -> [ItemDiagnostic] in
            let known = exclusions(difference.before)
            let new = exclusions(difference.after).enumerated().filter { !known.contains($0.element) }
            guard !new.isEmpty else { return [] }
            let periods = try experimentPeriods(in: difference.item.environment)[difference.item.name] ?? []
            return new.compactMap { index, exclusion in
                let number = exclusion.members["phase"]?.intValue
                guard let period = periods.last(where: { $0.number == number }), !period.isStored(at: now) else {
                    return nil
                }
                return ItemDiagnostic(
                    difference.item, path: "$.excluded[\(index)]",
                    message: "Phase \(period.number) ended 31 days before or earlier. Its people are no longer stored, "
                        + "so they can’t be counted again. Remove the exclusion.")
            }
        }
    }
}

extension [ExperimentPeriod] {
    /// Adds a version of the experiment: the phase in which it runs, or `nil` if it doesn't.
    fileprivate mutating func follow(_ number: Int?, at time: Int64) {
        if let last, last.ended == nil {
            guard last.number != number else { return }
            self[count - 1].ended = time
        }
        if let number { append(ExperimentPeriod(number: number, started: time)) }
    }
}
