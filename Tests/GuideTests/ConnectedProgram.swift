// guide: ReportsWithConsent
import Firesteel
import FiresteelHTTP
import FiresteelInsight
import FiresteelTimeline
import Foundation

// end

// What the guides to a server show is compiled here; scripts/first-hours runs it.

private func program() async throws {
    // guide: ConnectToYourServer
    let reports = try await connect(ShopFeatures.self)
    for _ in 1...3_600 {
        await startCheckout()
        print(Checkout.start.request() == nil ? "The new checkout is off" : "The new checkout is on")
        try await Task.sleep(for: .seconds(1))
    }
    await reports.stop()
    // end
}

private struct Settings { let sendsReports: Bool }

private func reports(_ timeline: Timeline, _ server: URL, _ token: String, _ settings: Settings) async throws {
    // guide: ReportsWithConsent
    let sender = try InsightSender(
        timeline, to: server, token: token, transport: URLSessionTransport(),
        options: InsightOptions(secretWords: InsightOptions.defaultSecretWords.union(["iban"])))
    try await sender.setConsent(settings.sendsReports)
    await sender.start()
    // end

    // guide: ReportsWithConsent
    for message in sender.folder.messages() {
        if let data = sender.folder.data(of: message) { print(String(decoding: data, as: UTF8.self)) }
    }
    // end

    // guide: ReportsWithConsent
    try await sender.report()
    // end

    // guide: ReportsWithConsent
    await sender.stop()
    // end
}
