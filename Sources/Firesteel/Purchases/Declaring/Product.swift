/// Something that people can buy.
///
/// Declare products as values, and name them in the ``Purchase`` conditions of features:
///
/// ```swift
/// extension Product {
///     static let premium = Product("com.example.premium", .nonConsumable, name: "Premium")
/// }
/// ```
public struct Product: Sendable, Hashable, Identifiable {
    /// The identifier that the shop knows it by.
    public let id: String
    /// What buying it means.
    public let kind: ProductKind
    /// What people know it as, in reasons and lists.
    public let name: String
    /// What it is, in a sentence.
    public let description: String
    /// What it costs, where the program says so.
    ///
    /// What a shop says counts before it.
    public let price: ProductPrice?
    /// What has to be bought first for it to be of use.
    public let needs: PurchaseRequirement?

    /// - Parameters:
    ///   - id: The identifier that the shop knows it by. One product has one declaration.
    ///   - kind: What buying it means.
    ///   - name: What people know it as. By default the identifier.
    ///   - description: What it is, in a sentence.
    ///   - price: What it costs, where that is known before the shop is asked.
    ///   - needs: What has to be bought first for it to be of use.
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

    /// What a condition names it by.
    var requirement: Requirement { Requirement(id, from: Purchases.sourceName) }

    /// So many of it, as people say it: "Credits", "3 × Credits".
    func words(_ quantity: Int) -> String { quantity == 1 ? name : "\(quantity) × \(name)" }
}
