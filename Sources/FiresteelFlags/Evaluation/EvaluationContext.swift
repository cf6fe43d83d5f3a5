/// Who asks for a flag: a targeting key and attributes.
public struct EvaluationContext: Sendable, Hashable {
    /// Who or what it is about, such as a user's identifier.
    ///
    /// Shares of a rollout are drawn by it.
    public var targetingKey: String?
    /// What rules can look at: a plan, a country, a version.
    public var attributes: [String: FlagValue]

    /// A context.
    public init(targetingKey: String? = nil, attributes: [String: FlagValue] = [:]) {
        self.targetingKey = targetingKey
        self.attributes = attributes
    }

    /// Nobody in particular.
    public static let empty = EvaluationContext()

    /// An attribute.
    ///
    /// `nil` removes it.
    public subscript(name: String) -> FlagValue? {
        get { attributes[name] }
        set { attributes[name] = newValue }
    }
}
