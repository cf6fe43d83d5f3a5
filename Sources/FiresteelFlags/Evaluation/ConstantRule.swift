/// A rule with the same result for every context.
public struct ConstantRule: FlagRule {
    /// The result.
    public let evaluation: FlagEvaluation
    /// The metadata of the definition.
    public let metadata: [String: JSONValue]

    /// Creates a rule that returns a value.
    public init(
        _ value: JSONValue, variant: String? = nil, reason: FlagReason = .static, metadata: [String: JSONValue] = [:]
    ) {
        self.evaluation = .value(value, variant: variant, reason: reason)
        self.metadata = metadata
    }

    /// Creates a rule with a result.
    public init(_ evaluation: FlagEvaluation, metadata: [String: JSONValue] = [:]) {
        self.evaluation = evaluation
        self.metadata = metadata
    }

    /// Returns the result.
    public func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation { evaluation }
}
