public import Firesteel
public import FiresteelBase
import Foundation
import Synchronization

/// The purchases that all ``Purchase`` constraints of a runtime read, combined from any number of trackers.
///
/// ```swift
/// let purchases = Purchases([ShopPurchaseTracker(shop), FilePurchaseStore(file)])
/// try FeatureRuntime.setUp(AppFeatures.self, RuntimeConfiguration(sources: [purchases]))
/// ```
///
/// A product is granted if any tracker grants it, unknown if none does and one has no state yet, and otherwise denied.
/// An override in a ``DebugPurchaseTracker`` takes precedence over all trackers. Purchases expire on their own:
/// affected features change on that date, without polling.
public final class Purchases: ConstraintSource {
    /// The name of the source in requirements: "purchases".
    public static let sourceName = "purchases"

    struct State {
        /// The evaluated products, as declared.
        var known: [String: Product] = [:]
        var conflicts: [String] = []
        /// The next date on which each product changes on its own.
        var boundaries: [String: Date] = [:]
        var alarm: Alarm?
        var subscriptions: [Subscription] = []
    }

    /// The task that waits for the next expiration.
    struct Alarm {
        let date: Date
        let task: Task<Void, Never>
    }

    /// The trackers, in order.
    public let trackers: [any PurchaseTracker]
    let clock: PurchaseClock
    let state = Mutex(State())
    private let subscribers = Broadcaster<RequirementChange>(.immediate)

    /// Creates a source that combines trackers.
    ///
    /// - Parameters:
    ///   - trackers: The trackers. The first of several that grant a product is named.
    ///   - clock: The clock by which purchases expire.
    public init(_ trackers: [any PurchaseTracker], clock: PurchaseClock = .system) {
        self.trackers = trackers
        self.clock = clock
        let subscriptions = trackers.map { tracker in
            tracker.subscribe { [weak self] change in self?.notify(change) }
        }
        state.withLock { $0.subscriptions = subscriptions }
    }

    deinit {
        state.withLock { $0.alarm }?.task.cancel()
    }

    /// The name of the source, "purchases".
    public var name: String { Self.sourceName }

    /// Returns the status of a product, by its identifier.
    ///
    /// A product that no constraint or caller has named before counts as non-consumable.
    public func status(of name: String) -> RequirementStatus {
        let product = state.withLock { $0.known[name] } ?? Product(name, .nonConsumable)
        return decide(product).requirementStatus
    }

    /// Returns the current status of a product.
    public func status(of product: Product) -> PurchaseStatus {
        let status = decide(product)
        record(product, changes: status.changes)
        return status
    }

    /// Returns the price of a product: a tracker's, otherwise the declared one.
    public func price(of product: Product) -> ProductPrice? {
        for tracker in trackers {
            if let price = tracker.price(of: product.id) { return price }
        }
        return product.price
    }

    /// The reasons why the state of purchases is incomplete, in sentences that say what to do.
    public var faults: [String] {
        trackers.compactMap { tracker in tracker.fault.map { "\(tracker.name): \($0)" } }
            + state.withLock { $0.conflicts }
    }

    /// Calls the handler after each change until the subscription is cancelled or released.
    public func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> Subscription {
        subscribers.subscribe(handler)
    }

    /// Consumes a quantity of a consumable from the first tracker that has enough of it.
    ///
    /// An override consumes nothing: one that grants has an unlimited quantity, the others none.
    ///
    /// - Throws: ``PurchaseError``; then nothing is consumed.
    public func consume(_ product: Product, _ quantity: Int = 1) throws(PurchaseError) {
        guard quantity >= 1 else { throw .quantity(quantity) }
        switch override(of: product.id)?.override {
        case .granted: return
        case .denied: throw .notEnough(product: product.id, available: 0, wanted: quantity)
        case .unknown: throw .unknown(product: product.id)
        case nil: break
        }
        let candidates = trackers.compactMap { $0 as? any ConsumingPurchaseTracker }
        guard product.kind == .consumable, !candidates.isEmpty else { throw .notConsumable(product: product.id) }
        let now = clock.now()
        let statuses = candidates.map { tracker in
            PurchaseStatus(product, tracker.snapshot(of: product.id), source: tracker.name, now: now)
        }
        for (tracker, status) in zip(candidates, statuses) where status.quantity >= quantity {
            return try tracker.consume(quantity, of: product.id)
        }
        guard !statuses.contains(where: { $0.state == .unknown }) else { throw .unknown(product: product.id) }
        throw .notEnough(product: product.id, available: statuses.map(\.quantity).max() ?? 0, wanted: quantity)
    }

    // MARK: Deciding

    private func decide(_ product: Product) -> PurchaseStatus {
        if let (override, tracker) = override(of: product.id) {
            return PurchaseStatus(override, source: tracker)
        }
        let now = clock.now()
        var asked = trackers.filter { !($0 is DebugPurchaseTracker) }
        // A shop reports purchases but not consumption: only trackers that store consumption are read.
        let keeping = asked.filter { $0 is any ConsumingPurchaseTracker }
        if product.kind == .consumable, !keeping.isEmpty { asked = keeping }
        // A tracker that only has overrides has none for this product yet.
        guard !asked.isEmpty || trackers.isEmpty else { return PurchaseStatus(.unknown) }
        return PurchaseStatus(
            combining: asked.map { tracker in
                PurchaseStatus(product, tracker.snapshot(of: product.id), source: tracker.name, now: now)
            })
    }

    private func override(of product: String) -> (override: PurchaseOverride, tracker: String)? {
        for case let tracker as DebugPurchaseTracker in trackers {
            if let override = tracker.override(of: product) { return (override, tracker.name) }
        }
        return nil
    }

    func notify(_ change: RequirementChange) { subscribers.send(change) }
}
