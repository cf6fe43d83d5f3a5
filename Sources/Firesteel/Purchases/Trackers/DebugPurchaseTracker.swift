import Synchronization

/// What is set by hand for a product, instead of what trackers know.
public enum PurchaseOverride: String, Sendable, Hashable, CaseIterable {
    /// As if it were bought, and of a consumable as many as anybody wants.
    case granted
    /// As if it were not bought.
    case denied
    /// As if it weren't known yet.
    case unknown
}

/// Sets by hand what was bought, for development and tests.
///
/// ```swift
/// let debug = DebugPurchaseTracker()
/// let purchases = Purchases([store, debug])
/// debug.set(.granted, for: "com.example.premium")
/// ```
///
/// What it sets decides before all other trackers, wherever it stands among them. Where nothing is set, the others decide;
/// without others, nothing is known. Nothing is kept beyond the process. The inspector sets overrides here, so leave it out
/// of what you release.
public final class DebugPurchaseTracker: PurchaseTracker {
    private let overrides: Mutex<[String: PurchaseOverride]>
    private let subscribers = RequirementSubscribers()

    /// - Parameter overrides: What is set at the beginning, by the products' identifiers.
    public init(_ overrides: [String: PurchaseOverride] = [:]) {
        self.overrides = Mutex(overrides)
    }

    /// "Override".
    public var name: String { "Override" }

    /// What is set for a product, by its identifier.
    public func override(of product: String) -> PurchaseOverride? { overrides.withLock { $0[product] } }

    /// Everything that is set.
    public var all: [String: PurchaseOverride] { overrides.withLock { $0 } }

    /// Sets something for a product, or nothing any more.
    ///
    /// All who follow have been told when it returns.
    public func set(_ override: PurchaseOverride?, for product: String) { set([product: override]) }

    /// Sets several as one change.
    public func set(_ new: [String: PurchaseOverride?]) {
        let changed = overrides.withLock { overrides in
            new.filter { product, override in
                guard overrides[product] != override else { return false }
                overrides[product] = override
                return true
            }
        }
        if !changed.isEmpty { subscribers.notify(.names(Set(changed.keys))) }
    }

    /// Takes back everything that was set.
    public func removeAll() { set(all.mapValues { _ in nil }) }

    /// Nothing but what is set: bought once, never, or unknown.
    public func snapshot(of product: String) -> PurchaseSnapshot {
        switch override(of: product) {
        case .granted: .known([Entitlement(product: product, transaction: "override")])
        case .denied: .notPurchased
        case .unknown, nil: .unknown
        }
    }

    /// Calls the handler after each change until what is returned is called.
    public func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> @Sendable () -> Void {
        subscribers.add(handler)
    }
}
