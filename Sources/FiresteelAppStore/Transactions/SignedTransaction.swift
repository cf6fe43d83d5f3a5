public import FiresteelPurchases
public import Foundation

/// A verified transaction of the App Store.
///
/// The fields are those of Apple's `JWSTransactionDecodedPayload`, with the same names where these are clear.
public struct SignedTransaction: Sendable, Hashable, Identifiable {
    /// The kind of the product.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// An auto-renewable subscription.
        case autoRenewable = "Auto-Renewable Subscription"
        /// A permanent purchase.
        case nonConsumable = "Non-Consumable"
        /// A consumable product.
        case consumable = "Consumable"
        /// A subscription that doesn't renew, whose expiration the App Store doesn't specify.
        case nonRenewing = "Non-Renewing Subscription"
    }

    /// The owner of a purchase.
    public enum Ownership: String, Sendable, Hashable, CaseIterable {
        /// The user's own purchase.
        case purchased = "PURCHASED"
        /// Shared by a member of the family.
        case familyShared = "FAMILY_SHARED"
    }

    /// The reason of a transaction.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The user made a purchase.
        case purchase = "PURCHASE"
        /// A subscription was renewed.
        case renewal = "RENEWAL"
    }

    /// `transactionId`: unique in the App Store.
    public let id: String
    /// `originalTransactionId`: the same for all renewals of a subscription.
    public let originalTransactionIdentifier: String
    /// `bundleId`: the app.
    public let bundleIdentifier: String
    /// `productId`.
    public let productIdentifier: String
    /// `subscriptionGroupIdentifier`.
    public let subscriptionGroupIdentifier: String?
    /// `type`.
    public let kind: Kind
    /// `quantity`: 1 if missing.
    public let quantity: Int
    /// `purchaseDate`: the date of the purchase or renewal.
    public let purchaseDate: Date
    /// `originalPurchaseDate`.
    public let originalPurchaseDate: Date?
    /// `expiresDate`: the date on which a subscription expires or renews.
    public let expiresDate: Date?
    /// `signedDate`.
    public let signedDate: Date
    /// `revocationDate`: the date of the refund, or of the removal from the family.
    public let revocationDate: Date?
    /// `revocationReason`: 0 for any, 1 for a fault of the app.
    public let revocationReason: Int?
    /// `isUpgraded`: whether another subscription of the group has replaced it.
    public let isUpgraded: Bool
    /// `appAccountToken`: the identifier of the user that the app set for the purchase.
    public let appAccountToken: UUID?
    /// `inAppOwnershipType`.
    ///
    /// `nil` if missing or unknown; the same applies to ``reason``.
    public let ownership: Ownership?
    /// `environment`.
    public let environment: AppStoreEnvironment
    /// `transactionReason`.
    public let reason: Reason?
    /// `offerType`: 1 introductory, 2 promotional, 3 with a code, 4 win-back.
    public let offerType: Int?
    /// `offerIdentifier`.
    public let offerIdentifier: String?
    /// `storefront`: the country's code of ISO 3166-1, three letters.
    public let storefront: String?
    /// `price` and `currency`.
    public let price: ProductPrice?

    init(_ fields: PayloadFields) throws(SignedDataError) {
        id = try fields.needed("transactionId")
        originalTransactionIdentifier = try fields.needed("originalTransactionId")
        bundleIdentifier = try fields.needed("bundleId")
        productIdentifier = try fields.needed("productId")
        subscriptionGroupIdentifier = try fields.text("subscriptionGroupIdentifier")
        kind = try fields.neededChoice("type", Kind.self)
        quantity = try fields.integer("quantity", in: 1...1_000_000) ?? 1
        purchaseDate = try fields.neededDate("purchaseDate")
        originalPurchaseDate = try fields.date("originalPurchaseDate")
        expiresDate = try fields.date("expiresDate")
        signedDate = try fields.neededDate("signedDate")
        revocationDate = try fields.date("revocationDate")
        revocationReason = try fields.integer("revocationReason", in: 0...1_000)
        isUpgraded = try fields.flag("isUpgraded") ?? false
        appAccountToken = try fields.identifier("appAccountToken")
        ownership = try fields.choice("inAppOwnershipType", Ownership.self)
        environment = try fields.neededChoice("environment", AppStoreEnvironment.self)
        reason = try fields.choice("transactionReason", Reason.self)
        offerType = try fields.integer("offerType", in: 0...1_000)
        offerIdentifier = try fields.text("offerIdentifier")
        storefront = try fields.text("storefront")
        price = try Self.price(fields)
        // A missing field must not result in a subscription that never expires.
        guard kind != .autoRenewable || expiresDate != nil else {
            throw .field(.payload, name: "expiresDate", "is missing from an auto-renewable subscription")
        }
    }

    private static func price(_ fields: PayloadFields) throws(SignedDataError) -> ProductPrice? {
        let thousandths = try fields.integer("price", in: 0...Int(Int32.max) * 1_000)
        guard let thousandths, let currency = try fields.text("currency") else { return nil }
        return ProductPrice(Decimal(thousandths) / 1_000, currency)
    }

    /// The entitlement, for example for a `FilePurchaseStore`.
    ///
    /// An upgraded transaction grants nothing, and counts as revoked from its purchase, because the time of the upgrade
    /// isn't specified.
    public var entitlement: Entitlement {
        Entitlement(
            product: productIdentifier, transaction: id, quantity: quantity, purchased: purchaseDate,
            expires: expiresDate, revoked: revocationDate ?? (isUpgraded ? purchaseDate : nil))
    }
}
