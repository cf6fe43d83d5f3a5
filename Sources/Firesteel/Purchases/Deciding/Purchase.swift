/// The feature must be bought.
///
/// ```swift
/// static var constraints: Constraints {
///     Purchase(anyOf: .premium, .supporter)
/// }
/// ```
///
/// What was bought is known to a ``Purchases`` among the runtime's ``RuntimeConfiguration/sources``. As long as that doesn't
/// know, the feature is undetermined.
public struct Purchase: Constraint {
    /// What must be bought.
    public let requirement: PurchaseRequirement

    /// What must be bought, however it is put together.
    public init(_ requirement: PurchaseRequirement) {
        self.requirement = requirement
    }

    /// A product must be bought.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - quantity: How many there must be, for a consumable.
    public init(_ product: Product, atLeast quantity: Int = 1) {
        requirement = .product(product, atLeast: quantity)
    }

    /// One of these products must be bought.
    public init(anyOf products: Product...) {
        requirement = .any(products.map { .product($0) })
    }

    /// One of these must be met.
    public init(anyOf requirements: PurchaseRequirement...) {
        requirement = .any(requirements)
    }

    /// All of these products must be bought.
    public init(allOf products: Product...) {
        requirement = .all(products.map { .product($0) })
    }

    /// All of these must be met.
    public init(allOf requirements: PurchaseRequirement...) {
        requirement = .all(requirements)
    }

    /// "Purchase".
    public var label: String { "Purchase" }

    /// Every product that is named, by its identifier, from the source "purchases".
    public var requirements: [Requirement] { requirement.products.map(\.requirement) }

    /// Met if what must be bought was, undetermined if that depends on what isn't known yet.
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
            return .undetermined("Not known yet", because: "It isn't known yet what was bought", remedy: .wait)
        case .unmet:
            guard isSold else { return .unmet("Not sold", because: "It can't be bought here") }
            let options = PurchaseOptions(
                requirement, status: status, price: { subject.purchases?.price(of: $0) ?? $0.price }
            ).sorted.map(\.description)
            return .unmet(
                words(status), because: reason(options, status), remedy: options.isEmpty ? nil : .buy(options))
        }
    }

    /// How it stands, in a word or two.
    private func words(_ status: (Product) -> PurchaseStatus) -> String {
        guard case .product(let product, _) = requirement.form else { return "Not bought" }
        switch status(product).state {
        case .expired: return "Expired"
        case .revoked: return "Taken back"
        default: return "Not bought"
        }
    }

    private func reason(_ options: [String], _ status: (Product) -> PurchaseStatus) -> String {
        if case .product(let product, let quantity) = requirement.form {
            let now = status(product)
            switch now.state {
            case .expired: return "\(product.name) has expired"
            case .revoked: return "The purchase of \(product.name) was taken back"
            default: break
            }
            if product.kind == .consumable, quantity > 1 || now.quantity > 0 {
                return "Needs \(product.words(quantity)), and there are \(now.quantity)"
            }
            if product.needs == nil { return "\(product.name) isn't bought" }
        }
        return options.isEmpty ? "What it needs can't be bought" : "Needs \(options.joined(separator: " or "))"
    }
}

extension ConstraintSubject {
    /// How a product stands: by the runtime's ``Purchases``, else by what the source of this name says.
    func status(of product: Product) -> PurchaseStatus {
        purchases?.status(of: product) ?? PurchaseStatus(status: status(of: product.requirement))
    }
}
