/// What buying a product means.
public enum ProductKind: Sendable, Hashable {
    /// Bought once and kept.
    case nonConsumable
    /// Bought as often as wanted, and used up.
    case consumable
    /// Renews itself until the person ends it.
    ///
    /// - Parameters:
    ///   - period: How long it lasts each time. Used where nobody says when it expires.
    ///   - grace: For how long after it expired it is granted all the same, so that a renewal that is late costs nobody
    ///     what they paid for. A longer grace period that the shop names counts instead.
    case autoRenewable(SubscriptionPeriod, grace: Duration = .zero)
    /// Lasts once, and is bought again.
    ///
    /// - Parameters:
    ///   - period: How long it lasts. Shops don't say when such a subscription expires, so that this decides.
    ///   - grace: For how long after that it is granted all the same.
    case nonRenewing(SubscriptionPeriod, grace: Duration = .zero)

    /// How long it lasts, `nil` where it doesn't end.
    public var period: SubscriptionPeriod? {
        switch self {
        case .nonConsumable, .consumable: nil
        case .autoRenewable(let period, _), .nonRenewing(let period, _): period
        }
    }

    /// For how long after its end it is granted.
    public var grace: Duration {
        switch self {
        case .nonConsumable, .consumable: .zero
        case .autoRenewable(_, let grace), .nonRenewing(_, let grace): grace
        }
    }

    /// Such as "Auto-renewable subscription".
    public var label: String {
        switch self {
        case .nonConsumable: "Non-consumable"
        case .consumable: "Consumable"
        case .autoRenewable: "Auto-renewable subscription"
        case .nonRenewing: "Non-renewing subscription"
        }
    }
}
