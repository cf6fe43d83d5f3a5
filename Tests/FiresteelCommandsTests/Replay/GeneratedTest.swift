import Firesteel
import FiresteelTesting
import Testing

// The function below is what `firesteel test-from` writes for the planted fault of `Bakery.swift`, without its attribute.

// guide: ReportsBecomeTests
func payOrderSucceeds() async throws {
    try await withTestRuntime(BakeryFeatures.self, flags: ["Bakery/Discounts": true]) { _ in
        await Ordering.action(StartOrder.self).perform()
        try await Ordering.action(AddItem.self).perform(.init(replaying: ["name": "Rye \"No. 1\"", "price": 7]))
        try await #require(Discounts.action(ApplyDiscount.self).request()).perform(.init(replaying: ["percent": 100]))

        // In the report, this step failed with PaymentError.nothingToPay: nothingToPay
        let outcome = try await Ordering.action(PayOrder.self).perform(.init(replaying: ["method": "cash"]))
        #expect(outcome.error == nil)
    }
}
// end
