public import Foundation

/// How a product stands at a moment: whether it was bought, who says so, and until when that holds.
public struct PurchaseStatus: Sendable, Hashable {
    /// How it stands.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// It is bought.
        case purchased
        /// It expired, and is granted for a while all the same.
        case inGracePeriod
        /// It expired.
        case expired
        /// It was taken back, as by a refund.
        case revoked
        /// It isn't bought, or is used up.
        case notPurchased
        /// It isn't known yet.
        case unknown
        /// Nothing can be bought here: there is no tracker.
        case unsupported

        /// Whether what needs the product may be used.
        public var isGranted: Bool { self == .purchased || self == .inGracePeriod }
    }

    /// How it stands.
    public let state: State
    /// How many there are: of a consumable what is left of it, of others 1 if it is granted, else 0.
    public let quantity: Int
    /// The purchase that decides, the newest of several.
    public let entitlement: Entitlement?
    /// When the purchase expires, where it does.
    public let expires: Date?
    /// When the grace after that is over.
    public let graceEnds: Date?
    /// The tracker that says so.
    ///
    /// `nil` if none does.
    public let source: String?
    /// What was set by hand and decides instead.
    public let override: PurchaseOverride?

    /// Whether a tracker that doesn't know yet could make it more.
    let isOpen: Bool
    /// When it may become another by itself.
    let changes: Date?

    /// How it stands as conditions have it.
    public var requirementStatus: RequirementStatus {
        switch state {
        case .purchased, .inGracePeriod: .granted
        case .expired, .revoked, .notPurchased: .denied
        case .unknown: .unknown
        case .unsupported: .unsupported
        }
    }

    /// Whether there are so many.
    public func state(atLeast quantity: Int) -> ConstraintStatus.State {
        if override == .granted || (state.isGranted && self.quantity >= quantity) { return .met }
        return isOpen ? .undetermined : .unmet
    }
}

extension PurchaseStatus {
    /// Without any tracker that could say more.
    init(_ state: State, source: String? = nil, override: PurchaseOverride? = nil) {
        self.init(
            state: state, quantity: state.isGranted ? 1 : 0, entitlement: nil, expires: nil, graceEnds: nil,
            source: source, override: override, isOpen: state == .unknown, changes: nil)
    }

    /// As a source that isn't ``Purchases`` has it.
    init(status: RequirementStatus) {
        switch status {
        case .granted: self.init(.purchased)
        case .unknown: self.init(.unknown)
        case .notDetermined, .denied: self.init(.notPurchased)
        case .restricted, .unsupported: self.init(.unsupported)
        }
    }

    /// As set by hand.
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
