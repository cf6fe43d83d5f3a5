package import FiresteelPurchases
package import FiresteelTimeline
import Foundation

extension Product {
    /// The premium version, a simulated purchase.
    package static let premium = Product(
        "documents.premium", .nonConsumable, name: "Premium", description: "Statistics of documents, permanently",
        price: ProductPrice(4.99, "EUR"))
}

/// The choice to buy or return Premium, and the store of purchases.
package struct PremiumChoice: Sendable {
    package let isOn: Bool
    package let purchases: FilePurchaseStore

    package init(_ isOn: Bool, in purchases: FilePurchaseStore) {
        self.isOn = isOn
        self.purchases = purchases
    }
}

extension PremiumChoice: TimelineDescribable {
    package func describe(to summary: inout InputSummary) {
        summary.add(isOn ? "Buy" : "Return")
    }
}
