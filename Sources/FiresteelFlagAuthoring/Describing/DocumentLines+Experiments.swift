package import FiresteelFlags

extension DocumentLines {
    func lines(of experiment: FlagExperiment) -> [String] {
        var lines: [String] = []
        func add(_ label: String, _ text: String?) { if let text { lines.append("\(label): \(text)") } }
        add("name", experiment.name)
        add("state", experiment.state.rawValue + (experiment.phase > 1 ? ", phase \(experiment.phase)" : ""))
        add("question", experiment.question)
        add("flag", Self.quoted(experiment.flag))
        for (arm, weight) in zip(experiment.arms, experiment.weights) {
            lines.append("\(arm == experiment.arms.first ? "control" : "arm") \(Self.quoted(arm)): weight \(weight)")
        }
        add("share", "\(experiment.share) % of layer \(Self.quoted(experiment.layer))")
        let places = experiment.slots.map { "\(Self.percent($0.lowerBound)) to \(Self.percent($0.upperBound)) %" }
        add("place in the layer", places.isEmpty ? nil : places.joined(separator: ", "))
        if !experiment.conditions.isEmpty {
            add("if", experiment.conditions.map(text).joined(separator: " and "))
        }
        add("unit", experiment.hasGroups ? experiment.unit : "person")
        add("primary", experiment.primary?.line)
        for metric in experiment.guardrails { add("guardrail", metric.guardrailLine) }
        for metric in experiment.secondary { add("secondary", metric.line) }
        add("window", experiment.window.map { "\($0) days" })
        add("days", "\(experiment.days)")
        for exclusion in experiment.excluded { add("left out", exclusion.line) }
        if experiment.state == .ended { add("decision", experiment.shippedArm.map { "everyone gets \($0)" } ?? "none") }
        return lines
    }

    /// The share of a layer before one of its 10,000 slots, in percent, such as “12.5”.
    private static func percent(_ slot: Int) -> String {
        let (whole, rest) = slot.quotientAndRemainder(dividingBy: 100)
        return rest == 0 ? "\(whole)" : JSONValue.double(Double(slot) / 100).json()
    }

    func lines(of holdout: FlagHoldout) -> [String] {
        ["name: \(holdout.name)", "state: \(holdout.state.rawValue)", "holdout: \(holdout.share) %"]
    }
}

extension FlagDocumentDifference {
    /// Creates the difference between two versions of an experiment or holdout; `nil` for one that doesn't exist.
    package init(
        fromExperiment old: JSONValue?, to new: JSONValue?, segments: [String: FlagSegment] = [:]
    ) {
        let text = DocumentLines(segments: segments)
        func lines(_ value: JSONValue?) -> [String]? {
            guard let value else { return nil }
            if let holdout = try? FlagHoldout(json: value), FlagHoldout.isHoldout(value) {
                return text.lines(of: holdout)
            }
            return (try? FlagExperiment(json: value)).map { text.lines(of: $0) }
        }
        self.init(lines: Self.lines(lines(old), lines(new), old, new))
    }
}
