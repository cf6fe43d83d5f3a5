public import Foundation

/// Verified renewal information of a subscription.
///
/// The fields are those of Apple's `JWSRenewalInfoDecodedPayload`.
public struct SignedRenewalInfo: Sendable, Hashable {
    /// The reason why a subscription expired.
    public enum ExpirationIntent: Int, Sendable, Hashable, CaseIterable {
        /// The user cancelled it.
        case cancelled = 1
        /// The payment failed.
        case billingError = 2
        /// The user didn't agree to a higher price.
        case priceIncrease = 3
        /// The product is no longer available.
        case productUnavailable = 4
        /// Another reason.
        case other = 5
    }

    /// `originalTransactionId`: the subscription.
    public let originalTransactionIdentifier: String
    /// `productId`: the product of the subscription.
    public let productIdentifier: String
    /// `autoRenewProductId`: the product of the next renewal.
    public let autoRenewProductIdentifier: String?
    /// `autoRenewStatus`: whether it renews automatically.
    public let isAutoRenewing: Bool
    /// `expirationIntent`: the reason for the expiration.
    ///
    /// `nil` if it didn't expire, or for an unknown reason.
    public let expirationIntent: ExpirationIntent?
    /// `isInBillingRetryPeriod`: whether the App Store still tries to renew it.
    public let isInBillingRetry: Bool
    /// `gracePeriodExpiresDate`: the end of the grace period after expiration.
    public let gracePeriodExpiresDate: Date?
    /// `renewalDate`: the date on which it expires or renews.
    public let renewalDate: Date?
    /// `signedDate`.
    public let signedDate: Date
    /// `environment`.
    public let environment: AppStoreEnvironment

    init(_ fields: PayloadFields) throws(SignedDataError) {
        originalTransactionIdentifier = try fields.needed("originalTransactionId")
        productIdentifier = try fields.needed("productId")
        autoRenewProductIdentifier = try fields.text("autoRenewProductId")
        guard let status = try fields.integer("autoRenewStatus", in: 0...1) else {
            throw .field(.payload, name: "autoRenewStatus", "is missing")
        }
        isAutoRenewing = status == 1
        expirationIntent = try fields.integer("expirationIntent", in: 0...1_000).flatMap(ExpirationIntent.init)
        isInBillingRetry = try fields.flag("isInBillingRetryPeriod") ?? false
        gracePeriodExpiresDate = try fields.date("gracePeriodExpiresDate")
        renewalDate = try fields.date("renewalDate")
        signedDate = try fields.neededDate("signedDate")
        environment = try fields.neededChoice("environment", AppStoreEnvironment.self)
    }
}
