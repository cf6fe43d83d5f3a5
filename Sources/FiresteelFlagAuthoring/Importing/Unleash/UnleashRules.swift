import FiresteelFlags

/// The strategies of a feature as rules, of which any one is enough.
struct UnleashRules {
    private struct Rule {
        let name: String?
        let conditions: [FlagCondition]
        /// The draw, `nil` for everyone.
        let split: TargetingSplit?
    }

    private var rules: [Rule] = []
    private var isForEveryone = false
    private(set) var warnings: Set<String> = []

    /// Whether people are drawn.
    var isDrawn: Bool { rules.contains { $0.split != nil } }

    mutating func add(_ strategy: UnleashStrategy, _ constraints: [FlagCondition]) {
        warnings.formUnion(strategy.warnings)
        guard strategy.share > 0, !isForEveryone else { return }
        let conditions = strategy.conditions + constraints
        guard strategy.share < 100 || !conditions.isEmpty else {
            isForEveryone = true
            return
        }
        var split: TargetingSplit?
        if strategy.share < 100 {
            split = TargetingSplit(
                [TargetingShare("on", strategy.share), TargetingShare("off", 100 - strategy.share)],
                by: strategy.attribute)
        }
        rules.append(Rule(name: strategy.title, conditions: conditions, split: split))
    }

    /// Returns the targeting of the feature.
    ///
    /// - Parameters:
    ///   - isOn: Whether the feature is enabled.
    ///   - hasStrategies: Whether there are strategies: without any, an enabled feature is on for everyone.
    func targeting(isOn: Bool, hasStrategies: Bool) -> FlagTargeting {
        var targeting = FlagTargeting(isOn: isOn)
        let isOnOtherwise = isForEveryone || !hasStrategies
        targeting.otherwise = .variant(isOnOtherwise ? "on" : "off")
        for (index, rule) in rules.enumerated() {
            var conditions = rule.conditions
            var result = TargetingResult.variant("on")
            if let split = rule.split {
                if index == rules.count - 1, !isOnOtherwise {
                    result = TargetingResult(.split(split))
                } else {
                    // A condition, not the result: those who aren't drawn continue with the next rule.
                    conditions.append(.logic(["==": [split.logic, "on"]]))
                }
            }
            if conditions.isEmpty {
                targeting.otherwise = result
            } else {
                targeting.rules.append(
                    TargetingRule(id: "\(index + 1)", name: rule.name, if: conditions, then: result))
            }
        }
        return targeting
    }
}
