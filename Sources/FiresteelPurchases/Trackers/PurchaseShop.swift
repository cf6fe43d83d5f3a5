public import Foundation

/// A shop, reported by an adapter that only translates: StoreKit on Apple platforms.
///
/// A ``ShopPurchaseTracker`` turns its transactions into entitlements. It decides which transactions count, which ones
/// replace others, when they expire, and which state holds before the first report.
///
/// ## Implementing an adapter
///
/// Translate without omissions: report revoked, expired, superseded and unverified transactions as such. Throw if the
/// shop can't be reached; an empty list means that there are no purchases.
public protocol PurchaseShop: Sendable {
    /// The shop's display name in lists and reasons: "StoreKit".
    var name: String { get }

    /// Returns the transactions that currently entitle the user, and others if that is easier.
    func transactions() async throws -> [ShopTransaction]

    /// Returns the new and changed transactions from this call on. The stream ends when the task that reads it is
    /// cancelled.
    func updates() -> AsyncStream<ShopTransaction>

    /// Returns the prices of products in the user's region, by identifier. Products that are missing in the shop are
    /// omitted.
    func prices(of products: [String]) async throws -> [String: ProductPrice]
}

extension PurchaseShop {
    /// Returns no prices.
    public func prices(of products: [String]) async throws -> [String: ProductPrice] { [:] }
}

/// A transaction of a shop, with the shop's values.
public struct ShopTransaction: Sendable, Hashable, Identifiable {
    /// The transaction's identifier, unique in the shop.
    public let id: String
    /// The identifier of the product.
    public let product: String
    /// The purchased quantity, at least 1.
    public var quantity: Int
    /// The date of the purchase or renewal.
    public var purchased: Date?
    /// The expiration date, for subscriptions.
    public var expires: Date?
    /// The end of the shop's grace period, if there is one.
    public var graceEnds: Date?
    /// The date on which it was revoked, for example by a refund.
    public var revoked: Date?
    /// Whether another purchase of the same group has replaced it.
    public var isUpgraded: Bool
    /// Whether the shop's signature was verified.
    ///
    /// An unverified transaction grants nothing.
    public var isVerified: Bool

    /// Creates a transaction; omit values that the shop doesn't report.
    public init(
        id: String, product: String, quantity: Int = 1, purchased: Date? = nil, expires: Date? = nil,
        graceEnds: Date? = nil, revoked: Date? = nil, isUpgraded: Bool = false, isVerified: Bool
    ) {
        self.id = id
        self.product = product
        self.quantity = quantity
        self.purchased = purchased
        self.expires = expires
        self.graceEnds = graceEnds
        self.revoked = revoked
        self.isUpgraded = isUpgraded
        self.isVerified = isVerified
    }
}

extension ShopTransaction {
    /// The entitlement of the transaction, for example to record it in a store.
    ///
    /// It doesn't reflect whether the transaction is verified.
    public var entitlement: Entitlement {
        Entitlement(
            product: product, transaction: id, quantity: quantity, purchased: purchased, expires: expires,
            graceEnds: graceEnds, revoked: revoked)
    }
}
