/// A flag's value, and why it is that.
public struct Resolution<Value: FlagValueConvertible>: Sendable, Equatable {
    /// The value.
    public var value: Value
    /// Which of the flag's variants it is, where the provider has variants.
    public var variant: String?
    /// Why.
    public var reason: FlagReason
    /// The provider that gave it; `nil` where the program itself did.
    public var provider: String?
    /// Why no provider could give a value although one knows the flag.
    public var error: FlagError?
    /// What the definition says beside the value.
    public var metadata: [String: FlagValue]
    /// The providers that were asked before and gave nothing, in order, and why.
    ///
    /// That a provider doesn't know the flag is told only when one resolution is asked for, not with changes.
    public var skipped: [SkippedAnswer]

    /// A resolution.
    public init(
        value: Value, variant: String? = nil, reason: FlagReason, provider: String? = nil, error: FlagError? = nil,
        metadata: [String: FlagValue] = [:], skipped: [SkippedAnswer] = []
    ) {
        self.value = value
        self.variant = variant
        self.reason = reason
        self.provider = provider
        self.error = error
        self.metadata = metadata
        self.skipped = skipped
    }

    /// The same with the value of another type.
    func with<Other>(value: Other) -> Resolution<Other> {
        Resolution<Other>(
            value: value, variant: variant, reason: reason, provider: provider, error: error, metadata: metadata,
            skipped: skipped)
    }
}

extension Resolution<FlagValue> {
    /// That of a key that nobody knows.
    static func unknown(_ key: String, default defaultValue: FlagValue? = nil) -> Resolution {
        Resolution(
            value: defaultValue ?? .null, reason: .error,
            error: FlagError(.flagNotFound, "Nobody knows a flag “\(key)”."))
    }
}

/// What a provider had instead of a value that could be used.
public struct SkippedAnswer: Sendable, Hashable {
    /// The provider.
    public let provider: String
    /// Why the next one was asked.
    public let error: FlagError

    /// A provider's answer that wasn't used.
    public init(provider: String, error: FlagError) {
        self.provider = provider
        self.error = error
    }
}
