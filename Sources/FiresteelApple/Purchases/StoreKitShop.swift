#if canImport(StoreKit)
public import FiresteelPurchases
import StoreKit

/// The App Store, by StoreKit 2.
///
/// ```
/// let purchases = Purchases([ShopPurchaseTracker(StoreKitShop())])
/// ```
///
/// The shop finishes no transactions: the code that delivers a purchase finishes it. The App Store returns consumables
/// only until they are finished, unless the program's property list has `SKIncludeConsumableInAppPurchaseHistory` set
/// to true.
public struct StoreKitShop: PurchaseShop {
    /// Creates the shop.
    public init() {}

    /// "StoreKit".
    public var name: String { "StoreKit" }

    /// Returns all transactions of the user; without the key in the property list, only unfinished ones of consumables.
    public func transactions() async throws -> [ShopTransaction] {
        var transactions: [ShopTransaction] = []
        for await result in Transaction.all { transactions.append(await ShopTransaction(result)) }
        return transactions
    }

    /// Returns the new and changed transactions from this call on.
    public func updates() -> AsyncStream<ShopTransaction> {
        AsyncStream { continuation in
            let task = Task {
                for await result in Transaction.updates { continuation.yield(await ShopTransaction(result)) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Returns the prices of products in the user's storefront.
    public func prices(of products: [String]) async throws -> [String: ProductPrice] {
        let known = try await StoreKit.Product.products(for: products)
        return Dictionary(
            known.map { ($0.id, ProductPrice($0.price, $0.priceFormatStyle.currencyCode)) },
            uniquingKeysWith: { first, _ in first })
    }
}

extension ShopTransaction {
    fileprivate init(_ result: VerificationResult<Transaction>) async {
        let transaction = result.unsafePayloadValue
        var isVerified = false
        if case .verified = result { isVerified = true }
        var graceEnds: Date?
        if case .verified(let renewal) = await transaction.subscriptionStatus?.renewalInfo {
            graceEnds = renewal.gracePeriodExpirationDate
        }
        self.init(
            id: String(transaction.id), product: transaction.productID, quantity: transaction.purchasedQuantity,
            purchased: transaction.purchaseDate, expires: transaction.expirationDate, graceEnds: graceEnds,
            revoked: transaction.revocationDate, isUpgraded: transaction.isUpgraded, isVerified: isVerified)
    }
}
#endif
