public import Firesteel

extension FeatureRuntime {
    /// The purchases that this runtime's constraints read.
    ///
    /// `nil` if the configuration has no ``Purchases``.
    public var purchases: Purchases? { purchases(in: nil) }

    /// Returns the purchases of the user a session serves.
    ///
    /// - Parameter session: `nil`, or a session without its own context, for those of the app's user.
    public func purchases(in session: ActionSession?) -> Purchases? {
        source(Purchases.self, named: Purchases.sourceName, in: session)
    }

    /// All products that features name, in the order in which they name them.
    ///
    /// If a product has several different declarations, the first one is listed.
    public var products: [ProductStatus] {
        var products: [Product] = []
        var features: [String: [FeaturePath]] = [:]
        for declared in declaredConstraints {
            for case let constraint as Purchase in declared.constraints {
                for product in constraint.requirement.products {
                    if features[product.id] == nil { products.append(product) }
                    if features[product.id]?.last != declared.feature {
                        features[product.id, default: []].append(declared.feature)
                    }
                }
            }
        }
        return products.map { product in
            ProductStatus(
                product: product, status: status(of: product, in: nil), price: price(of: product, in: nil),
                features: features[product.id] ?? [])
        }
    }

    /// Returns the ways to buy all missing purchases that a feature needs, cheapest first, those without a known price
    /// last.
    ///
    /// Includes the needs of its groups and of the features that it requires. Empty if nothing is missing, or if no
    /// purchase helps. Constraints other than purchases are not considered: read the feature's `Availability.reasons`
    /// before selling a product that wouldn't make the feature available. If nested alternatives lead to more than 64
    /// ways, the search follows only the 64 cheapest.
    ///
    /// - Parameters:
    ///   - type: The feature.
    ///   - session: The session whose user buys, if it has its own context; by default the app's user.
    public func purchases(
        unlocking type: any FeatureDefinition.Type, in session: ActionSession? = nil
    ) -> [PurchaseOption] {
        let constraints = declaredConstraints(affecting: type).flatMap(\.constraints)
        let requirement = PurchaseRequirement.all(constraints.compactMap { ($0 as? Purchase)?.requirement })
        return PurchaseOptions(
            requirement, status: { self.status(of: $0, in: session) }, price: { self.price(of: $0, in: session) }
        ).sorted
    }

    /// Whether purchases can be overridden: the runtime has a ``DebugPurchaseTracker``.
    public var allowsPurchaseOverrides: Bool { debugPurchases != nil }

    /// Overrides the status of a product, or removes the override with `nil`.
    ///
    /// - Returns: Whether the override is in place. It isn't without a ``DebugPurchaseTracker``, or for a product that
    ///   no feature names.
    @discardableResult
    public func setPurchaseOverride(_ override: PurchaseOverride?, of product: String) -> Bool {
        guard let debug = debugPurchases, products.contains(where: { $0.id == product }) else { return false }
        debug.set(override, for: product)
        return true
    }

    private var debugPurchases: DebugPurchaseTracker? {
        purchases?.trackers.lazy.compactMap { $0 as? DebugPurchaseTracker }.first
    }

    private func status(of product: Product, in session: ActionSession?) -> PurchaseStatus {
        if let purchases = purchases(in: session) { return purchases.status(of: product) }
        guard let source = source(named: Purchases.sourceName, in: session) else { return PurchaseStatus(.unsupported) }
        return PurchaseStatus(status: source.status(of: product.id))
    }

    private func price(of product: Product, in session: ActionSession?) -> ProductPrice? {
        purchases(in: session)?.price(of: product) ?? product.price
    }
}
