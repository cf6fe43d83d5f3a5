// From run RUN of Test.
// Refund Order failed with PaymentError.nothingToPay: nothingToPay
// Read the steps before you run it: they and their inputs come from the program that was recorded.

import Firesteel
import FiresteelTesting
import Testing

@Test("Refund Order succeeds after Start Order")
func refundOrderSucceeds() async throws {
    try await withTestRuntime(BakeryFeatures.self) { _ in
        // Set up the data of Ordering here: the report has the inputs alone.
        await Ordering.action(StartOrder.self).perform()

        // In the report, this step failed with PaymentError.nothingToPay: nothingToPay
        let outcome = try await Ordering.action(RefundOrder.self).perform(
            .init(replaying: ["card": "1234", "reason": "stale"]))
        #expect(outcome.error == nil)
    }
}
