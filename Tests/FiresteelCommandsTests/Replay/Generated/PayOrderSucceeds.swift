// From run RUN of Test.
// Pay Order failed with PaymentError.nothingToPay: nothingToPay
// Read the steps before you run it: they and their inputs come from the program that was recorded.

import Firesteel
import FiresteelTesting
import Testing

// guide: ReportsBecomeTests
@Test("Pay Order succeeds after Add Item and Apply Discount")
func payOrderSucceeds() async throws {
    try await withTestRuntime(BakeryFeatures.self, flags: ["Bakery/Discounts": true]) { _ in
        // Set up the data of Ordering and Discounts here: the report has the inputs alone.
        await Ordering.action(StartOrder.self).perform()
        try await Ordering.action(AddItem.self).perform(.init(replaying: ["name": "Rye \"No. 1\"", "price": 7]))
        try await #require(Discounts.action(ApplyDiscount.self).request()).perform(.init(replaying: ["percent": 100]))

        // In the report, this step failed with PaymentError.nothingToPay: nothingToPay
        let outcome = try await Ordering.action(PayOrder.self).perform(.init(replaying: ["method": "cash"]))
        #expect(outcome.error == nil)
    }
}
// end
