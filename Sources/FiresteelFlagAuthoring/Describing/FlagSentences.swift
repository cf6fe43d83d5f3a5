import FiresteelFlags

/// Describes the targeting of a flag in sentences, as pages and audits show them.
///
/// ```swift
/// let sentences = FlagSentences(flag: flag, segments: segments)
/// print(sentences.rule(rule))  // If the person is in Beta testers, then on.
/// ```
public struct FlagSentences: Sendable {
    /// The flag.
    public let flag: EditableFlag
    /// The segments by their keys, for their names.
    public let segments: [String: FlagSegment]

    /// Creates sentences about a flag.
    public init(flag: EditableFlag, segments: [String: FlagSegment] = [:]) {
        self.flag = flag
        self.segments = segments
    }

    /// Returns a rule, such as “If the version is 3.4.1 or earlier, then off.”.
    public func rule(_ rule: TargetingRule) -> FlagSentence {
        var sentence = FlagSentence()
        sentence.add("If ")
        sentence.add(conditions(rule.conditions))
        sentence.add(", then ")
        sentence.add(result(rule.result))
        sentence.add(".")
        return sentence
    }

    /// Returns conditions, such as “the person is in Beta testers and the version is 3.4.0 or later”.
    package func conditions(_ conditions: [FlagCondition]) -> FlagSentence {
        ConditionSentences(segments: segments).conditions(conditions, separator: " and ")
    }

    /// Returns a condition, such as “the version is 3.4.0 or later”.
    package func condition(_ condition: FlagCondition) -> FlagSentence { conditions([condition]) }

    /// Returns a result, such as “on” or “25 % on, 75 % off, by person”.
    package func result(_ result: TargetingResult) -> FlagSentence {
        var sentence = FlagSentence()
        switch result.outcome {
        case .variant(let name): sentence.add(.variant, name)
        case .split(let split): add(split, split.shares, to: &sentence)
        }
        return sentence
    }

    /// Returns the line for everyone without a rule, such as “Everyone else: 25 % on, 75 % off, by person.”.
    public func otherwise(of targeting: FlagTargeting) -> FlagSentence {
        var sentence = FlagSentence()
        sentence.add(targeting.rules.isEmpty ? "Everyone: " : "Everyone else: ")
        if let otherwise = targeting.otherwise {
            sentence.add(result(otherwise))
        } else {
            addOff(of: targeting, to: &sentence)
        }
        sentence.add(".")
        return sentence
    }

    /// Returns who takes part in an experiment, such as “50 % of people, if the version is 3.4.0 or later”.
    package func participants(of experiment: FlagExperiment) -> FlagSentence {
        var sentence = FlagSentence()
        sentence.add(.emphasis, "\(experiment.share) %")
        sentence.add(experiment.unit == "targetingKey" ? " of people" : " by \(experiment.unit)")
        if !experiment.conditions.isEmpty {
            sentence.add(", if ")
            sentence.add(conditions(experiment.conditions))
        }
        return sentence
    }

    /// Returns the members of a segment, such as “the person is one of 640, by key, or the channel is TestFlight”.
    public func members(of segment: FlagSegment) -> FlagSentence {
        var sentence = FlagSentence()
        if !segment.people.isEmpty {
            sentence.add("the person is ")
            sentence.add(.term, "one of \(LogicText.grouped(Int64(segment.people.count)))")
            sentence.add(", by key")
        }
        if !segment.conditions.isEmpty {
            if !segment.people.isEmpty { sentence.add(", or ") }
            sentence.add(
                ConditionSentences(segments: segments).conditions(
                    segment.conditions, separator: segment.isAny ? " or " : " and "))
        }
        if sentence.parts.isEmpty { sentence.add("no one") }
        return sentence
    }

