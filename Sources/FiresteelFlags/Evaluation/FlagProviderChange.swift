/// The flags that a provider's change may affect.
public enum FlagProviderChange: Sendable, Equatable {
    /// The flags with these keys.
    case keys(Set<String>)
    /// All flags.
    case all
}
