/// One way to meet a purchase requirement: all necessary items, and no superfluous one.
public struct PurchaseOption: Sendable, Hashable, CustomStringConvertible {
    /// A product and its missing quantity.
    public struct Item: Sendable, Hashable {
        /// The product.
        public let product: Product
        /// The quantity, at least 1; above 1 only for a consumable.
        public let quantity: Int
    }

    /// The items, in a valid buying order: products that others need come first.
    public let items: [Item]
    /// The total price.
    ///
    /// `nil` if a price is unknown, or the currencies differ.
    public let price: ProductPrice?
    /// The items that may be purchased already, in a state that isn't known yet: don't sell them before it is known.
    public let unknown: [Product]

    /// The products, in order.
    public var products: [Product] { items.map(\.product) }

    /// A display text: "Basic and 3 × Credits".
    public var description: String {
        items.map { $0.product.words($0.quantity) }.joined(separator: " and ")
    }
}
