package import Firesteel
import FiresteelPurchases
import FiresteelTimeline
import Logging

package enum RedeemCode: Action {
    package static let description = "Redeem a gift code for the premium version; the purchase is stored"

    private static let log = Logger(label: "documents.premium")

    package static func perform(
        _ context: ActionContext<GiftCode>, presenter: any ProblemPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            let gift = context.input
            // A secret in a log line is hidden as well.
            log.info("Redeeming a gift code", metadata: ["code": .stringConvertible(gift.$code)])
            guard gift.isValid else { throw DocumentError.invalidCode }
            try gift.purchases.record(Entitlement(product: Product.premium.id, transaction: "gift-code"))
            return .success
        }
    }
}
