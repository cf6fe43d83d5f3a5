#if canImport(StoreKit)
public import Firesteel
import StoreKit

/// The App Store, by StoreKit 2.
///
/// ```
/// let purchases = Purchases([ShopPurchaseTracker(StoreKitShop())])
/// ```
///
/// It finishes no transaction: that is for whoever delivers what was bought. The App Store tells of consumables only until
/// they are finished, unless the program's property list has `SKIncludeConsumableInAppPurchaseHistory` set to true.
public struct StoreKitShop: PurchaseShop {
    /// The one shop there is.
    public init() {}

    /// "StoreKit".
    public var name: String { "StoreKit" }

    /// All transactions that the App Store knows of the person; of consumables, without the key in the property list, those
    /// that aren't finished.
    public func transactions() async throws -> [ShopTransaction] {
        var transactions: [ShopTransaction] = []
        for await result in Transaction.all { transactions.append(await ShopTransaction(result)) }
        return transactions
    }

    /// Transactions that are new or changed.
    public func updates() -> AsyncStream<ShopTransaction> {
        AsyncStream { continuation in
            let task = Task {
                for await result in Transaction.updates { continuation.yield(await ShopTransaction(result)) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// What products cost where the person is.
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
