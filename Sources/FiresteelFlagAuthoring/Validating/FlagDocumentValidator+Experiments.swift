import FiresteelFlags

extension FlagDocumentValidator {
    /// Validates all experiments and holdouts.
    ///
    /// What an ended experiment names may no longer exist.
    mutating func checkExperiments() {
        for key in Set(items.experiments.keys).union(items.holdouts.keys) where !Self.isExperimentKey(key) {
            report(
                .experiment(key), LogicPath(),
                "The name must have 1 to 60 lowercase letters, digits and hyphens, and not begin with a hyphen.")
        }
        for (key, experiment) in items.experiments where experiment.state != .ended { check(experiment, key) }
        checkFlagsOfSeveral()
        let holdouts = items.holdouts.filter { $0.value.state == .running }.keys.sorted()
        for key in holdouts.dropFirst() {
            report(
                .experiment(key), LogicPath().word("state"),
                "The environment already has the holdout “\(holdouts[0])”. End that first.")
        }
    }

    mutating func check(_ experiment: FlagExperiment, _ key: String) {
        let item = FlagDocumentItem.experiment(key)
        check(experiment.conditions, item, LogicPath().word("if"))
        checkAttribute(experiment.unit, item, LogicPath().word("unit"))
        if experiment.hasGroups { checkMetrics(of: experiment, item) }
        guard let flag = items.flags[experiment.flag] else {
            return report(
                item, LogicPath().word("flag"),
                "There is no flag “\(experiment.flag)” in this environment. Add it and its targeting, or end or remove the experiment."
            )
        }
        if flag.isArchived, experiment.state == .running {
            report(
                item, LogicPath().word("flag"),
                "The flag “\(experiment.flag)” is archived. Restore it, or end the experiment.")
        }
        variants = Set(flag.variants.map { ExactText(text: $0.name) })
        for (index, arm) in experiment.arms.enumerated() {
            let path = LogicPath().word("arms").element(index)
            checkVariant(arm, of: flag, item, path)
            let taken = experiment.variants(of: arm, key).first { variants.contains(ExactText(text: $0)) }
            if let taken {
                report(
                    item, path, "The flag has a variant “\(taken)”, the name that the arm needs. Rename the variant.")
            }
            let bytes = experiment.hasGroups ? flag.variant(named: arm)?.value.json().utf8.count ?? 0 : 0
            if bytes > FlagDocumentLimits.groupedValue {
                report(
                    item, path,
                    "The value of the variant has \(bytes) bytes, and with a unit other than a person at most \(FlagDocumentLimits.groupedValue) are possible, since each of \(FlagExperiment.groups) groups has the value."
                )
            }
        }
    }

    /// Reports metrics that aren't summed by group.
    private mutating func checkMetrics(of experiment: FlagExperiment, _ item: FlagDocumentItem) {
        let metrics = [
            ("primary", experiment.primary.map { [$0] } ?? []), ("guardrails", experiment.guardrails),
            ("secondary", experiment.secondary),
        ]
        for (name, metrics) in metrics where !metrics.allSatisfy(\.isSummedByGroup) {
            report(
                item, LogicPath().word(name),
                "Where people are split by “\(experiment.unit)”, quantiles, times to a success, and returns on a day or in a week can’t be compared. Choose another measure, or split by person."
            )
        }
    }

    /// Reports running experiments of one flag in several layers: one that joins would take people from another.
    private mutating func checkFlagsOfSeveral() {
        var layers: [String: (key: String, layer: String)] = [:]
        for (key, experiment) in items.experiments.sorted(by: { $0.key < $1.key }) where experiment.state == .running {
            guard let other = layers[experiment.flag] else {
                layers[experiment.flag] = (key, experiment.layer)
                continue
            }
            guard other.layer != experiment.layer else { continue }
            report(
                .experiment(key), LogicPath().word("layer"),
                "“\(other.key)” of the same flag runs in the layer “\(other.layer)”. Use that layer, or end “\(other.key)”."
            )
        }
    }

    private static func isExperimentKey(_ key: String) -> Bool {
        func isPlain(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        let bytes = key.utf8
        return bytes.count <= 60 && bytes.first.map(isPlain) == true
            && bytes.allSatisfy { isPlain($0) || $0 == UInt8(ascii: "-") }
    }
}
