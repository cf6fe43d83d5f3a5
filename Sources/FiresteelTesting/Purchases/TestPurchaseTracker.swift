public import Firesteel
public import FiresteelPurchases
import Synchronization

/// A tracker for tests with scripted purchases.
///
/// ```swift
/// let shop = TestPurchaseTracker(otherwise: .notPurchased)
/// try await withTestRuntime(AppFeatures.self, { $0.sources = [Purchases([shop])] }) { test in
///     #expect(Export.run.request() == nil)
///     shop.buy("com.example.premium")
///     #expect(Export.run.request() != nil)
/// }
/// ```
public final class TestPurchaseTracker: ConsumingPurchaseTracker {
    private struct State {
        var known: [String: PurchaseSnapshot]
        var prices: [String: ProductPrice] = [:]
        var transactions = 0
    }

    /// The name in lists and reasons.
    public let name: String
    private let missing: PurchaseSnapshot
    private let state: Mutex<State>
    private let subscribers = Broadcaster<RequirementChange>(.immediate)

    /// Creates a tracker.
    ///
    /// - Parameters:
    ///   - name: The name in lists and reasons.
    ///   - known: The initial snapshots, by product identifier.
    ///   - missing: The snapshot of all other products.
    public init(
        _ name: String = "Test", _ known: [String: PurchaseSnapshot] = [:],
        otherwise missing: PurchaseSnapshot = .unknown
    ) {
        self.name = name
        self.missing = missing
        state = Mutex(State(known: known))
    }

    /// Returns the snapshot of a product.
    public func snapshot(of product: String) -> PurchaseSnapshot {
        state.withLock { $0.known[product] ?? missing }
    }

    /// Calls the handler after each change until the subscription is cancelled or released.
    public func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> Subscription {
        subscribers.subscribe(handler)
    }

    /// Returns the price of a product.
    public func price(of product: String) -> ProductPrice? { state.withLock { $0.prices[product] } }

    /// Sets the snapshot of a product, and notifies all subscribers before it returns.
    public func set(_ product: String, _ snapshot: PurchaseSnapshot) { set([product: snapshot]) }

    /// Sets the snapshots of several products, as one change.
    public func set(_ snapshot: [String: PurchaseSnapshot]) {
        state.withLock { $0.known.merge(snapshot) { $1 } }
        subscribers.send(.names(Set(snapshot.keys)))
    }

    /// Adds a purchase that never expires.
    public func buy(_ product: String, _ quantity: Int = 1) {
        let number = state.withLock { state in
            state.transactions += 1
            return state.transactions
        }
        buy(Entitlement(product: product, transaction: "test-\(number)", quantity: quantity))
    }

    /// Adds a purchase.
    public func buy(_ entitlement: Entitlement) {
        state.withLock { state in
            var entitlements = [entitlement]
            var consumed = 0
            if case .known(let before, let used) = state.known[entitlement.product] ?? missing {
                entitlements = before + entitlements
                consumed = used
            }
            state.known[entitlement.product] = .known(entitlements, consumed: consumed)
        }
        subscribers.send(.names([entitlement.product]))
    }

    /// Sets the prices of products.
    public func setPrices(_ prices: [String: ProductPrice]) {
        state.withLock { $0.prices.merge(prices) { $1 } }
        subscribers.send(.names(Set(prices.keys)))
    }

    /// Consumes a quantity of a product.
    public func consume(_ quantity: Int, of product: String) throws(PurchaseError) {
        try state.withLock { state throws(PurchaseError) in
            guard case .known(let entitlements, let consumed) = state.known[product] ?? missing else {
                throw .unknown(product: product)
            }
            let left = entitlements.reduce(-consumed) { $0 + $1.quantity }
            guard left >= quantity else { throw .notEnough(product: product, available: left, wanted: quantity) }
            state.known[product] = .known(entitlements, consumed: consumed + quantity)
        }
        subscribers.send(.names([product]))
    }

    /// The number of subscribers.
    public var subscriberCount: Int { subscribers.subscriberCount }
}
