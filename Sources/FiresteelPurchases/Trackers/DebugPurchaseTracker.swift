public import Firesteel
public import FiresteelBase
import Synchronization

/// An override of a product's status, used instead of the trackers' reports.
public enum PurchaseOverride: String, Sendable, Hashable, CaseIterable {
    /// The product counts as purchased, a consumable in unlimited quantity.
    case granted
    /// The product counts as not purchased.
    case denied
    /// The product's status counts as unknown.
    case unknown
}

/// A tracker that overrides purchases manually, for development and tests.
///
/// ```swift
/// let debug = DebugPurchaseTracker()
/// let purchases = Purchases([store, debug])
/// debug.set(.granted, for: "com.example.premium")
/// ```
///
/// Its overrides take precedence over all other trackers, regardless of its position among them. Without an override,
/// the other trackers decide; without other trackers, all products are unknown. Overrides exist in memory only. The
/// inspector sets overrides here, so exclude this tracker from released programs.
public final class DebugPurchaseTracker: PurchaseTracker {
    private let overrides: Mutex<[String: PurchaseOverride]>
    private let subscribers = Broadcaster<RequirementChange>(.immediate)

    /// Creates a tracker.
    ///
    /// - Parameter overrides: The initial overrides, by product identifier.
    public init(_ overrides: [String: PurchaseOverride] = [:]) {
        self.overrides = Mutex(overrides)
    }

    /// The display name, "Override".
    public var name: String { "Override" }

    /// Returns the override of a product, by its identifier.
    public func override(of product: String) -> PurchaseOverride? { overrides.withLock { $0[product] } }

    /// All overrides, by product identifier.
    public var all: [String: PurchaseOverride] { overrides.withLock { $0 } }

    /// Sets the override of a product, or removes it with `nil`.
    ///
    /// All subscribers have been notified when it returns.
    public func set(_ override: PurchaseOverride?, for product: String) { set([product: override]) }

    /// Sets several overrides as one change.
    public func set(_ new: [String: PurchaseOverride?]) {
        let changed = overrides.withLock { overrides in
            new.filter { product, override in
                guard overrides[product] != override else { return false }
                overrides[product] = override
                return true
            }
        }
        if !changed.isEmpty { subscribers.send(.names(Set(changed.keys))) }
    }

    /// Removes all overrides.
    public func removeAll() { set(all.mapValues { _ in nil }) }

    /// Returns the overridden snapshot: purchased once, never, or unknown.
    public func snapshot(of product: String) -> PurchaseSnapshot {
        switch override(of: product) {
        case .granted: .known([Entitlement(product: product, transaction: "override")])
        case .denied: .notPurchased
        case .unknown, nil: .unknown
        }
    }

    /// Calls the handler after each change until the subscription is cancelled or released.
    public func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> Subscription {
        subscribers.subscribe(handler)
    }
}
