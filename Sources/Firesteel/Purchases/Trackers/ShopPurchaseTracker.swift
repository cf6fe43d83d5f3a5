import Synchronization

/// Knows what was bought from a shop that an adapter reports, such as StoreKit.
///
/// ```swift
/// let tracker = ShopPurchaseTracker(StoreKitShop())
/// let following = Task { await tracker.follow() }
/// ```
///
/// Nothing is known until the shop was first asked; if that fails, what was known before stays.
public final class ShopPurchaseTracker: PurchaseTracker {
    private struct State {
        /// By the transactions' identifiers, `nil` until the shop answered.
        var transactions: [String: ShopTransaction]?
        var prices: [String: ProductPrice] = [:]
        var fault: String?
        /// What was reported by itself, with the number of the question that had been asked last.
        var reported: [String: (transaction: ShopTransaction, asked: Int)] = [:]
        /// Counts how often the shop was asked: of two answers that overlap the later question counts.
        var asked = 0
        var answered = 0
    }

    private let shop: any PurchaseShop
    private let state = Mutex(State())
    private let subscribers = RequirementSubscribers()

    /// - Parameter shop: The shop.
    public init(_ shop: any PurchaseShop) {
        self.shop = shop
    }

    /// The shop's name.
    public var name: String { shop.name }

    /// What kept the shop from answering the last time, or transactions that are not verified.
    public var fault: String? {
        state.withLock { state in
            if let fault = state.fault { return fault }
            let refused = (state.transactions ?? [:]).values.filter { !$0.isVerified }.map(\.id).sorted()
            return refused.isEmpty
                ? nil
                : "The signature of \(refused.joined(separator: ", ")) is not verified. It grants nothing; restore "
                    + "purchases to get it again."
        }
    }

    /// What the shop said of a product.
    ///
    /// What isn't verified, or has been replaced by an upgrade, counts as not bought.
    public func snapshot(of product: String) -> PurchaseSnapshot {
        state.withLock { state in
            guard let transactions = state.transactions else {
                // One that was reported is known before the rest is.
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

    /// What the shop said a product costs.
    public func price(of product: String) -> ProductPrice? { state.withLock { $0.prices[product] } }

    /// Calls the handler after each change until what is returned is called.
    public func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> @Sendable () -> Void {
        subscribers.add(handler)
    }

    // MARK: Following the shop

    /// Asks the shop for all transactions, and follows its changes until the task is cancelled or the shop has no more.
    public func follow() async {
        // Listened to first, so that nothing falls between the answer and the changes.
        let updates = shop.updates()
        await refresh()
        for await transaction in updates { report(transaction) }
    }

    /// Asks the shop for all transactions, as after people restored their purchases or came back to the program.
    ///
    /// - Returns: Whether it answered. If not, ``fault`` says why, and what was known stays.
    @discardableResult
    public func refresh() async -> Bool {
        let number = state.withLock { state in
            state.asked += 1
            return state.asked
        }
        let answer: [ShopTransaction]
        do {
            answer = try await shop.transactions()
        } catch {
            state.withLock { state in
                // What was asked later and answered holds.
                guard number > state.answered else { return }
                state.fault = "The shop could not be asked: \(ErrorText(error).message). Ask again later."
            }
            return false
        }
        state.withLock { state in
            guard number > state.answered else { return }
            state.answered = number
            state.fault = nil
            // What was reported since the question is newer than the answer; what was before is in it.
            state.reported = state.reported.filter { $0.value.asked >= number }
            let all = Dictionary(answer.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
            state.transactions = all.merging(state.reported.mapValues(\.transaction)) { $1 }
        }
        subscribers.notify(.all)
        return true
    }

    /// Takes a transaction that is new or changed, as the result of buying something is.
    public func report(_ transaction: ShopTransaction) {
        state.withLock { state in
            state.reported[transaction.id] = (transaction, state.asked)
            state.transactions?[transaction.id] = transaction
        }
        subscribers.notify(.names([transaction.product]))
    }

    /// Asks the shop what products cost.
    ///
    /// - Parameter products: Their identifiers; what the shop doesn't know keeps the price of its declaration.
    /// - Throws: What the shop says.
    public func loadPrices(of products: [String]) async throws {
        let prices = try await shop.prices(of: products)
        let changed = state.withLock { state in
            let changed = prices.filter { state.prices[$0.key] != $0.value }.map(\.key)
            state.prices.merge(prices) { $1 }
            return changed
        }
        // What is cheapest stands in the reasons of features.
        if !changed.isEmpty { subscribers.notify(.names(Set(changed))) }
    }
}

extension ShopTransaction {
    fileprivate var isValid: Bool { isVerified && !isUpgraded && quantity > 0 }
}
