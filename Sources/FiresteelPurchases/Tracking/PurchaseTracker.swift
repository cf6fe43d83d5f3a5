public import Firesteel
public import FiresteelBase

/// A source of purchases: a shop, a file, a server.
///
/// ``Purchases`` combines any number of trackers and decides what features see.
///
/// ## Implementing a tracker
///
/// - ``snapshot(of:)`` returns immediately with the known state, ``PurchaseSnapshot/unknown`` until there is one.
///   Report all purchases, including expired and revoked ones: ``Purchases`` evaluates the dates.
/// - Call subscribers after the new snapshot is in place, with the identifiers of the products, and without holding a
///   lock. Report simultaneous changes as one change.
/// - All methods may be called from any thread.
public protocol PurchaseTracker: Sendable {
    /// The display name in lists and reasons: "StoreKit".
    var name: String { get }

    /// Returns the snapshot of a product, by its identifier.
    func snapshot(of product: String) -> PurchaseSnapshot

    /// Calls the handler after each change, from any thread, until the subscription is cancelled or released.
    func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> Subscription

    /// Returns the price of a product, by its identifier, if this tracker has one.
    func price(of product: String) -> ProductPrice?

    /// The reason why the tracker's state is incomplete, in a sentence that says what to do.
    var fault: String? { get }
}

extension PurchaseTracker {
    /// Returns no price.
    public func price(of product: String) -> ProductPrice? { nil }
    /// The fault, `nil` by default.
    public var fault: String? { nil }
}

/// A tracker whose consumables can be consumed.
public protocol ConsumingPurchaseTracker: PurchaseTracker {
    /// Consumes a quantity of a consumable, and stores the remaining quantity.
    ///
    /// - Parameters:
    ///   - quantity: The quantity, at least 1.
    ///   - product: The identifier of the product.
    /// - Throws: ``PurchaseError``; then nothing is consumed.
    func consume(_ quantity: Int, of product: String) throws(PurchaseError)
}

/// The state of a product in one tracker.
public enum PurchaseSnapshot: Sendable, Hashable {
    /// The state isn't known yet.
    case unknown
    /// All purchases of the product, empty if it was never bought, and the consumed quantity of a consumable.
    case known([Entitlement], consumed: Int = 0)

    /// A product that was never bought.
    public static var notPurchased: PurchaseSnapshot { .known([]) }
}

/// An error that prevents a consumable from being consumed.
public enum PurchaseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The remaining quantity is too small.
    case notEnough(product: String, available: Int, wanted: Int)
    /// The quantity isn't known yet.
    case unknown(product: String)
    /// No tracker can consume it: it isn't a consumable, or no tracker that stores consumables has it.
    case notConsumable(product: String)
    /// The quantity is less than one.
    case quantity(Int)
    /// The consumption could not be stored, and therefore did not take place.
    case notStored(String)

    /// A message with the cause and what to do.
    public var description: String {
        switch self {
        case .notEnough(let product, let available, let wanted):
            "Can't consume \(wanted) of \(product): only \(available) are left. Buy more."
        case .unknown(let product):
            "Can't consume \(product): its quantity isn't known yet. Try again when the tracker has loaded it."
        case .notConsumable(let product):
            "Can't consume \(product): it isn't a consumable, or no tracker that stores consumables has it."
        case .quantity(let quantity): "Can't consume the quantity \(quantity). Consume at least 1."
        case .notStored(let message): message
        }
    }
}
