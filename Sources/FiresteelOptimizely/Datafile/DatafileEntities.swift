import FiresteelFlags

/// A variation of an experiment, a rollout's rule or a holdout.
struct Variation: Sendable {
    let id: String
    let key: String
    let isEnabled: Bool
    /// The values that differ from the variables' defaults, by the variable's identifier.
    let values: [String: VariableValue]
}

/// A variable's value, already read as its type, or why it can't be.
enum VariableValue: Sendable, Hashable {
    case value(FlagValue)
    case unreadable(String)
}

/// A variable of a flag.
struct Variable: Sendable {
    let id: String
    let key: String
    let defaultValue: VariableValue
}

/// An experiment, or a rule of a rollout.
struct Experiment: Sendable {
    /// The group that an experiment excludes others with.
    struct Group: Sendable {
        let id: String
        let allocation: TrafficAllocation
    }

    let id: String
    let key: String
    let isRunning: Bool
    /// A targeted delivery: holdouts may let it through.
    let isTargetedDelivery: Bool
    let audience: AudienceCondition?
    /// The variation keys assigned to users regardless of the draw, by user.
    let whitelist: [String: String]
    var variations: [Variation]
    var allocation: TrafficAllocation
    let group: Group?
    /// Decided by a service of Optimizely's for each user, for the share of users that this allocates.
    let predicted: TrafficAllocation?
    let holdouts: [Holdout]
    /// Whether it gets the variation of its flag's last rule beside its own.
    let isFeatureRollout: Bool
}

/// A group of users that is excluded, for comparison.
struct Holdout: Sendable {
    let id: String
    let key: String
    let audience: AudienceCondition?
    let variations: [Variation]
    let allocation: TrafficAllocation
    let allowsTargetedDeliveries: Bool
}

/// A flag with all that decides it.
struct DatafileFlag: Sendable {
    let key: String
    let experiments: [Experiment]
    let rollout: [Experiment]
    let variables: [Variable]
    let holdouts: [Holdout]

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
