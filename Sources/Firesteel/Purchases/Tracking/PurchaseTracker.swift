/// Somebody who knows what was bought: a shop, a file, a server.
///
/// ``Purchases`` asks any number of them and decides what features see.
///
/// ## Implementing a tracker
///
/// - ``snapshot(of:)`` answers at once, from what the tracker knows, and says ``PurchaseSnapshot/unknown`` until it knows
///   anything. Report what was bought, expired and revoked purchases included: time is decided by ``Purchases``.
/// - Call subscribers after the new snapshot is in place, with the identifiers of the products, and hold no lock of yours
///   meanwhile. What changes at once belongs into one change.
/// - Every method may be called from any thread.
public protocol PurchaseTracker: Sendable {
    /// What lists and reasons call it: "StoreKit".
    var name: String { get }

    /// What it knows of a product, by its identifier.
    func snapshot(of product: String) -> PurchaseSnapshot

    /// Calls the handler after each change, from any thread, until what is returned is called.
    func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> @Sendable () -> Void

    /// What a product costs, by its identifier, where this tracker knows it.
    func price(of product: String) -> ProductPrice?

    /// What keeps it from knowing what it should, in a sentence that says what to do.
    var fault: String? { get }
}

extension PurchaseTracker {
    /// It doesn't know.
    public func price(of product: String) -> ProductPrice? { nil }
    /// Nothing.
    public var fault: String? { nil }
}

/// A tracker whose consumables can be used up.
public protocol ConsumingPurchaseTracker: PurchaseTracker {
    /// Takes away from what there is of a consumable, and keeps that.
    ///
    /// - Parameters:
    ///   - quantity: How many, at least 1.
    ///   - product: The identifier of the product.
    /// - Throws: ``PurchaseError``; then nothing was taken.
    func consume(_ quantity: Int, of product: String) throws(PurchaseError)
}

/// What a tracker knows of a product.
public enum PurchaseSnapshot: Sendable, Hashable {
    /// Nothing yet.
    case unknown
    /// All purchases of it, none if it was never bought, and how many of a consumable were used up.
    case known([Entitlement], consumed: Int = 0)

    /// It was never bought.
    public static var notPurchased: PurchaseSnapshot { .known([]) }
}

/// Why a consumable could not be used.
public enum PurchaseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It is used up, or was never bought in that number.
    case notEnough(product: String, available: Int, wanted: Int)
    /// It isn't known yet how many there are.
    case unknown(product: String)
    /// No tracker can use it up: it isn't a consumable, or nobody who keeps consumables knows it.
    case notConsumable(product: String)
    /// Fewer than one can't be used.
    case quantity(Int)
    /// What was used could not be kept, and so wasn't used.
    case notKept(String)

    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .notEnough(let product, let available, let wanted):
            "There are \(available) of \(product), and \(wanted) are wanted. Buy more."
        case .unknown(let product):
            "It isn't known yet how many of \(product) there are. Try again when the tracker knows."
        case .notConsumable(let product):
            "\(product) can't be used up: it isn't a consumable, or no tracker that keeps consumables knows it."
        case .quantity(let quantity): "\(quantity) can't be used: it takes at least 1."
        case .notKept(let words): words
        }
    }
}
