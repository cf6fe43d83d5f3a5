public import FiresteelFlags

/// What came out for a flag and a user.
public struct OptimizelyDecision: Sendable, Hashable {
    /// What decided.
    public enum Source: String, Sendable {
        /// An experiment.
        case experiment
        /// A rule of the flag's rollout, the last of which is for everyone else.
        case rollout
        /// A holdout keeps the user out.
        case holdout
        /// A decision made by hand.
        case forced
        /// Nothing: the flag is off.
        case none
    }

    /// Which variation, or `nil` where there is none.
    public let variationKey: String?
    /// Which experiment, rule or holdout decided, or `nil`.
    public let ruleKey: String?
    /// Whether the flag is on.
    public let isEnabled: Bool
    /// The values of the flag's variables; those that can't be read as their type are left out.
    public let variables: [String: FlagValue]
    /// What decided.
    public let source: Source

    init(_ made: DecisionMaker.Decision, of flag: DatafileFlag) {
        variationKey = made.variation?.key
        ruleKey = made.ruleKey
        isEnabled = made.variation?.isEnabled ?? false
        source = made.source
        var values: [String: FlagValue] = [:]
        for variable in flag.variables {
            if case .value(let value) = made.value(of: variable) { values[variable.key] = value }
        }
        variables = values
    }
}

/// A decision made by hand, for a flag or for one of its rules.
public struct OptimizelyForcedDecision: Sendable, Hashable {
    /// The rule that it is for, or `nil` for the whole flag.
    public var rule: String?
    /// The variation that it gives.
    public var variation: String

    /// A decision made by hand.
    public init(rule: String? = nil, variation: String) {
        self.rule = rule
        self.variation = variation
    }
}
