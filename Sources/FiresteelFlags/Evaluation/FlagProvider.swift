public import FiresteelBase

/// A source of flag values.
///
/// A ``FlagStack`` evaluates its providers in order; the first that defines a flag decides its value.
///
/// ## Implementing a provider
///
/// - ``rule(for:)`` returns the current rule of a key, without waiting. Fetch and parse beforehand, store a table, and
///   look the key up. Return `nil` for a key that the provider doesn't define.
/// - Call subscribers after the new data is in place, so that handlers can read it. An immediate `Broadcaster` does
///   the rest. Don't hold a lock while you call them.
/// - Unreadable data never replaces readable data: retain the old data, and describe the error in ``status``.
/// - Return values as they are: the stack rejects those that aren't of the flag's type.
/// - Every method may be called from any thread.
///
/// `FiresteelTesting` has a conformance suite for these requirements.
public protocol FlagProvider: Sendable {
    /// The display name: "Overrides", "flags.json", "Firebase". Unique within a stack.
    var name: String { get }

    /// Returns the rule of a flag, or `nil` if the provider doesn't define the key.
    func rule(for key: String) -> (any FlagRule)?

    /// All keys that the provider defines, or `nil` if it can't list them, as with environment variables.
    var keys: Set<String>? { get }

    /// The state of its values.
    var status: FlagProviderStatus { get }

    /// Calls the handler after each change of the provider's data, from any thread, until the subscription is
    /// cancelled or released.
    func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription

    /// Notifies the provider of a change of the fixed context, and of the fixed context when the provider joins a
    /// stack.
    ///
    /// For providers whose server decides for one context at a time. Must return immediately; until the new context's
    /// values have arrived, rules must not return those of another context.
    func fixedContextChanged(_ context: EvaluationContext)
}

extension FlagProvider {
    /// Ready by default.
    public var status: FlagProviderStatus { FlagProviderStatus() }
    /// Does nothing by default: rules decide for every context.
    public func fixedContextChanged(_ context: EvaluationContext) {}
    /// Never calls the handler by default: the data never changes.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription {
        Subscription {}
    }
}

/// A provider whose values can be set.
public protocol MutableFlagProvider: FlagProvider {
    /// Sets a flag's value, or removes it with `nil`, so that the next provider decides.
    ///
    /// When it returns, reads see the value and subscribers have been notified.
    ///
    /// - Throws: An error if the value can't be stored; it then applies to this run only.
    func set(_ value: JSONValue?, for key: String) throws

    /// Removes all values, as one change.
    func removeAll() throws
}

/// A provider whose values outlive the run, except those that are set for this run only.
public protocol StoringFlagProvider: MutableFlagProvider {
    /// The keys of the values that are stored for later runs.
    var storedKeys: Set<String> { get }

    /// Sets a flag's value.
    ///
    /// When it returns, reads see the value and subscribers have been notified.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The flag's key.
    ///   - isStored: Whether the value is stored for later runs. Otherwise a stored value of the flag is removed.
    /// - Throws: An error if the change can't be stored; the value then applies to this run only.
    func set(_ value: JSONValue, for key: String, isStored: Bool) throws
}
