public import Firesteel

/// A product that features name, with its status, for pages that list products.
public struct ProductStatus: Sendable, Hashable, Identifiable {
    /// The product.
    public let product: Product
    /// The status, with the reporting tracker, the expiration date and the override.
    public let status: PurchaseStatus
    /// The price, if known.
    public let price: ProductPrice?
    /// The features whose constraints name the product, or a product that needs it.
    public let features: [FeaturePath]

    /// The product's identifier.
    public var id: String { product.id }
}
