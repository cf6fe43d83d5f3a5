import FiresteelPermissions
import FiresteelPurchases
import FiresteelTesting
import Foundation

extension Purchases {
    /// An expired subscription, and too few credits.
    static func ofFixture() -> Purchases {
        let expired = Entitlement(
            product: Product.premium.id, transaction: "1", expires: Date(timeIntervalSinceNow: -15 * 60))
        let credits = Entitlement(product: Product.credits.id, transaction: "2", quantity: 2)
        let shop = TestPurchaseTracker(
            "App Store",
            [Product.premium.id: .known([expired]), Product.credits.id: .known([credits])])
        return Purchases([shop, DebugPurchaseTracker()])
    }
}

extension Permissions {
    static func ofFixture() -> Permissions {
        Permissions([
            ScriptedPermission(.contacts), ScriptedPermission(.camera, .unsupported),
            ScriptedPermission(.notifications(.usual), .authorized),
        ])
    }
}
