import Foundation
import Synchronization

/// What was bought, for all ``Purchase`` conditions of a runtime: any number of trackers, taken together.
///
/// ```swift
/// let purchases = Purchases([ShopPurchaseTracker(shop), FilePurchaseStore(file)])
/// try FeatureRuntime.setUp(AppFeatures.self, RuntimeConfiguration(sources: [purchases]))
/// ```
///
/// A product is granted if any tracker grants it, unknown if none does and one doesn't know yet, and otherwise denied. An
/// override in a ``DebugPurchaseTracker`` among them decides before all of them. Purchases expire by themselves: features
/// that need one change when the time comes, and nobody has to ask.
public final class Purchases: ConstraintSource {
    /// What conditions call it: "purchases".
    public static let sourceName = "purchases"

    struct State {
        /// Products that were asked for, as they are declared.
        var known: [String: Product] = [:]
        var conflicts: [String] = []
        /// When products become something else by themselves.
        var boundaries: [String: Date] = [:]
        var alarm: Alarm?
        var ends: [@Sendable () -> Void] = []
    }

    /// What waits for the next purchase to expire.
    struct Alarm {
        let date: Date
        let task: Task<Void, Never>
    }

    /// Who knows what was bought, in order.
    public let trackers: [any PurchaseTracker]
    let clock: PurchaseClock
    let state = Mutex(State())
    private let subscribers = RequirementSubscribers()

    /// - Parameters:
    ///   - trackers: Who knows what was bought. Of several that grant a product the first is named.
    ///   - clock: The time by which purchases expire.
    public init(_ trackers: [any PurchaseTracker], clock: PurchaseClock = .system) {
        self.trackers = trackers
        self.clock = clock
        let ends = trackers.map { tracker in
            tracker.subscribe { [weak self] change in self?.notify(change) }
        }
        state.withLock { $0.ends = ends }
    }

    deinit {
        let (ends, alarm) = state.withLock { ($0.ends, $0.alarm) }
        for end in ends { end() }
        alarm?.task.cancel()
    }

    /// "purchases".
    public var name: String { Self.sourceName }

    /// How a product stands, by its identifier.
    ///
    /// One that no condition named and nobody asked for counts as bought once and kept.
    public func status(of name: String) -> RequirementStatus {
        let product = state.withLock { $0.known[name] } ?? Product(name, .nonConsumable)
        return decide(product).requirementStatus
    }

    /// How a product stands now.
    public func status(of product: Product) -> PurchaseStatus {
        let status = decide(product)
        note(product, changes: status.changes)
        return status
    }

    /// What a product costs: what a tracker says, else what its declaration does.
    public func price(of product: Product) -> ProductPrice? {
        for tracker in trackers {
            if let price = tracker.price(of: product.id) { return price }
        }
        return product.price
    }

    /// What keeps purchases from being known as they should, in sentences that say what to do.
    public var faults: [String] {
        trackers.compactMap { tracker in tracker.fault.map { "\(tracker.name): \($0)" } }
            + state.withLock { $0.conflicts }
    }

    /// Calls the handler after each change until what is returned is called.
    public func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> @Sendable () -> Void {
        subscribers.add(handler)
    }

    /// Uses up some of a consumable: the first tracker that has enough of it gives it.
    ///
    /// Under an override nothing is taken: one that grants has enough of everything, the others nothing.
    ///
    /// - Throws: ``PurchaseError``; then nothing was taken.
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
        // A shop knows what was bought and not what was used up since: who keeps that is asked alone.
        let keeping = asked.filter { $0 is any ConsumingPurchaseTracker }
        if product.kind == .consumable, !keeping.isEmpty { asked = keeping }
        // Somebody who only decides by hand hasn't decided yet.
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

    func notify(_ change: RequirementChange) { subscribers.notify(change) }
}
