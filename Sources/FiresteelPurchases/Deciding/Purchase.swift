public import Firesteel

/// A constraint that requires purchases.
///
/// ```swift
/// static var constraints: Constraints {
///     Purchase(anyOf: .premium, .supporter)
/// }
/// ```
///
/// Purchases are read from a ``Purchases`` among the runtime's `RuntimeConfiguration.sources`. While their state is
/// unknown, the feature is undetermined.
public struct Purchase: Constraint {
    /// The required purchases.
    public let requirement: PurchaseRequirement

    /// Requires purchases in any combination.
    public init(_ requirement: PurchaseRequirement) {
        self.requirement = requirement
    }

    /// Requires a product.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - quantity: The required quantity of a consumable.
    public init(_ product: Product, atLeast quantity: Int = 1) {
        requirement = .product(product, atLeast: quantity)
    }

    /// Requires at least one of the products.
    public init(anyOf products: Product...) {
        requirement = .any(products.map { .product($0) })
    }

    /// Requires that at least one of the requirements is met.
    public init(anyOf requirements: PurchaseRequirement...) {
        requirement = .any(requirements)
    }

    /// Requires all of the products.
    public init(allOf products: Product...) {
        requirement = .all(products.map { .product($0) })
    }

    /// Requires that all of the requirements are met.
    public init(allOf requirements: PurchaseRequirement...) {
        requirement = .all(requirements)
    }

    /// The required products: "Purchase: Premium or Supporter".
    public var label: String {
        let products = requirement.productText
        return products.isEmpty ? "Purchase" : "Purchase: \(products)"
    }

    /// The named products, by identifier, in the source "purchases".
    public var requirements: [Requirement] { requirement.products.map(\.requirement) }

    /// Returns the constraint's status: met if the purchases exist, undetermined if the result depends on an unknown
    /// purchase.
    public func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        var isSold = false
        func status(of product: Product) -> PurchaseStatus { subject.status(of: product) }
        let state = requirement.state { product, quantity in
            let status = status(of: product)
            if status.state != .unsupported { isSold = true }
            return status.state(atLeast: quantity)
        }
        switch state {
        case .met: return .met("Bought")
        case .undetermined:
            return .undetermined("Not known yet", because: "The purchases aren’t known yet", remedy: .wait)
        case .unmet:
            guard isSold else { return .unmet("Not sold", because: "It can’t be bought here") }
            let options = PurchaseOptions(
                requirement, status: status, price: { subject.purchases?.price(of: $0) ?? $0.price }
            ).sorted.map(\.description)
            return .unmet(
                words(status), because: reason(options, status), remedy: options.isEmpty ? nil : .buy(options))
        }
    }

    private func words(_ status: (Product) -> PurchaseStatus) -> String {
        guard case .product(let product, _) = requirement.form else { return "Not bought" }
        switch status(product).state {
        case .expired: return "Expired"
        case .revoked: return "Revoked"
        default: return "Not bought"
        }
    }

    private func reason(_ options: [String], _ status: (Product) -> PurchaseStatus) -> String {
        if case .product(let product, let quantity) = requirement.form {
            let now = status(product)
            switch now.state {
            case .expired: return "\(product.name) has expired"
            case .revoked: return "The purchase of \(product.name) was revoked"
            default: break
            }
            if product.kind == .consumable, quantity > 1 || now.quantity > 0 {
                return "Needs \(product.words(quantity)), but only \(now.quantity) left"
            }
            if product.needs == nil { return "\(product.name) isn’t bought" }
        }
        return options.isEmpty ? "The required products can’t be bought" : "Needs \(options.joined(separator: " or "))"
    }
}

extension ConstraintSubject {
    /// The purchases of the user being served, if the runtime has them.
    var purchases: Purchases? { source(Purchases.self, named: Purchases.sourceName) }

    /// Returns the status of a product, from the runtime's ``Purchases`` or else from the source with that name.
    func status(of product: Product) -> PurchaseStatus {
        purchases?.status(of: product) ?? PurchaseStatus(status: status(of: product.requirement))
    }
}
