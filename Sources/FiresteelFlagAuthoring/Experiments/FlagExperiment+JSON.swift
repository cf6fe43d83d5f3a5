package import FiresteelFlags

extension FlagExperiment {
    /// Reads an experiment.
    ///
    /// - Throws: All errors, with their paths.
    package init(json value: JSONValue) throws(FlagDocumentError) {
        self = try DocumentReader.read { FlagExperiment(value, &$0) }
    }

    private init?(_ value: JSONValue, _ reader: inout DocumentReader) {
        let path = LogicPath(), noun = "The experiment"
        guard var object = reader.object(value, path, "An experiment") else { return nil }
        let name = reader.requiredText("name", in: &object, noun)
        question = reader.text("question", in: &object)
        let flag = reader.requiredText("flag", in: &object, noun)
        arms = reader.texts("arms", in: &object)
        let weights = reader.elements("weights", in: &object) { $2.integer($0, $1, in: FlagDocumentLimits.armWeight) }
        let share = reader.integer("share", in: &object, FlagDocumentLimits.experimentShare, noun)
        conditions = reader.elements("if", in: &object) { FlagCondition($0, $1, &$2) }
        unit = reader.text("unit", in: &object) ?? Self.personUnit
        layer = reader.text("layer", in: &object) ?? Self.defaultLayer
        slots = reader.slots(in: &object)
        primary = object.take("primary").flatMap { ExperimentMetric($0, path.word("primary"), &reader) }
        guardrails = reader.elements("guardrails", in: &object) { ExperimentMetric($0, $1, &$2, isGuardrail: true) }
        secondary = reader.elements("secondary", in: &object) { ExperimentMetric($0, $1, &$2) }
        window = object.has("window") ? reader.integer("window", in: &object, FlagDocumentLimits.days, noun) : nil
        let days = reader.integer("days", in: &object, FlagDocumentLimits.days, noun)
        let state = reader.word("state", State.self, in: &object, noun)
        phase = object.has("phase") ? reader.integer("phase", in: &object, 1...1_000_000, noun) ?? 1 : 1
        shippedArm = reader.decision(in: &object, of: arms, state)
        excluded = reader.elements("excluded", in: &object) { ExperimentExclusion($0, $1, &$2) }
        guard let name, let flag, let share, let days, let state else { return nil }
        (self.name, self.flag, self.share, self.days, self.state) = (name, flag, share, days, state)
        self.weights = weights.isEmpty ? arms.map { _ in 1 } : weights
        reader.check(self)
    }
}

extension DocumentReader {
    /// Returns an integer in a range; reports any other value.
    mutating func integer(_ value: JSONValue, _ path: LogicPath, in range: ClosedRange<Int>) -> Int? {
        if case .int(let number) = value, range.contains(number) { return number }
        report(path, "The value must be an integer from \(range.lowerBound) to \(range.upperBound).")
        return nil
    }

    /// Returns a required member that is an integer in a range.
    mutating func integer(
        _ name: String, in object: inout DocumentObject, _ range: ClosedRange<Int>, _ noun: String
    ) -> Int? {
        guard let value = object.take(name) else {
            report(object.path, "\(noun) has no “\(name)”, an integer from \(range.lowerBound) to \(range.upperBound).")
            return nil
        }
        return integer(value, object.path.word(name), in: range)
    }

    /// Returns a required member that is one of some words.
    mutating func word<Word: RawRepresentable & CaseIterable>(
        _ name: String, _ type: Word.Type, in object: inout DocumentObject, _ noun: String
    ) -> Word? where Word.RawValue == String {
        guard let text = requiredText(name, in: &object, noun) else { return nil }
        if let word = Word.allCases.first(where: { $0.rawValue == text }) { return word }
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        report(object.path.word(name), "“\(LogicText.shorten(text))” isn’t possible. Use one of \(words).")
        return nil
    }

    /// Returns the slots: half-open ranges in ascending order.
    fileprivate mutating func slots(in object: inout DocumentObject) -> [Range<Int>] {
        var end = 0
        return elements("slots", in: &object) { value, path, reader in
            guard case .array(let bounds) = value, bounds.count == 2, case .int(let lower) = bounds[0],
                case .int(let upper) = bounds[1], end <= lower, lower < upper, upper <= FlagExperiment.layerSlots
            else {
                reader.report(path, "A range of slots must be two ascending integers, above those of the range before.")
                return nil
            }
            end = upper
            return lower..<upper
        }
    }

