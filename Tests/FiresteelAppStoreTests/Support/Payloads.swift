import FiresteelFlags
import Foundation

/// Payloads that the App Store would sign.
enum Payloads {
    static let account = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    static func milliseconds(_ date: Date) -> JSONValue { .int(Int((date.timeIntervalSince1970 * 1_000).rounded())) }

    /// A transaction of something that is bought once and kept.
    static func transaction(_ changes: [String: JSONValue?] = [:]) -> [String: JSONValue] {
        changed(
            [
                "transactionId": "2000000001", "originalTransactionId": "2000000001", "bundleId": "com.example.notes",
                "productId": "com.example.premium", "type": "Non-Consumable", "quantity": 1,
                "purchaseDate": milliseconds(TestChain.now.addingTimeInterval(-60)),
                "originalPurchaseDate": milliseconds(TestChain.now.addingTimeInterval(-60)),
                "signedDate": milliseconds(TestChain.now), "environment": "Production",
                "inAppOwnershipType": "PURCHASED", "transactionReason": "PURCHASE", "storefront": "DEU",
                "storefrontId": "143443", "price": 4_990, "currency": "EUR",
            ], changes)
    }

    /// A subscription that expires an hour from now.
    static func subscription(_ changes: [String: JSONValue?] = [:]) -> [String: JSONValue] {
        changed(
            transaction([
                "productId": "com.example.monthly", "type": "Auto-Renewable Subscription",
                "subscriptionGroupIdentifier": "20000000", "webOrderLineItemId": "30000000",
                "expiresDate": milliseconds(TestChain.now.addingTimeInterval(3_600)),
                "appAccountToken": .string(account.uuidString),
            ]), changes)
    }

    static func renewal(_ changes: [String: JSONValue?] = [:]) -> [String: JSONValue] {
        changed(
            [
                "originalTransactionId": "2000000001", "productId": "com.example.monthly",
                "autoRenewProductId": "com.example.monthly", "autoRenewStatus": 1, "environment": "Production",
                "signedDate": milliseconds(TestChain.now), "isInBillingRetryPeriod": true, "expirationIntent": 2,
                "gracePeriodExpiresDate": milliseconds(TestChain.now.addingTimeInterval(7_200)),
                "renewalDate": milliseconds(TestChain.now.addingTimeInterval(3_600)),
            ], changes)
    }

    /// Fields with some others; `nil` leaves one out.
    private static func changed(
        _ fields: [String: JSONValue], _ changes: [String: JSONValue?]
    ) -> [String: JSONValue] {
        var fields = fields
        for (name, value) in changes { fields[name] = value }
        return fields
    }
}
