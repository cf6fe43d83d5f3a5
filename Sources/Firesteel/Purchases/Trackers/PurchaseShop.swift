public import Foundation

/// A shop, as an adapter without any logic of its own reports it: StoreKit on Apple platforms.
///
/// A ``ShopPurchaseTracker`` makes entitlements of it: which transactions count, what takes the place of what, when they
/// expire and what holds while nothing is known is decided there.
///
/// ## Implementing an adapter
///
/// Translate, and leave nothing out: what is revoked, expired, superseded or not verified is reported as such. Throw where
/// the shop can't be asked; an empty list says that nothing was bought.
public protocol PurchaseShop: Sendable {
    /// What the shop is called in lists and reasons: "StoreKit".
    var name: String { get }

    /// The transactions that entitle the person to something now, and others if that is easier.
    func transactions() async throws -> [ShopTransaction]

    /// Transactions that are new or changed, from the call on. It ends when the task that reads it is cancelled.
    func updates() -> AsyncStream<ShopTransaction>

    /// What some products cost where the person is, by their identifiers. Products that the shop doesn't know are left out.
    func prices(of products: [String]) async throws -> [String: ProductPrice]
}

extension PurchaseShop {
    /// None are known.
    public func prices(of products: [String]) async throws -> [String: ProductPrice] { [:] }
}

/// A transaction of a shop, field by field as the shop has it.
public struct ShopTransaction: Sendable, Hashable, Identifiable {
    /// The transaction's identifier, unique in the shop.
    public let id: String
    /// The identifier of the product.
    public let product: String
    /// How many were bought, at least 1.
    public var quantity: Int
    /// When it was bought or renewed.
    public var purchased: Date?
    /// When it expires, for subscriptions.
    public var expires: Date?
    /// Until when the shop grants a grace period, where there is one.
    public var graceEnds: Date?
    /// When it was revoked, as by a refund.
    public var revoked: Date?
    /// Whether another purchase of the same group has taken its place.
    public var isUpgraded: Bool
    /// Whether the shop's signature was verified.
    ///
    /// What isn't grants nothing.
    public var isVerified: Bool

    /// A transaction; what is left out, the shop doesn't say.
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
    /// The transaction as trackers have it, as to be kept in a store.
    ///
    /// Whether it is verified is up to you.
    public var entitlement: Entitlement {
        Entitlement(
            product: product, transaction: id, quantity: quantity, purchased: purchased, expires: expires,
            graceEnds: graceEnds, revoked: revoked)
    }
}
