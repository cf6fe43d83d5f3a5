import Firesteel
import FiresteelPurchases
import Foundation

/// The products of the tests in this folder.
extension Product {
    static let premium = Product("premium", .nonConsumable, name: "Premium", price: ProductPrice(10, "EUR"))
    static let supporter = Product("supporter", .nonConsumable, name: "Supporter", price: ProductPrice(4, "EUR"))
    static let account = Product("account", .nonConsumable, name: "Account", price: ProductPrice(1, "EUR"))
    static let unpriced = Product("unpriced", .nonConsumable, name: "Unpriced")
    static let credits = Product("credits", .consumable, name: "Credits", price: ProductPrice(2, "EUR"))
    static let monthly = Product("monthly", .autoRenewable(.months(1), grace: .seconds(3_600)), name: "Monthly")
    static let season = Product("season", .nonRenewing(.months(3)), name: "Season")
    static let levels = Product(
        "levels", .nonConsumable, name: "Levels", price: ProductPrice(3, "EUR"), needs: .product(.account))
}
