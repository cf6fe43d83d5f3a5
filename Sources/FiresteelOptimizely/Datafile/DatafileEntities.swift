package import FiresteelFlags

/// A variation of an experiment, a rollout's rule or a holdout.
package struct Variation: Sendable {
    package let id: String
    package let key: String
    package let isEnabled: Bool
    /// The values that differ from the variables' defaults, by the variable's identifier.
    package let values: [String: VariableValue]
}

/// A variable's value, already read as its type, or why it can't be.
package enum VariableValue: Sendable, Hashable {
    case value(JSONValue)
    case unreadable(String)
}

/// A variable of a flag.
package struct Variable: Sendable {
    package let id: String
    package let key: String
    package let defaultValue: VariableValue
}

/// An experiment, or a rule of a rollout.
package struct Experiment: Sendable {
    /// The group that an experiment excludes others with.
    package struct Group: Sendable {
        package let id: String
        package let allocation: TrafficAllocation
    }

    package let id: String
    package let key: String
    package let isRunning: Bool
    /// A targeted delivery: holdouts may let it through.
    let isTargetedDelivery: Bool
    package let audience: AudienceCondition?
    /// The variation keys assigned to users regardless of the draw, by user.
    package let whitelist: [String: String]
    package var variations: [Variation]
    package var allocation: TrafficAllocation
    package let group: Group?
    /// Decided by a service of Optimizely's for each user, for the share of users that this allocates.
    package let predicted: TrafficAllocation?
    package let holdouts: [Holdout]
    /// Whether it gets the variation of its flag's last rule beside its own.
    let isFeatureRollout: Bool
}

/// A group of users that is excluded, for comparison.
package struct Holdout: Sendable {
    package let id: String
    package let key: String
    package let audience: AudienceCondition?
    package let variations: [Variation]
    package let allocation: TrafficAllocation
    package let allowsTargetedDeliveries: Bool
}

/// A flag with all that decides it.
package struct DatafileFlag: Sendable {
    package let key: String
    package let experiments: [Experiment]
    package let rollout: [Experiment]
    package let variables: [Variable]
    package let holdouts: [Holdout]

    /// Whether the result depends on the user.
    var needsUser: Bool { !experiments.isEmpty || !rollout.isEmpty || !holdouts.isEmpty }

    /// Returns the variation of a key in any of the flag's rules.
    func variation(_ key: String) -> Variation? {
        for rule in experiments + rollout {
            if let variation = rule.variations.first(where: { $0.key == key }) { return variation }
        }
        return nil
    }
}