    /// Returns the whole targeting in a line, such as “On for everyone” or “2 rules, otherwise 25 % on, by person”.
    public func summary(of targeting: FlagTargeting) -> FlagSentence {
        var sentence = FlagSentence()
        if !targeting.isOn {
            let off = targeting.offVariant(of: flag)
            if let off, flag.variant(named: off)?.value == false {
                sentence.add(.variant, "Off")
                sentence.add(" for everyone")
            } else {
                sentence.add(.variant, "Off")
                sentence.add(": ")
                addOff(of: targeting, to: &sentence)
                sentence.add(" for everyone")
            }
            return sentence
        }
        if targeting.logic != nil {
            sentence.add(.emphasis, "Custom JsonLogic")
            return sentence
        }
        if !targeting.rules.isEmpty {
            sentence.add("\(targeting.rules.count) \(targeting.rules.count == 1 ? "rule" : "rules"), otherwise ")
        }
        switch targeting.otherwise?.outcome {
        case .variant(let name)?:
            sentence.add(.variant, targeting.rules.isEmpty ? stateName(of: name) : name)
            if targeting.rules.isEmpty { sentence.add(" for everyone") }
        case .split(let split)?: add(split, mainShares(of: split), to: &sentence)
        case nil:
            addOff(of: targeting, to: &sentence)
            if targeting.rules.isEmpty { sentence.add(" for everyone") }
        }
        sentence.capitalize()
        return sentence
    }

    /// Returns a word for the cell of a list: “On”, “Off”, “25 %”, a variant, “Rollout”, “Split” or “Custom”.
    public func label(of targeting: FlagTargeting) -> String {
        guard targeting.isOn else { return "Off" }
        guard targeting.logic == nil else { return "Custom" }
        let otherwise = targeting.otherwise ?? targeting.offVariant(of: flag).map { .variant($0) }
        let results = targeting.rules.map(\.result) + [otherwise].compactMap { $0 }
        if let first = results.first, otherwise != nil, case .variant(let name) = first.outcome,
            results.allSatisfy({ $0.outcome == first.outcome })
        {
            return stateName(of: name)
        }
        guard targeting.rules.isEmpty else { return "Rollout" }
        guard case .split(let split)? = otherwise?.outcome, let total = split.total else { return "Default" }
        if let certain = split.shares.first(where: { $0.weight == total }) { return stateName(of: certain.variant) }
        guard flag.type == .bool else { return "Split" }
        let on = split.shares.filter { flag.variant(named: $0.variant)?.value == true }.reduce(0) { $0 + $1.weight }
        return on == total ? "On" : on == 0 ? "Off" : Self.percent(on, of: total)
    }

    /// Returns “On” and “Off” for the variants of a Bool flag, and other variants' names.
    private func stateName(of variant: String) -> String {
        guard flag.type == .bool, let value = flag.variant(named: variant)?.value else { return variant }
        return value == true ? "On" : "Off"
    }

    private func addOff(of targeting: FlagTargeting, to sentence: inout FlagSentence) {
        if let off = targeting.offVariant(of: flag) {
            sentence.add(.variant, off)
        } else {
            sentence.add("the program’s default")
        }
    }

    /// Returns the shares that suffice in a summary: of a Bool flag, those that are on.
    private func mainShares(of split: TargetingSplit) -> [TargetingShare] {
        let on = split.shares.filter { flag.variant(named: $0.variant)?.value == true && $0.weight > 0 }
        return flag.type == .bool && !on.isEmpty ? on : split.shares
    }

    private func add(_ split: TargetingSplit, _ shares: [TargetingShare], to sentence: inout FlagSentence) {
        for (index, share) in shares.enumerated() {
            if index > 0 { sentence.add(", ") }
            sentence.add(.variant, "\(Self.percent(share.weight, of: split.total ?? 0)) \(share.variant)")
        }
        let attribute = split.attribute.flatMap { $0 == "targetingKey" ? nil : $0 }
        sentence.add(", by \(attribute ?? (split.bucketingKey == nil ? "person" : "custom key"))")
    }

    /// Returns a share such as “25 %”, “12.5 %” or “0.01 %”.
    static func percent(_ weight: Int, of total: Int) -> String {
        guard total > 0, weight >= 0, weight <= total else { return "\(weight) of \(total)" }
        let hundredths = (weight * 10_000 + total / 2) / total
        // A share that isn't 0 or everything never reads so.
        let shown = weight == 0 ? 0 : weight == total ? 10_000 : min(max(hundredths, 1), 9_999)
        let (whole, rest) = (shown / 100, shown % 100)
        if rest == 0 { return "\(whole) %" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10) %" : "\(whole).\(rest < 10 ? "0" : "")\(rest) %"
    }
}
