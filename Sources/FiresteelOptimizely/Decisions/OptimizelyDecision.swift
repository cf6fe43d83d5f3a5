public import FiresteelFlags

/// The decision for a flag and a user.
public struct OptimizelyDecision: Sendable, Hashable {
    /// The source of a decision.
    public enum Source: String, Sendable {
        /// An experiment.
        case experiment
        /// A rule of the flag's rollout, the last of which is for everyone else.
        case rollout
        /// A holdout excludes the user.
        case holdout
        /// A forced decision.
        case forced
        /// None: the flag is off.
        case none
    }

    /// The key of the variation, or `nil` if there is none.
    public let variationKey: String?
    /// The key of the experiment, rule or holdout that decided, or `nil`.
    public let ruleKey: String?
    /// Whether the flag is on.
    public let isEnabled: Bool
    /// The values of the flag's variables; those with invalid values are omitted.
    public let variables: [String: JSONValue]
    /// The source of the decision.
    public let source: Source

    init(_ made: DecisionMaker.Decision, of flag: DatafileFlag) {
        variationKey = made.variation?.key
        ruleKey = made.ruleKey
        isEnabled = made.variation?.isEnabled ?? false
        source = made.source
        var values: [String: JSONValue] = [:]
        for variable in flag.variables {
            if case .value(let value) = made.value(of: variable) { values[variable.key] = value }
        }
        variables = values
    }
}

/// A forced decision, for a flag or for one of its rules.
public struct OptimizelyForcedDecision: Sendable, Hashable {
    /// The rule, or `nil` for the whole flag.
    public var rule: String?
    /// The variation.
    public var variation: String

    /// Creates a forced decision.
    public init(rule: String? = nil, variation: String) {
        self.rule = rule
        self.variation = variation
    }
}
