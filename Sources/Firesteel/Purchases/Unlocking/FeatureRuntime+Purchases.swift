extension FeatureRuntime {
    /// What was bought, as this runtime's conditions see it.
    ///
    /// `nil` where the configuration has no ``Purchases``.
    public var purchases: Purchases? { availabilityTable.purchases }

    /// All products that features name, in the order in which they name them.
    ///
    /// A product that is declared twice, differently, is listed as it was declared first.
    public var products: [ProductStatus] {
        var products: [Product] = []
        var features: [String: [FeaturePath]] = [:]
        for feature in registry.all {
            for case let constraint as Purchase in feature.constraints {
                for product in constraint.requirement.products {
                    if features[product.id] == nil { products.append(product) }
                    if features[product.id]?.last != feature.path {
                        features[product.id, default: []].append(feature.path)
                    }
                }
            }
        }
        return products.map { product in
            ProductStatus(
                product: product, status: status(of: product), price: price(of: product),
                features: features[product.id] ?? [])
        }
    }

    /// What to buy so that all purchases that a feature needs are there: each way to it, cheapest first, those whose price
    /// isn't known last.
    ///
    /// What its groups and the features that it requires need counts as well. Empty where nothing is missing, and where
    /// nothing that can be bought helps. What is no purchase is left out: look at the feature's ``Availability/reasons`` for
    /// others before selling something that doesn't help. Where alternatives of alternatives come to more than 64 ways, the
    /// cheapest are found by following that many.
    public func purchases(unlocking type: any FeatureDefinition.Type) -> [PurchaseOption] {
        let requirement = PurchaseRequirement.all(requirements(of: type))
        return PurchaseOptions(requirement, status: status, price: price).sorted
    }

    /// Whether purchases can be set by hand here: there is a ``DebugPurchaseTracker``.
    public var allowsPurchaseOverrides: Bool { debugPurchases != nil }

    /// Sets by hand how a product stands, or no longer with `nil`, as a page that lists products does.
    ///
    /// - Returns: Whether that is so now: it isn't without a ``DebugPurchaseTracker``, nor for a product that no feature
    ///   names.
    @discardableResult
    public func setPurchaseOverride(_ override: PurchaseOverride?, of product: String) -> Bool {
        guard let debug = debugPurchases, products.contains(where: { $0.id == product }) else { return false }
        debug.set(override, for: product)
        return true
    }

    private var debugPurchases: DebugPurchaseTracker? {
        purchases?.trackers.lazy.compactMap { $0 as? DebugPurchaseTracker }.first
    }

    private func status(of product: Product) -> PurchaseStatus {
        if let purchases { return purchases.status(of: product) }
        guard let source = availabilityTable.sources[Purchases.sourceName] else {
            return PurchaseStatus(.unsupported)
        }
        return PurchaseStatus(status: source.status(of: product.id))
    }

    private func price(of product: Product) -> ProductPrice? { purchases?.price(of: product) ?? product.price }

    /// What must be bought for a feature, its groups, and what they require.
    private func requirements(of type: any FeatureDefinition.Type) -> [PurchaseRequirement] {
        var requirements: [PurchaseRequirement] = []
        var seen: Set<ObjectIdentifier> = []
        var open = [type]
        while !open.isEmpty {
            guard let feature = dispatcher.features[Interning.shared.feature(open.removeFirst())],
                seen.insert(ObjectIdentifier(feature)).inserted
            else { continue }
            for constraint in feature.constraints {
                if let purchase = constraint as? Purchase { requirements.append(purchase.requirement) }
                if let requires = constraint as? Requires { open += requires.features }
            }
            if let parent = feature.parent { open.append(parent.type) }
        }
        return requirements
    }
}
