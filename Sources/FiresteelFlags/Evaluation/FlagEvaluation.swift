/// What one provider answers for one flag and one context.
public struct FlagEvaluation: Sendable, Hashable {
    /// What came out.
    public enum Outcome: Sendable, Hashable {
        /// This value.
        case value(FlagValue)
        /// The provider knows the flag and leaves its value to the program's default; no later provider is asked.
        case programDefault
        /// It could not be decided: the next provider is asked.
        case failed(FlagError)
    }

    /// What came out.
    public var outcome: Outcome
    /// Which of the flag's variants it is, where the provider has variants.
    public var variant: String?
    /// Why.
    public var reason: FlagReason

    /// An answer.
    public init(_ outcome: Outcome, variant: String? = nil, reason: FlagReason) {
        self.outcome = outcome
        self.variant = variant
        self.reason = reason
    }

    /// A value.
    public static func value(_ value: FlagValue, variant: String? = nil, reason: FlagReason) -> FlagEvaluation {
        FlagEvaluation(.value(value), variant: variant, reason: reason)
    }

    /// An error.
    public static func failed(_ code: FlagError.Code, _ message: String) -> FlagEvaluation {
        FlagEvaluation(.failed(FlagError(code, message)), reason: .error)
    }
}
