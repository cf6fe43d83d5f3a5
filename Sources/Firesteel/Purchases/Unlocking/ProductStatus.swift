/// A product that features look at, and how it stands: what a page that lists products shows.
public struct ProductStatus: Sendable, Hashable, Identifiable {
    /// The product.
    public let product: Product
    /// How it stands, who says so, until when, and what was set by hand.
    public let status: PurchaseStatus
    /// What it costs, where that is known.
    public let price: ProductPrice?
    /// The features whose conditions name it, or something that needs it.
    public let features: [FeaturePath]

    /// The product's identifier.
    public var id: String { product.id }
}
