public import FiresteelBase
import Synchronization

/// Values that the program itself sets, in memory.
///
/// For values that outlive the run, see ``OverrideStore``.
public final class MemoryProvider: MutableFlagProvider {
    /// The display name.
    public let name: String
    private let rules: Mutex<[String: any FlagRule]>
    private let currentStatus = Mutex(FlagProviderStatus())
    private let notifier = Broadcaster<FlagProviderChange>(.immediate)

    /// Creates a provider of values by key.
    public init(_ name: String = "Memory", _ values: [String: JSONValue] = [:]) {
        self.name = name
        rules = Mutex(values.mapValues { ConstantRule($0) })
    }

    /// Returns the rule of a flag.
    public func rule(for key: String) -> (any FlagRule)? { rules.withLock { $0[key] } }

    /// All keys that have a value.
    public var keys: Set<String>? { rules.withLock { Set($0.keys) } }

    /// The values of all keys whose rules are constant.
    public var values: [String: JSONValue] {
        rules.withLock { rules in
            rules.compactMapValues { rule in
                guard case .value(let value)? = (rule as? ConstantRule)?.evaluation.outcome else { return nil }
                return value
            }
        }
    }

    /// The status that was set last; ready by default.
    public var status: FlagProviderStatus { currentStatus.withLock { $0 } }

    /// Sets the status, for values that come from elsewhere.
    public func setStatus(_ status: FlagProviderStatus) {
        let changed = currentStatus.withLock { current in
            defer { current = status }
            return current.state != status.state
        }
        if changed { notifier.send(.all) }
    }

    /// Calls the handler after each change.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription {
        notifier.subscribe(handler)
    }

    /// Sets a value, or removes it with `nil`.
    ///
    /// Doesn't throw.
    public func set(_ value: JSONValue?, for key: String) {
        setRule(value.map { ConstantRule($0) }, for: key)
    }

    /// Sets the rule of a flag, or removes it with `nil`.
    public func setRule(_ rule: (any FlagRule)?, for key: String) {
        let existed = rules.withLock { rules in
            defer { rules[key] = rule }
            return rules[key] != nil
        }
        if existed || rule != nil { notifier.send(.keys([key])) }
    }

    /// Sets several values, as one change; `nil` removes.
    public func set(_ values: [String: JSONValue?]) {
        rules.withLock { rules in
            for (key, value) in values { rules[key] = value.map { ConstantRule($0) } }
        }
        if !values.isEmpty { notifier.send(.keys(Set(values.keys))) }
    }

    /// Removes all values, as one change.
    ///
    /// Doesn't throw.
    public func removeAll() {
        let keys = rules.withLock { rules in
            defer { rules = [:] }
            return Set(rules.keys)
        }
        if !keys.isEmpty { notifier.send(.keys(keys)) }
    }
}
