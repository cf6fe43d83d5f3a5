public import FiresteelBase
import Synchronization

/// Rules by key that are complete: definitions, a datafile, a template.
///
/// ``FlagDefinitions``, and `OptimizelyDatafile` and `FirebaseTemplate` of their modules conform. A ``RuleSetProvider``
/// makes a provider of one. To implement the protocol, return the same rules for as long as the value exists.
public protocol FlagRuleSet: Sendable {
    /// The keys of all rules.
    var keys: Set<String> { get }

    /// The error of parts that can't be read, if there are any; the others are in effect.
    var error: FlagError? { get }

    /// Returns the rule of a flag, or `nil` for an unknown key.
    func rule(for key: String) -> (any FlagRule)?
}

/// A provider of rules that the program has in memory: bundled with it, or received in its own way.
///
/// ```swift
/// let bundled = RuleSetProvider("Bundled", try FlagDefinitions(json: bytes))
/// let stack = FlagStack([remote, bundled])
/// ```
///
/// All methods may be called from any thread.
public final class RuleSetProvider: FlagProvider {
    /// The display name.
    public let name: String
    private let current: Mutex<any FlagRuleSet>
    private let notifier = Broadcaster<FlagProviderChange>(.immediate)

    /// Creates a provider.
    public init(_ name: String, _ rules: some FlagRuleSet) {
        self.name = name
        current = Mutex(rules)
    }

    /// Returns the rule of a flag.
    public func rule(for key: String) -> (any FlagRule)? { current.withLock { $0.rule(for: key) } }

    /// The keys of all rules.
    public var keys: Set<String>? { current.withLock { $0.keys } }

    /// Ready, with the error of parts that can't be read.
    public var status: FlagProviderStatus { FlagProviderStatus(.ready, error: current.withLock { $0.error }) }

    /// Calls the handler after each replacement until the subscription is cancelled or released.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription {
        notifier.subscribe(handler)
    }

    /// Replaces all rules, as one change.
    ///
    /// When it returns, reads see the new rules, and subscribers have been notified.
    public func replace(with rules: some FlagRuleSet) {
        current.withLock { $0 = rules }
        notifier.send(.all)
    }
}

extension FlagDefinitions: FlagRuleSet {
    /// The errors and warnings in the file as one; `nil` if there are none.
    public var error: FlagError? { FlagError(parts: (errors + warnings).map(\.description)) }
}

extension FlagError {
    /// The error of a file some of whose parts can't be read; `nil` if all can.
    package init?(parts: [String]) {
        guard !parts.isEmpty else { return nil }
        self.init(.parseError, parts.joined(separator: " "))
    }
}
