/// Which products must be bought: one, any of several, all of several, and these in each other.
///
/// ```swift
/// .any(.product(.supporter), .all(.basic, .extras).needing(.account))
/// ```
///
/// It is three-valued: as long as it isn't known whether something was bought, it is neither met nor unmet, unless the
/// rest decides. One that is bought decides `any`; one that isn't decides `all`. An unknown product and an unknown
/// dependency are the same in this.
public struct PurchaseRequirement: Sendable, Hashable {
    indirect enum Form: Sendable, Hashable {
        case product(Product, quantity: Int)
        case any([PurchaseRequirement])
        case all([PurchaseRequirement])
        case needing(PurchaseRequirement, PurchaseRequirement)
    }

    let form: Form

    private init(_ form: Form) {
        self.form = form
    }

    /// A product, and what it needs itself.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - quantity: How many there must be, for a consumable. Fewer than 1 count as 1; of other kinds one is enough.
    public static func product(_ product: Product, atLeast quantity: Int = 1) -> PurchaseRequirement {
        PurchaseRequirement(.product(product, quantity: product.kind == .consumable ? max(1, quantity) : 1))
    }

    /// One of these is enough.
    ///
    /// Of none, none is: it is never met.
    public static func any(_ requirements: [PurchaseRequirement]) -> PurchaseRequirement {
        PurchaseRequirement(.any(requirements))
    }

    /// All of these are needed.
    ///
    /// Of none, none is: it is always met.
    public static func all(_ requirements: [PurchaseRequirement]) -> PurchaseRequirement {
        PurchaseRequirement(.all(requirements))
    }

    /// One of these is enough.
    public static func any(_ requirements: PurchaseRequirement...) -> PurchaseRequirement { any(requirements) }
    /// One of these products is enough.
    public static func any(_ products: Product...) -> PurchaseRequirement { any(products.map { .product($0) }) }
    /// All of these are needed.
    public static func all(_ requirements: PurchaseRequirement...) -> PurchaseRequirement { all(requirements) }
    /// All of these products are needed.
    public static func all(_ products: Product...) -> PurchaseRequirement { all(products.map { .product($0) }) }

    /// This, and others that it depends on, all of them.
    ///
    /// Its own products come first in lists and reasons.
    public func needing(_ dependencies: PurchaseRequirement...) -> PurchaseRequirement {
        PurchaseRequirement(.needing(self, .all(dependencies)))
    }

    /// This, and products that it depends on, all of them.
    public func needing(_ products: Product...) -> PurchaseRequirement {
        PurchaseRequirement(.needing(self, .all(products.map { .product($0) })))
    }
}

extension PurchaseRequirement {
    /// Every product that it names, each once, its own before all that they depend on.
    public var products: [Product] {
        var products: [Product] = []
        var seen: Set<Product> = []
        var open = [self]
        while !open.isEmpty {
            var dependencies: [PurchaseRequirement] = []
            for requirement in open {
                requirement.visit { product in
                    if seen.insert(product).inserted { products.append(product) }
                } dependency: {
                    dependencies.append($0)
                }
            }
            open = dependencies
        }
        return products
    }

    /// Visits its own products in order, and what it and they depend on.
    private func visit(_ own: (Product) -> Void, dependency: (PurchaseRequirement) -> Void) {
        switch form {
        case .product(let product, _):
            own(product)
            if let needs = product.needs { dependency(needs) }
        case .any(let requirements), .all(let requirements):
            for requirement in requirements { requirement.visit(own, dependency: dependency) }
        case .needing(let requirement, let dependencies):
            requirement.visit(own, dependency: dependency)
            dependency(dependencies)
        }
    }

    /// Whether it is met.
    ///
    /// - Parameter state: Whether so many of a product were bought.
    public func state(
        _ state: (_ product: Product, _ quantity: Int) -> ConstraintStatus.State
    ) -> ConstraintStatus.State {
        switch form {
        case .product(let product, let quantity):
            let own = state(product, quantity)
            guard let needs = product.needs else { return own }
            return .all([own, needs.state(state)])
        case .any(let requirements): return .any(requirements.map { $0.state(state) })
        case .all(let requirements): return .all(requirements.map { $0.state(state) })
        case .needing(let requirement, let dependencies):
            return .all([requirement.state(state), dependencies.state(state)])
        }
    }
}

extension ConstraintStatus.State {
    /// One that is met decides, and one that isn't known leaves it open.
    fileprivate static func any(_ states: [Self]) -> Self {
        if states.contains(.met) { return .met }
        return states.contains(.undetermined) ? .undetermined : .unmet
    }

    /// One that isn't met decides, and one that isn't known leaves it open.
    fileprivate static func all(_ states: [Self]) -> Self {
        if states.contains(.unmet) { return .unmet }
        return states.contains(.undetermined) ? .undetermined : .met
    }
}
