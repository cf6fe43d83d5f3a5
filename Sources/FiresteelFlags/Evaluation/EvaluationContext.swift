/// The person or thing that a flag is evaluated for: a targeting key and attributes.
public struct EvaluationContext: Sendable, Hashable {
    /// The identifier of the person or thing, such as a user's.
    ///
    /// Rollouts assign variants by it.
    public var targetingKey: String?
    /// The values that rules can read: a plan, a country, a version.
    public var attributes: [String: JSONValue]

    /// Creates a context.
    public init(targetingKey: String? = nil, attributes: [String: JSONValue] = [:]) {
        self.targetingKey = targetingKey
        self.attributes = attributes
    }

    /// A context without targeting key and attributes.
    public static let empty = EvaluationContext()

    /// The attribute with a name; setting `nil` removes it.
    public subscript(name: String) -> JSONValue? {
        get { attributes[name] }
        set { attributes[name] = newValue }
    }
}
