/// One way to get what must be bought: everything in it, and nothing that could be left out.
public struct PurchaseOption: Sendable, Hashable, CustomStringConvertible {
    /// A product, and how many of it are missing.
    public struct Item: Sendable, Hashable {
        /// The product.
        public let product: Product
        /// How many, at least 1; more only of a consumable.
        public let quantity: Int
    }

    /// What to buy, in an order in which it can be bought: what others need comes before them.
    public let items: [Item]
    /// What all of it costs.
    ///
    /// `nil` where one price isn't known, or they are in several currencies.
    public let price: ProductPrice?
    /// What may be bought already, though nobody knows yet: don't sell it before that is known.
    public let unknown: [Product]

    /// The products, in order.
    public var products: [Product] { items.map(\.product) }

    /// As people say it: "Basic and 3 × Credits".
    public var description: String {
        items.map { $0.product.words($0.quantity) }.joined(separator: " and ")
    }
}
