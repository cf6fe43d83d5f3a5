public import Foundation

/// One purchase of a product, as a tracker knows it.
public struct Entitlement: Sendable, Hashable, Codable {
    /// The identifier of the product.
    public var product: String
    /// What tells this purchase from others of the product: the shop's identifier of the transaction.
    ///
    /// A tracker that is told of a transaction twice counts it once.
    public var transaction: String
    /// How many were bought, at least 1.
    public var quantity: Int
    /// When it was bought or renewed, where that is known.
    public var purchased: Date?
    /// When it expires, where that is known.
    ///
    /// Without it a subscription lasts its period from the purchase; if that isn't known either, until a tracker says
    /// otherwise.
    public var expires: Date?
    /// Until when the shop grants a grace period.
    public var graceEnds: Date?
    /// When it was taken back, as by a refund.
    ///
    /// What is taken back grants nothing.
    public var revoked: Date?

    /// A purchase; what is left out isn't known.
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
    /// When it ends as a purchase of a product, `nil` where it doesn't.
    func end(of product: Product) -> Date? {
        if let expires { return expires }
        guard let period = product.kind.period, let purchased else { return nil }
        return period.end(from: purchased)
    }

    /// When the grace after that is over.
    func graceEnd(of product: Product) -> Date? {
        guard let end = end(of: product) else { return nil }
        let own = end.addingTimeInterval(product.kind.grace / .seconds(1))
        return graceEnds.map { max($0, own) } ?? own
    }
}
