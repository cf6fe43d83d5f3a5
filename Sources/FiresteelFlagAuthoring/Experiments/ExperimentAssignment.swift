import FiresteelFlags

/// The part of a flag's definition that assigns units to the arms of its running experiments.
///
/// Each arm is one more variant, whose name has the experiment and its phase, so the exposures that programs report name
/// all three. Where a unit may have several people, each arm has a variant for each of its groups.
/// Every split has its own bucketing key, so that holdout, layer and arms are
/// independent of each other, and of the flag's own splits.
struct ExperimentAssignment {
    /// The experiments by their keys, in the order of these.
    let experiments: [(key: String, experiment: FlagExperiment)]
    /// The share of people who take part in none, in percent.
    let held: Int

    /// The variants of the arms.
    func variants(of flag: EditableFlag) -> [(String, JSONValue)] {
        experiments.flatMap { key, experiment in
            experiment.arms.flatMap { arm in
                guard let value = flag.variant(named: arm)?.value else { return [(String, JSONValue)]() }
                return experiment.variants(of: arm, key).map { ($0, value) }
            }
        }
    }

    /// Returns the targeting: the arms of those who take part, else that of the flag.
    func logic(before rest: JSONValue?) -> JSONValue {
        var operands = experiments.flatMap { key, experiment in
            [JSONValue]([["and": .array(conditions(of: experiment))], arms(of: experiment, key)])
        }
        if let rest { operands.append(rest) }
        return ["if": .array(operands)]
    }

    private func conditions(of experiment: FlagExperiment) -> [JSONValue] {
        var conditions: [JSONValue] = [["!=": [Self.unit(of: experiment), .null]]]
        if held > 0 {
            let shares = Self.shares([("held", held * 100), ("free", FlagExperiment.layerSlots - held * 100)])
            conditions.append(Self.isIn("free", shares, by: "holdout:", experiment))
        }
        conditions += experiment.conditions.map(\.logic)
        conditions.append(
            Self.isIn("in", Self.shares(Self.runs(of: experiment.slots)), by: "layer:\(experiment.layer):", experiment))
        return conditions
    }

    private func arms(of experiment: FlagExperiment, _ key: String) -> JSONValue {
        let shares = zip(experiment.arms, experiment.weights).flatMap { arm, weight in
            experiment.variants(of: arm, key).map { ($0, weight) }
        }
        return Self.split(Self.shares(shares), by: "experiment:\(key)/\(experiment.phase):", experiment)
    }

    /// Returns slots as alternating runs of those within the ranges and those outside.
    private static func runs(of slots: [Range<Int>]) -> [(String, Int)] {
        var runs: [(String, Int)] = []
        var end = 0
        for range in slots {
            runs += [("out", range.lowerBound - end), ("in", range.count)]
            end = range.upperBound
        }
        return runs + [("out", FlagExperiment.layerSlots - end)]
    }

    /// Returns the operands of a split for names with their weights.
    private static func shares(_ shares: [(String, Int)]) -> [JSONValue] {
        shares.filter { $0.1 > 0 }.map { name, weight in [.string(name), .int(weight)] }
    }

    private static func isIn(
        _ name: String, _ shares: [JSONValue], by salt: String, _ experiment: FlagExperiment
    ) -> JSONValue {
        ["==": [split(shares, by: salt, experiment), .string(name)]]
    }

    private static func split(_ shares: [JSONValue], by salt: String, _ experiment: FlagExperiment) -> JSONValue {
        ["fractional": .array([["cat": [.string(salt), unit(of: experiment)]]] + shares)]
    }

    private static func unit(of experiment: FlagExperiment) -> JSONValue { ["var": .string(experiment.unit)] }
}

extension EditableFlags {
    /// The assignments of the flags that have running experiments.
    var assignments: [String: ExperimentAssignment] {
        let running = experiments.filter { $0.value.state == .running && !$0.value.slots.isEmpty }
        let held = holdouts.values.first { $0.state == .running }?.share ?? 0
        return Dictionary(grouping: running.sorted { $0.key < $1.key }) { $0.value.flag }.mapValues { experiments in
            ExperimentAssignment(experiments: experiments.map { (key: $0.key, experiment: $0.value) }, held: held)
        }
    }
}
