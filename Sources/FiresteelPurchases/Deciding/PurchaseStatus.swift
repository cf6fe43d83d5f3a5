public import Firesteel
public import Foundation

/// The status of a product at one moment: whether it is granted, by which tracker, and until when.
public struct PurchaseStatus: Sendable, Hashable {
    /// The state of a product.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// The product is purchased.
        case purchased
        /// The purchase expired and is still granted during a grace period.
        case inGracePeriod
        /// The purchase expired.
        case expired
        /// The purchase was revoked, for example by a refund.
        case revoked
        /// The product is not purchased, or is used up.
        case notPurchased
        /// The state isn't known yet.
        case unknown
        /// Products can't be purchased, because there is no tracker.
        case unsupported

        /// Whether the state grants what requires the product.
        public var isGranted: Bool { self == .purchased || self == .inGracePeriod }
    }

    /// The state of the product.
    public let state: State
    /// The available quantity: the remaining quantity of a consumable; for other kinds 1 if granted, otherwise 0.
    public let quantity: Int
    /// The purchase that decides, the newest of several.
    public let entitlement: Entitlement?
    /// The expiration date of the purchase, if it expires.
    public let expires: Date?
    /// The end of the grace period after expiration, if there is one.
    public let graceEnds: Date?
    /// The name of the tracker that reports the status.
    ///
    /// `nil` if no tracker does.
    public let source: String?
    /// The override that decides instead of the trackers.
    public let override: PurchaseOverride?

    /// Whether a tracker with an unknown snapshot could still raise the quantity.
    let isOpen: Bool
    /// The next date on which the status may change on its own.
    let changes: Date?

    /// The status as constraints read it.
    public var requirementStatus: RequirementStatus {
        switch state {
        case .purchased, .inGracePeriod: .granted
        case .expired, .revoked, .notPurchased: .denied
        case .unknown: .unknown
        case .unsupported: .unsupported
        }
    }

    /// Returns whether a quantity is available.
    public func state(atLeast quantity: Int) -> ConstraintStatus.State {
        if override == .granted || (state.isGranted && self.quantity >= quantity) { return .met }
        return isOpen ? .undetermined : .unmet
    }
}

extension PurchaseStatus {
    /// Creates a status without a tracker's report.
    init(_ state: State, source: String? = nil, override: PurchaseOverride? = nil) {
        self.init(
            state: state, quantity: state.isGranted ? 1 : 0, entitlement: nil, expires: nil, graceEnds: nil,
            source: source, override: override, isOpen: state == .unknown, changes: nil)
    }

    /// Creates a status from a source other than ``Purchases``.
    init(status: RequirementStatus) {
        switch status {
        case .granted: self.init(.purchased)
        case .unknown: self.init(.unknown)
        case .notDetermined, .denied: self.init(.notPurchased)
        case .restricted, .unsupported: self.init(.unsupported)
        }
    }

    /// Creates the status that an override determines.
    init(_ override: PurchaseOverride, source: String) {
        let state: State =
            switch override {
            case .granted: .purchased
            case .denied: .notPurchased
            case .unknown: .unknown
            }
        self.init(state, source: source, override: override)
    }
}
