/// A source of flag values.
///
/// A ``FlagStack`` asks its providers in order; the first that knows a flag answers.
///
/// ## Implementing a provider
///
/// - ``rule(for:)`` gives what the provider has for a key **now**, without waiting. Fetch and parse beforehand, keep a table,
///   and look the key up. Return `nil` for a key that the provider doesn't know.
/// - Call subscribers after the new data is in place, so that whoever asks from a handler sees it. A
///   ``FlagChangeNotifier`` does the rest. Don't hold a lock of yours while you call them.
/// - Data that can't be read never replaces data that could: keep what was there, and say in ``status`` what is wrong.
/// - A value of another type than the flag has is the stack's matter: give what is there.
/// - Every method may be called from any thread.
///
/// `FiresteelTesting` has a conformance suite that shows whether a provider keeps to this.
public protocol FlagProvider: Sendable {
    /// What people call it: "Overrides", "flags.json", "Firebase". Unique within a stack.
    var name: String { get }

    /// How it decides a flag, or `nil` where it doesn't know the key.
    func rule(for key: String) -> (any FlagRule)?

    /// All keys that it knows, or `nil` where it can't list them, as with environment variables.
    var keys: Set<String>? { get }

    /// How it is doing.
    var status: FlagProviderStatus { get }

    /// Calls the handler after each change of the provider's data, from any thread, until the subscription is
    /// cancelled.
    func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> FlagSubscription

    /// Told whenever the fixed context changes, and once when the provider joins a stack.
    ///
    /// For providers whose server decides for one context at a time. Must return at once; until the new context's
    /// values are there, rules must not answer it with another context's.
    func fixedContextChanged(_ context: EvaluationContext)
}

extension FlagProvider {
    /// Ready.
    public var status: FlagProviderStatus { FlagProviderStatus() }
    /// Nothing: its rules decide for every context.
    public func fixedContextChanged(_ context: EvaluationContext) {}
    /// Never changes.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> FlagSubscription {
        FlagSubscription {}
    }
}

/// A provider whose values can be set.
public protocol MutableFlagProvider: FlagProvider {
    /// Sets a flag's value, or removes it with `nil`, so that the next provider answers.
    ///
    /// When it returns, reads see it and subscribers were told.
    ///
    /// - Throws: Where the value can't be kept; it then holds for this run all the same.
    func set(_ value: FlagValue?, for key: String) throws

    /// Removes all values, as one change.
    func removeAll() throws
}

/// Which flags a provider's change may concern.
public enum FlagProviderChange: Sendable, Equatable {
    /// These.
    case keys(Set<String>)
    /// Any.
    case all
}

/// How a provider is doing.
public struct FlagProviderStatus: Sendable, Equatable {
    /// Whether its values can be relied on.
    public enum State: String, Sendable {
        /// It has no values yet.
        case notReady
        /// Its values are current.
        case ready
        /// Its values are older than they should be.
        case stale
        /// It can't get values at all.
        case failed
    }

    /// Whether its values can be relied on.
    public var state: State
    /// When its values were current, in seconds since 1970; `nil` where that has no meaning.
    public var updated: Double?
    /// What went wrong last, for people.
    public var error: FlagError?

    /// A status.
    public init(_ state: State = .ready, updated: Double? = nil, error: FlagError? = nil) {
        self.state = state
        self.updated = updated
        self.error = error
    }
}
