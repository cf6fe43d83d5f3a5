/// A rule with other results in other environments.
///
/// A rule that wraps another one passes the environment to it.
public protocol EnvironmentRule: FlagRule {
    /// Returns the rule for an environment.
    ///
    /// A stack calls it when the provider's data changes, if the rule's metadata has `environments`.
    func rule(in environment: FlagEnvironment) -> any FlagRule
}

extension FlagProvider {
    /// Returns the rule of a flag for an environment, or `nil` if the provider doesn't have the key.
    func rule(for key: String, in environment: FlagEnvironment) -> (any FlagRule)? {
        guard let rule = rule(for: key) else { return nil }
        guard rule.metadata["environments"] != nil, let depending = rule as? any EnvironmentRule else { return rule }
        return depending.rule(in: environment)
    }
}
