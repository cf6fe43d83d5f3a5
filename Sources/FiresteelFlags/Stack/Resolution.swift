/// A flag's value, with the reason for it.
public struct Resolution<Value: FlagValueConvertible>: Sendable, Equatable {
    /// The value.
    public var value: Value
    /// The name of the flag's variant, if the provider has variants.
    public var variant: String?
    /// The reason for the value.
    public var reason: FlagReason
    /// The provider that returned the value; `nil` for the program itself.
    public var provider: String?
    /// The error of the provider that defines the flag, if it could return no value.
    public var error: FlagError?
    /// The metadata of the definition.
    public var metadata: [String: JSONValue]
    /// The revision of the server's flags from which the value was resolved, from 1; `nil` if there is none.
    ///
    /// A later revision with the same result isn't a change, so the server may have a later one.
    public var revision: Int?
    /// The skipped providers, in order, with the reasons.
    ///
    /// Providers that don't define the flag are included in the resolution of a single flag, not in changes.
    public var skipped: [SkippedAnswer]

    /// Creates a resolution.
    public init(
        value: Value, variant: String? = nil, reason: FlagReason, provider: String? = nil, error: FlagError? = nil,
        metadata: [String: JSONValue] = [:], revision: Int? = nil, skipped: [SkippedAnswer] = []
    ) {
        self.value = value
        self.variant = variant
        self.reason = reason
        self.provider = provider
        self.error = error
        self.metadata = metadata
        self.revision = revision
        self.skipped = skipped
    }

    /// Returns the same resolution with a value of another type.
    func with<Other>(value: Other) -> Resolution<Other> {
        Resolution<Other>(
            value: value, variant: variant, reason: reason, provider: provider, error: error, metadata: metadata,
            revision: revision, skipped: skipped)
    }
}

extension Resolution {
    /// Whether the value is the program's default because neither a provider nor the stack itself decided.
    package var isProgramDefault: Bool { provider == nil && !reason.isOfStack }
}

extension Resolution<JSONValue> {
    /// Returns the resolution of a key that is neither declared nor defined by a provider.
    static func unknown(_ key: String, default defaultValue: JSONValue? = nil) -> Resolution {
        Resolution(
            value: defaultValue ?? .null, reason: .error,
            error: FlagError(
                .flagNotFound, "Can't evaluate “\(key)”: it is not declared, and no provider defines it. Check the key."
            ))
    }

    /// The resolution of a key that is not declared, and may be known to a provider that has no values yet.
    static func notReady(_ key: String, _ provider: String, default defaultValue: JSONValue? = nil) -> Resolution {
        Resolution(
            value: defaultValue ?? .null, reason: .error,
            error: FlagError(
                .providerNotReady, "Can't evaluate “\(key)”: \(provider) has no values yet. Evaluate it again later."))
    }
}

/// A provider without a usable value.
public struct SkippedAnswer: Sendable, Hashable {
    /// The provider.
    public let provider: String
    /// The error that makes its value unusable.
    public let error: FlagError

    /// Creates a record of a skipped provider.
    public init(provider: String, error: FlagError) {
        self.provider = provider
        self.error = error
    }
}