    /// Returns the arm that everyone gets since the end, which an ended experiment states.
    fileprivate mutating func decision(
        in object: inout DocumentObject, of arms: [String], _ state: FlagExperiment.State?
    ) -> String? {
        let path = object.path.word("decision")
        guard let value = object.take("decision") else {
            if state == .ended { report(object.path, "An ended experiment needs “decision”, such as {\"arm\": null}.") }
            return nil
        }
        if state != .ended { report(path, "Only an ended experiment has a decision. Remove it.") }
        guard var decision = self.object(value, path, "The decision") else { return nil }
        // Why the guard ended it.
        _ = text("why", in: &decision)
        guard let arm = text("arm", in: &decision) else { return nil }
        if !arms.contains(arm) { report(path.word("arm"), "The experiment has no arm “\(LogicText.shorten(arm))”.") }
        return arm
    }

    /// Reports what is wrong with an experiment besides the types of its members.
    fileprivate mutating func check(_ experiment: FlagExperiment) {
        let path = LogicPath()
        checkLength(experiment.name, 1...FlagDocumentLimits.key, path.word("name"))
        checkLength(experiment.question ?? "", 0...FlagDocumentLimits.question, path.word("question"))
        checkLength(experiment.layer, 1...FlagDocumentLimits.key, path.word("layer"))
        if !FlagDocumentLimits.arms.contains(experiment.arms.count) {
            report(path.word("arms"), "An experiment compares 2 to \(FlagDocumentLimits.arms.upperBound) variants.")
        }
        if Set(experiment.arms).count < experiment.arms.count {
            report(path.word("arms"), "An arm is named twice. Remove one of them.")
        }
        if experiment.weights.count != experiment.arms.count {
            report(path.word("weights"), "There must be one weight for each arm, or none for equal weights.")
        }
        for (name, metrics) in [("guardrails", experiment.guardrails), ("secondary", experiment.secondary)]
        where metrics.count > FlagDocumentLimits.metrics {
            report(path.word(name), "There are more than \(FlagDocumentLimits.metrics) metrics.")
        }
        if experiment.excluded.count > FlagDocumentLimits.metrics {
            report(path.word("excluded"), "There are more than \(FlagDocumentLimits.metrics) exclusions.")
        }
        checkDays(experiment)
        if experiment.state == .running, experiment.primary == nil {
            report(path.word("primary"), "A running experiment needs a primary metric. Choose one before the start.")
        }
    }

    /// Reports metrics that are never known, and more distributions than a page reads in time.
    private mutating func checkDays(_ experiment: FlagExperiment) {
        let path = LogicPath()
        let groups = [
            ("primary", experiment.primary.map { [$0] } ?? []), ("guardrails", experiment.guardrails),
            ("secondary", experiment.secondary),
        ]
        for (name, metrics) in groups {
            for metric in metrics where metric.daysUntilKnown > 0 {
                if let window = experiment.window, metric.daysUntilKnown > window + 1 {
                    report(
                        path.word(name),
                        "What happens \(metric.daysUntilKnown - 1) days after the exposure isn’t counted: the window has \(window) days."
                    )
                }
                if name != "secondary", metric.daysUntilKnown > experiment.days {
                    report(
                        path.word(name),
                        "The metric is known \(metric.daysUntilKnown) days after an exposure, and the experiment runs for at most \(experiment.days)."
                    )
                }
            }
        }
        let large = groups.flatMap(\.1).count { $0.measure == .timeTo || $0.quantile != nil }
        if large > FlagDocumentLimits.distributions {
            report(
                path,
                "There are more than \(FlagDocumentLimits.distributions) metrics that are quantiles or times to a success."
            )
        }
    }

    /// Reports a text whose length isn't in a range, in bytes.
    mutating func checkLength(_ text: String, _ range: ClosedRange<Int>, _ path: LogicPath) {
        guard !range.contains(text.utf8.count) else { return }
        report(path, "The text must have \(range.lowerBound) to \(range.upperBound) bytes.")
    }
}
