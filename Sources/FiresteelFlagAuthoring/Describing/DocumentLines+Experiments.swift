package import FiresteelFlags

extension DocumentLines {
    /// The words are those of the experiment's page.
    func lines(of experiment: FlagExperiment) -> [String] {
        var lines: [String] = []
        func add(_ label: String, _ text: String?) { if let text { lines.append("\(label): \(text)") } }
        add("name", experiment.name)
        add("state", experiment.state.rawValue)
        add("question", experiment.question)
        add("flag", Self.quoted(experiment.flag))
        let total = Double(max(1, experiment.weights.reduce(0, +)))
        for (arm, weight) in zip(experiment.arms, experiment.weights) {
            let name = Self.quoted(arm) + (arm == experiment.arms.first ? ", the control" : "")
            add("variant \(name)", "\(Self.percent(Double(weight) / total)) %")
        }
        let isUsual = experiment.layer == FlagExperiment.defaultLayer
        add("share", "\(experiment.share) %" + (isUsual ? "" : " of the layer \(Self.quoted(experiment.layer))"))
        let places = experiment.slots.map { slots in
            "\(Self.percent(slot: slots.lowerBound)) to \(Self.percent(slot: slots.upperBound)) %"
        }
        add("place in the layer", places.isEmpty ? nil : places.joined(separator: ", "))
        let conditions = experiment.conditions.map(text).joined(separator: " and ")
        add("takes part", conditions.isEmpty ? "everyone" : "if \(conditions)")
        add("split by", experiment.hasGroups ? experiment.unit : "person")
        add("primary metric", experiment.primary?.line)
        for metric in experiment.guardrails { add("guardrail", metric.guardrailLine) }
        for metric in experiment.secondary { add("secondary metric", metric.line) }
        add("counted", experiment.window.map { "\(Self.days($0)) from the first exposure" })
        add("length", "at most \(Self.days(experiment.days))")
        for exclusion in experiment.excluded { add("left out", exclusion.line) }
        add("decision", experiment.shippedArm.map { "ship \(Self.quoted($0))" })
        return lines
    }

    static func days(_ count: Int) -> String { "\(count) \(count == 1 ? "day" : "days")" }

    private static func percent(slot: Int) -> String { percent(Double(slot) / Double(FlagExperiment.layerSlots)) }

    /// A share in percent with at most two decimal places, such as “12.5”.
    static func percent(_ share: Double) -> String {
        let value = (10_000 * share).rounded() / 100
        return (Int(exactly: value).map { .int($0) } ?? JSONValue.double(value)).json()
    }

    func lines(of holdout: FlagHoldout) -> [String] {
        ["name: \(holdout.name)", "state: \(holdout.state.rawValue)", "holdout: \(holdout.share) % of all people"]
    }
}

extension FlagDocumentDifference {
    /// Creates the difference between two versions of an experiment or holdout; `nil` for one that doesn't exist.
    package init(
        fromExperiment old: JSONValue?, to new: JSONValue?, segments: [String: FlagSegment] = [:]
    ) {
        let text = DocumentLines(segments: segments)
        func experiment(_ value: JSONValue?) -> FlagExperiment? {
            value.flatMap { FlagHoldout.isHoldout($0) ? nil : try? FlagExperiment(json: $0) }
        }
        func lines(_ value: JSONValue?) -> [String]? {
            guard let value else { return nil }
            guard FlagHoldout.isHoldout(value) else { return experiment(value).map { text.lines(of: $0) } }
            return (try? FlagHoldout(json: value)).map { text.lines(of: $0) }
        }
        var all = Self.lines(lines(old), lines(new), old, new)
        if let before = experiment(old), let after = experiment(new), before.phase < after.phase {
            all.append(Line(isAdded: true, text: "phase \(after.phase) begins, whose people are counted anew"))
        }
        self.init(lines: all)
    }
}
