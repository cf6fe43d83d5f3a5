/// A provider at its place in a stack.
final class FlagSource: Sendable {
    let provider: any FlagProvider
    /// The provider's name, which the stack makes unique.
    let name: String
    /// Whether its values are overrides on this device.
    let isOverride: Bool

    init(_ provider: any FlagProvider, name: String, isOverride: Bool) {
        self.provider = provider
        self.name = name
        self.isOverride = isOverride
    }
}
