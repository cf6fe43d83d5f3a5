public import Foundation

/// One purchase of a product, as a tracker reports it.
public struct Entitlement: Sendable, Hashable, Codable {
    /// The identifier of the product.
    public var product: String
    /// The shop's identifier of the transaction, which distinguishes this purchase from others of the product.
    ///
    /// A tracker counts a repeatedly reported transaction only once.
    public var transaction: String
    /// The purchased quantity, at least 1.
    public var quantity: Int
    /// The date of the purchase or renewal, if known.
    public var purchased: Date?
    /// The expiration date, if known.
    ///
    /// Without it, a subscription lasts one period from the purchase date; if that is unknown too, until a tracker
    /// reports otherwise.
    public var expires: Date?
    /// The end of the shop's grace period, if there is one.
    public var graceEnds: Date?
    /// The date on which the purchase was revoked, for example by a refund.
    ///
    /// A revoked purchase grants nothing.
    public var revoked: Date?

    /// Creates a purchase; omit unknown values.
    public init(
        product: String, transaction: String, quantity: Int = 1, purchased: Date? = nil, expires: Date? = nil,
        graceEnds: Date? = nil, revoked: Date? = nil
    ) {
        self.product = product
        self.transaction = transaction
        self.quantity = quantity
        self.purchased = purchased
        self.expires = expires
        self.graceEnds = graceEnds
        self.revoked = revoked
    }
}

extension Entitlement {
    /// Returns the date on which it ends as a purchase of a product, `nil` if it doesn't.
    func end(of product: Product) -> Date? {
        if let expires { return expires }
        guard let period = product.kind.period, let purchased else { return nil }
        return period.end(from: purchased)
    }

    /// Returns the end of the grace period after that.
    func graceEnd(of product: Product) -> Date? {
        guard let end = end(of: product) else { return nil }
        let own = end.addingTimeInterval(product.kind.grace / .seconds(1))
        return graceEnds.map { max($0, own) } ?? own
    }
}
