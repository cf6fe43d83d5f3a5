public import Firesteel
public import FiresteelBase
import Synchronization

/// A tracker for purchases in a shop that an adapter reports, such as StoreKit.
///
/// ```swift
/// let tracker = ShopPurchaseTracker(StoreKitShop())
/// let following = Task { await tracker.follow() }
/// ```
///
/// All products are unknown until the shop first returns its transactions. If a later query fails, the last known state
/// is retained.
public final class ShopPurchaseTracker: PurchaseTracker {
    private struct State {
        /// The transactions by identifier, `nil` until the shop first returns them.
        var transactions: [String: ShopTransaction]?
        var prices: [String: ProductPrice] = [:]
        var fault: String?
        /// The transactions reported by updates, with the number of the last query before each.
        var reported: [String: (transaction: ShopTransaction, queryCount: Int)] = [:]
        /// The number of queries so far: of two that overlap, the later one counts.
        var queryCount = 0
        var appliedQuery = 0
    }

    private let shop: any PurchaseShop
    private let state = Mutex(State())
    private let subscribers = Broadcaster<RequirementChange>(.immediate)

    /// Creates a tracker for a shop.
    ///
    /// - Parameter shop: The shop.
    public init(_ shop: any PurchaseShop) {
        self.shop = shop
    }

    /// The shop's name.
    public var name: String { shop.name }

    /// The reason why the last query failed, or a message about unverified transactions.
    public var fault: String? {
        state.withLock { state in
            if let fault = state.fault { return fault }
            let refused = (state.transactions ?? [:]).values.filter { !$0.isVerified }.map(\.id).sorted()
            return refused.isEmpty
                ? nil
                : "The signature of \(refused.joined(separator: ", ")) is not verified, so it grants no purchase. Restore "
                    + "purchases to receive it again."
        }
    }

    /// Returns the shop's snapshot of a product.
    ///
    /// Unverified and upgraded transactions count as not purchased.
    public func snapshot(of product: String) -> PurchaseSnapshot {
        state.withLock { state in
            guard let transactions = state.transactions else {
                // A reported transaction is known before the first query completes.
                let own = state.reported.values.map(\.transaction).filter {
                    $0.product == product && $0.isValid && $0.revoked == nil
                }
                return own.isEmpty ? .unknown : .known(own.sorted { $0.id < $1.id }.map(\.entitlement))
            }
            return .known(
                transactions.values.filter { $0.product == product && $0.isValid }
                    .sorted { $0.id < $1.id }.map(\.entitlement))
        }
    }

    /// Returns the shop's price of a product.
    public func price(of product: String) -> ProductPrice? { state.withLock { $0.prices[product] } }

    /// Calls the handler after each change until the subscription is cancelled or released.
    public func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> Subscription {
        subscribers.subscribe(handler)
    }

    // MARK: Following the shop

    /// Loads all transactions, and follows changes until the task is cancelled or the shop's updates end.
    public func follow() async {
        // Subscribes before the query, so that no change between the two is lost.
        let updates = shop.updates()
        await refresh()
        for await transaction in updates { report(transaction) }
    }

    /// Loads all transactions, for example after the user restored purchases or returned to the program.
    ///
    /// - Returns: Whether the query succeeded. If not, ``fault`` has the reason, and the last known state is retained.
    @discardableResult
    public func refresh() async -> Bool {
        let number = state.withLock { state in
            state.queryCount += 1
            return state.queryCount
        }
        let answer: [ShopTransaction]
        do {
            answer = try await shop.transactions()
        } catch {
            state.withLock { state in
                // The result of a later query takes precedence.
                guard number > state.appliedQuery else { return }
                state.fault = "Can't query the shop: \(ErrorText(error).message). Try again later."
            }
            return false
        }
        state.withLock { state in
            guard number > state.appliedQuery else { return }
            state.appliedQuery = number
            state.fault = nil
            // The result includes everything reported before the query; later reports are newer.
            state.reported = state.reported.filter { $0.value.queryCount >= number }
            let all = Dictionary(answer.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
            state.transactions = all.merging(state.reported.mapValues(\.transaction)) { $1 }
        }
        subscribers.send(.all)
        return true
    }

    /// Records a new or changed transaction, such as the result of a purchase.
    public func report(_ transaction: ShopTransaction) {
        state.withLock { state in
            state.reported[transaction.id] = (transaction, state.queryCount)
            state.transactions?[transaction.id] = transaction
        }
        subscribers.send(.names([transaction.product]))
    }

    /// Loads the prices of products.
    ///
    /// - Parameter products: The identifiers; products that are missing in the shop retain their declared price.
    /// - Throws: The error of the shop.
    public func loadPrices(of products: [String]) async throws {
        let prices = try await shop.prices(of: products)
        let changed = state.withLock { state in
            let changed = prices.filter { state.prices[$0.key] != $0.value }.map(\.key)
            state.prices.merge(prices) { $1 }
            return changed
        }
        // The reasons of features name the cheapest product.
        if !changed.isEmpty { subscribers.send(.names(Set(changed))) }
    }
}

extension ShopTransaction {
    fileprivate var isValid: Bool { isVerified && !isUpgraded && quantity > 0 }
}
