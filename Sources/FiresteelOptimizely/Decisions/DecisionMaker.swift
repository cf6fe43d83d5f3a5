import FiresteelFlags

/// Decides one flag for one user.
///
/// The order is Optimizely's:
///
/// 1. a forced decision for the flag;
/// 2. the holdouts of all flags;
/// 3. the experiments: each by its forced decision, by its own holdouts, and if it is running by its list of users, its
/// audience, its draw;
/// 4. the rollout's rules likewise, except that one whose audience matches without a draw continues with the last.
struct DecisionMaker {
    struct Decision {
        var variation: Variation?
        var ruleKey: String?
        var source: OptimizelyDecision.Source
        /// The reason, as in OpenFeature.
        var reason: FlagReason

        static let none = Decision(variation: nil, ruleKey: nil, source: .none, reason: .default)

        /// Returns a variation that is off leaves its variables at their defaults.
        func value(of variable: Variable) -> VariableValue {
            guard let variation, variation.isEnabled else { return variable.defaultValue }
            return variation.values[variable.id] ?? variable.defaultValue
        }
    }

    let flag: DatafileFlag
    let userID: String
    let attributes: [String: JSONValue]
    var forced: [OptimizelyForcedDecision] = []
    /// The steps of the decision, if requested.
    var trace: [ExplanationStep]?

    mutating func decide() throws(FlagError) -> Decision {
        if let variation = forcedVariation(rule: nil) {
            return Decision(variation: variation, source: .forced, reason: .targetingMatch)
        }
        var isHeldOut = false
        for holdout in flag.holdouts {
            guard let decision = decide(holdout) else { continue }
            guard holdout.allowsTargetedDeliveries else { return decision }
            isHeldOut = true
            break
        }
        for experiment in flag.experiments {
            if isHeldOut && !experiment.isTargetedDelivery { continue }
            if let decision = try decide(experiment) { return decision }
        }
        return decideRollout()
    }

    private mutating func decide(_ experiment: Experiment) throws(FlagError) -> Decision? {
        addStep("experiment “\(experiment.key)”")
        if let variation = forcedVariation(rule: experiment.key) {
            return Decision(
                variation: variation, ruleKey: experiment.key, source: .experiment, reason: .targetingMatch)
        }
        for holdout in experiment.holdouts {
            if let decision = decide(holdout) { return decision }
        }
        guard experiment.isRunning else {
            addStep("the experiment isn't running", depth: 1)
            return nil
        }
        if let key = experiment.whitelist[userID], let variation = experiment.variations.last(where: { $0.key == key })
        {
            addStep("the user is in the experiment's list", result: "variation “\(key)”", depth: 1)
            return Decision(
                variation: variation, ruleKey: experiment.key, source: .experiment, reason: .targetingMatch)
        }
        guard isIncluded(by: experiment.audience) else { return nil }
        if let predicted = experiment.predicted {
            guard draw(experiment, from: predicted) != nil else { return nil }
            throw FlagError(
                .general,
                "The experiment “\(experiment.key)” is decided by an Optimizely service, which isn't supported.")
        }
        guard let variation = variation(of: experiment) else { return nil }
        return Decision(variation: variation, ruleKey: experiment.key, source: .experiment, reason: .split)
    }

    private mutating func decideRollout() -> Decision {
        var index = 0
        while index < flag.rollout.count {
            let rule = flag.rollout[index]
            let isLast = index == flag.rollout.count - 1
            addStep(isLast ? "rule “\(rule.key)”, for everyone else" : "rule “\(rule.key)”")
            if let variation = forcedVariation(rule: rule.key) {
                return Decision(variation: variation, ruleKey: rule.key, source: .rollout, reason: .targetingMatch)
            }
            for holdout in rule.holdouts {
                if let decision = decide(holdout) { return decision }
            }
            guard isIncluded(by: rule.audience) else {
                index += 1
                continue
            }
            if let variation = variation(of: rule) {
                return Decision(
                    variation: variation, ruleKey: rule.key, source: .rollout,
                    reason: rule.audience == nil ? .default : .targetingMatch)
            }
            if isLast { break }
            index = flag.rollout.count - 1
        }
        addStep("no rule applies", result: "off")
        return .none
    }

    private mutating func decide(_ holdout: Holdout) -> Decision? {
        addStep("holdout “\(holdout.key)”")
        guard isIncluded(by: holdout.audience) else { return nil }
        guard let id = draw(holdout.allocation, of: holdout.id),
            let variation = holdout.variations.last(where: { $0.id == id })
        else { return nil }
        return Decision(variation: variation, ruleKey: holdout.key, source: .holdout, reason: .split)
    }

    private mutating func variation(of experiment: Experiment) -> Variation? {
        guard let id = draw(experiment, from: experiment.allocation) else { return nil }
        return experiment.variations.last { $0.id == id }
    }

    private mutating func draw(_ experiment: Experiment, from allocation: TrafficAllocation) -> String? {
        if let group = experiment.group {
            guard draw(group.allocation, of: group.id) == experiment.id else {
                addStep("bucketed into another experiment of the group, or into none", depth: 1)
                return nil
            }
        }
        return draw(allocation, of: experiment.id)
    }

    private mutating func draw(_ allocation: TrafficAllocation, of entity: String) -> String? {
        let drawn = allocation.entity(for: bucketingID, of: entity)
        addStep("bucket", result: "\(drawn.bucket) of 10,000, \(drawn.entity ?? "nothing")", depth: 1)
        return drawn.entity
    }

    private mutating func isIncluded(by audience: AudienceCondition?) -> Bool {
        guard let audience else { return true }
        trace?.append(contentsOf: audience.explain(attributes, depth: 1))
        return audience.evaluate(attributes) ?? false
    }

    private mutating func forcedVariation(rule: String?) -> Variation? {
        guard let decision = forced.last(where: { $0.rule == rule }) else { return nil }
        let variation = flag.variation(decision.variation)
        if variation != nil { addStep("forced decision", result: "variation “\(decision.variation)”") }
        return variation
    }

    private var bucketingID: String {
        if case .string(let id)? = attributes["$opt_bucketing_id"] { id } else { userID }
    }

    private mutating func addStep(
        _ text: @autoclosure () -> String, result: @autoclosure () -> String = "", depth: Int = 0
    ) {
        // Reads have no trace, and create no texts.
        guard trace != nil else { return }
        trace?.append(ExplanationStep(text(), result: result(), depth: depth))
    }
}
