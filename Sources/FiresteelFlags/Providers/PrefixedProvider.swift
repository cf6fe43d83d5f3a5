public import FiresteelBase

/// Another provider's values under keys with a prefix.
///
/// `PrefixedProvider(shared, prefix: "notes.")` has for `editor.autosave` the rule that `shared` has for
/// `notes.editor.autosave`.
public struct PrefixedProvider: FlagProvider {
    /// The display name.
    public let name: String
    /// The prefix of the other provider's keys.
    public let prefix: String
    private let base: any FlagProvider

    /// Creates a provider of another one's values whose keys have a prefix.
    public init(_ base: any FlagProvider, prefix: String, name: String? = nil) {
        self.base = base
        self.prefix = prefix
        self.name = name ?? base.name
    }

    /// Returns the other provider's rule for the prefixed key.
    public func rule(for key: String) -> (any FlagRule)? { base.rule(for: prefix + key) }

    /// The keys with that prefix, without it.
    public var keys: Set<String>? { base.keys.map(stripped) }

    /// The other provider's status.
    public var status: FlagProviderStatus { base.status }

    /// Calls the handler after each change of such keys.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription {
        base.subscribe { [self] change in
            switch change {
            case .all: handler(.all)
            case .keys(let keys):
                let own = stripped(keys)
                // No keys at all mean that the status changed.
                if !own.isEmpty || keys.isEmpty { handler(.keys(own)) }
            }
        }
    }

    /// Notifies the other provider.
    public func fixedContextChanged(_ context: EvaluationContext) { base.fixedContextChanged(context) }

    private func stripped(_ keys: Set<String>) -> Set<String> {
        Set(keys.compactMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil })
    }
}
