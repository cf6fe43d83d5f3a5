package import Firesteel
import FiresteelPurchases

package enum SwitchPremium: Action {
    package static let description = "Buy the premium version or return it; the purchase is stored"

    package static func perform(
        _ context: ActionContext<PremiumChoice>, presenter: NoPresenter
    ) async throws -> ActionOutcome {
        let choice = context.input
        if choice.isOn {
            try choice.purchases.record(Entitlement(product: Product.premium.id, transaction: "this-computer"))
        } else {
            try choice.purchases.remove(Product.premium.id)
        }
        return .success
    }
}
