/// The result of one provider for one flag and one context.
public struct FlagEvaluation: Sendable, Hashable {
    /// The outcomes of an evaluation.
    public enum Outcome: Sendable, Hashable {
        /// The provider returns a value.
        case value(JSONValue)
        /// The provider leaves the value to the program's default; no later provider is evaluated.
        case programDefault
        /// The evaluation failed: the next provider is evaluated.
        case failed(FlagError)
    }

    /// The outcome.
    public var outcome: Outcome
    /// The name of the flag's variant, if the provider has variants.
    public var variant: String?
    /// The reason for the outcome.
    public var reason: FlagReason
    /// Whether a rollout drew nothing because the context has no targeting key, for diagnostics; not part of the result.
    var lacksTargetingKey = false

    /// Creates an evaluation.
    public init(_ outcome: Outcome, variant: String? = nil, reason: FlagReason) {
        self.outcome = outcome
        self.variant = variant
        self.reason = reason
    }

    /// Returns whether outcome, variant and reason are equal.
    public static func == (first: FlagEvaluation, second: FlagEvaluation) -> Bool {
        first.outcome == second.outcome && first.variant == second.variant && first.reason == second.reason
    }

    /// Hashes outcome, variant and reason.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(outcome)
        hasher.combine(variant)
        hasher.combine(reason)
    }

    /// Returns an evaluation with a value.
    public static func value(_ value: JSONValue, variant: String? = nil, reason: FlagReason) -> FlagEvaluation {
        FlagEvaluation(.value(value), variant: variant, reason: reason)
    }

    /// Returns a failed evaluation.
    public static func failed(_ code: FlagError.Code, _ message: String) -> FlagEvaluation {
        FlagEvaluation(.failed(FlagError(code, message)), reason: .error)
    }
}
