/// Another provider's values under keys with a prefix.
///
/// `PrefixedProvider(shared, prefix: "notes.")` answers for `editor.autosave` with what `shared` has for
/// `notes.editor.autosave`.
public struct PrefixedProvider: FlagProvider {
    /// What people call it.
    public let name: String
    /// What the other provider's keys begin with.
    public let prefix: String
    private let base: any FlagProvider

    /// The values of a provider whose keys begin with a prefix.
    public init(_ base: any FlagProvider, prefix: String, name: String? = nil) {
        self.base = base
        self.prefix = prefix
        self.name = name ?? base.name
    }

    /// How it decides a flag.
    public func rule(for key: String) -> (any FlagRule)? { base.rule(for: prefix + key) }

    /// The keys with that prefix, without it.
    public var keys: Set<String>? { base.keys.map(stripped) }

    /// How the other provider is doing.
    public var status: FlagProviderStatus { base.status }

    /// Calls the handler after each change of such keys.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> FlagSubscription {
        base.subscribe { [self] change in
            switch change {
            case .all: handler(.all)
            case .keys(let keys):
                let own = stripped(keys)
                if !own.isEmpty { handler(.keys(own)) }
            }
        }
    }

    /// Passed on.
    public func fixedContextChanged(_ context: EvaluationContext) { base.fixedContextChanged(context) }

    private func stripped(_ keys: Set<String>) -> Set<String> {
        Set(keys.compactMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil })
    }
}
