/// A rule that decides otherwise where the program runs in another environment.
///
/// A rule that stands around another one passes the environment on to it.
public protocol EnvironmentRule: FlagRule {
    /// How the flag is decided in an environment.
    ///
    /// A stack asks for it when the provider's data changes, if the rule's metadata has `environments`.
    func rule(in environment: FlagEnvironment) -> any FlagRule
}

extension FlagProvider {
    /// How it decides a flag where the program runs in an environment, or `nil` where it doesn't know the key.
    func rule(for key: String, in environment: FlagEnvironment) -> (any FlagRule)? {
        guard let rule = rule(for: key) else { return nil }
        guard rule.metadata["environments"] != nil, let depending = rule as? any EnvironmentRule else { return rule }
        return depending.rule(in: environment)
    }
}
