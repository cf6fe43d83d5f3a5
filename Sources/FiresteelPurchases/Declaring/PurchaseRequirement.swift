public import Firesteel

/// The products that must be bought: one, any of several, all of several, and nested combinations.
///
/// ```swift
/// .any(.product(.supporter), .all(.basic, .extras).needing(.account))
/// ```
///
/// The result has three values: while a purchase is unknown, the requirement is neither met nor unmet, unless the rest
/// decides. One purchased product decides `any`; one that isn't purchased decides `all`. Unknown products and unknown
/// dependencies are treated alike.
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

    /// Returns a requirement for a product and the purchases it needs.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - quantity: The required quantity of a consumable. Values below 1 count as 1; for other kinds one is enough.
    public static func product(_ product: Product, atLeast quantity: Int = 1) -> PurchaseRequirement {
        PurchaseRequirement(.product(product, quantity: product.kind == .consumable ? max(1, quantity) : 1))
    }

    /// Returns a requirement that is met if at least one of the requirements is.
    ///
    /// An empty list is never met.
    public static func any(_ requirements: [PurchaseRequirement]) -> PurchaseRequirement {
        PurchaseRequirement(.any(requirements))
    }

    /// Returns a requirement that is met if all of the requirements are.
    ///
    /// An empty list is always met.
    public static func all(_ requirements: [PurchaseRequirement]) -> PurchaseRequirement {
        PurchaseRequirement(.all(requirements))
    }

    /// Returns a requirement that is met if at least one of the requirements is.
    public static func any(_ requirements: PurchaseRequirement...) -> PurchaseRequirement { any(requirements) }
    /// Returns a requirement that is met if at least one of the products is purchased.
    public static func any(_ products: Product...) -> PurchaseRequirement { any(products.map { .product($0) }) }
    /// Returns a requirement that is met if all of the requirements are.
    public static func all(_ requirements: PurchaseRequirement...) -> PurchaseRequirement { all(requirements) }
    /// Returns a requirement that is met if all of the products are purchased.
    public static func all(_ products: Product...) -> PurchaseRequirement { all(products.map { .product($0) }) }

    /// Returns this requirement together with all dependencies.
    ///
    /// Its own products come first in lists and reasons.
    public func needing(_ dependencies: PurchaseRequirement...) -> PurchaseRequirement {
        PurchaseRequirement(.needing(self, .all(dependencies)))
    }

    /// Returns this requirement together with all products it depends on.
    public func needing(_ products: Product...) -> PurchaseRequirement {
        PurchaseRequirement(.needing(self, .all(products.map { .product($0) })))
    }
}

extension PurchaseRequirement {
    /// The named products without duplicates, its own before those of its dependencies.
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

    /// Visits its own products in order, and the dependencies of the requirement and of its products.
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

    /// Returns whether the requirement is met.
    ///
    /// - Parameter state: Returns whether a quantity of a product is purchased.
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
    /// Returns `met` if a state is; otherwise an undetermined one leaves the result undetermined.
    fileprivate static func any(_ states: [Self]) -> Self {
        if states.contains(.met) { return .met }
        return states.contains(.undetermined) ? .undetermined : .unmet
    }

    /// Returns `unmet` if a state is; otherwise an undetermined one leaves the result undetermined.
    fileprivate static func all(_ states: [Self]) -> Self {
        if states.contains(.unmet) { return .unmet }
        return states.contains(.undetermined) ? .undetermined : .met
    }
}

extension PurchaseRequirement {
    /// The required products by name: "Premium or Supporter", without those that they depend on.
    var productText: String {
        switch form {
        case .product(let product, let quantity): product.words(quantity)
        case .any(let requirements): Self.text(requirements, joinedBy: " or ")
        case .all(let requirements): Self.text(requirements, joinedBy: " and ")
        case .needing(let requirement, _): requirement.productText
        }
    }

    private static func text(_ requirements: [PurchaseRequirement], joinedBy word: String) -> String {
        let texts = requirements.map { requirement in
            let text = requirement.productText
            return requirements.count > 1 && requirement.isCombined ? "(\(text))" : text
        }
        return texts.filter { !$0.isEmpty && $0 != "()" }.joined(separator: word)
    }

    private var isCombined: Bool {
        switch form {
        case .product: false
        case .any(let requirements), .all(let requirements): requirements.count > 1
        case .needing(let requirement, _): requirement.isCombined
        }
    }
}
