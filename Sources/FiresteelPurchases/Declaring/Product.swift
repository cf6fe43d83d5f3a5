import Firesteel

/// A product that users can buy.
///
/// Declare products as values, and name them in the ``Purchase`` constraints of features:
///
/// ```swift
/// extension Product {
///     static let premium = Product("com.example.premium", .nonConsumable, name: "Premium")
/// }
/// ```
public struct Product: Sendable, Hashable, Identifiable {
    /// The product's identifier in the shop.
    public let id: String
    /// The kind of the product.
    public let kind: ProductKind
    /// The display name in reasons and lists.
    public let name: String
    /// A description in one sentence.
    public let description: String
    /// The price, if the program declares one.
    ///
    /// A price that the shop reports takes precedence.
    public let price: ProductPrice?
    /// The purchases without which the product has no use.
    public let needs: PurchaseRequirement?

    /// Creates a product.
    ///
    /// - Parameters:
    ///   - id: The identifier in the shop. Each product has one declaration.
    ///   - kind: The kind of the product.
    ///   - name: The display name. By default the identifier.
    ///   - description: A description in one sentence.
    ///   - price: The price, if it is known before the shop is queried.
    ///   - needs: The purchases without which the product has no use.
    public init(
        _ id: String, _ kind: ProductKind, name: String? = nil, description: String = "", price: ProductPrice? = nil,
        needs: PurchaseRequirement? = nil
    ) {
        self.id = id
        self.kind = kind
        self.name = name ?? id
        self.description = description
        self.price = price
        self.needs = needs
    }

    var requirement: Requirement { Requirement(id, from: Purchases.sourceName) }

    /// Returns the display text of a quantity: "Credits", "3 × Credits".
    func words(_ quantity: Int) -> String { quantity == 1 ? name : "\(quantity) × \(name)" }
}
