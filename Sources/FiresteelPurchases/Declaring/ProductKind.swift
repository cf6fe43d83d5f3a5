/// The kind of a product.
public enum ProductKind: Sendable, Hashable {
    /// Bought once, without an end.
    case nonConsumable
    /// Bought any number of times, and used up.
    case consumable
    /// Renews automatically until the user cancels it.
    ///
    /// - Parameters:
    ///   - period: The duration of one period. Used if no expiration date is reported.
    ///   - grace: The time after expiration for which it is still granted, so that a late renewal doesn't interrupt a
    ///     paid subscription. A longer grace period that the shop reports takes precedence.
    case autoRenewable(SubscriptionPeriod, grace: Duration = .zero)
    /// Lasts one period, and doesn't renew.
    ///
    /// - Parameters:
    ///   - period: The duration. Shops don't report when such a subscription expires, so this value decides.
    ///   - grace: The time after expiration for which it is still granted.
    case nonRenewing(SubscriptionPeriod, grace: Duration = .zero)

    /// The duration of one period, `nil` if the product doesn't expire.
    public var period: SubscriptionPeriod? {
        switch self {
        case .nonConsumable, .consumable: nil
        case .autoRenewable(let period, _), .nonRenewing(let period, _): period
        }
    }

    /// The time after expiration for which the product is still granted.
    public var grace: Duration {
        switch self {
        case .nonConsumable, .consumable: .zero
        case .autoRenewable(_, let grace), .nonRenewing(_, let grace): grace
        }
    }

    /// A display name, for example "Auto-renewable subscription".
    public var label: String {
        switch self {
        case .nonConsumable: "Non-consumable"
        case .consumable: "Consumable"
        case .autoRenewable: "Auto-renewable subscription"
        case .nonRenewing: "Non-renewing subscription"
        }
    }
}
