import DocumentsCore
import Firesteel
import FiresteelHTTP
import FiresteelInsight
import FiresteelTimeline
import Foundation
import Logging

/// Sends reports to the server, with the user's consent.
struct Reporting: Sendable {
    let sender: InsightSender
    private let runtime: FeatureRuntime
    private static let log = Logger(label: "documents.reports")

    /// - Parameters:
    ///   - runtime: The runtime of the actions.
    ///   - address: The server's address.
    ///   - tokenFile: The path of a file with a token of the kind ingest, which may be created later.
    ///   - transport: Sends the requests.
    init(_ runtime: FeatureRuntime, to address: URL, tokenFile: String, transport: any HTTPTransport) throws {
        guard let timeline = runtime.timeline else { throw InsightQueueError.noFolder }
        self.runtime = runtime
        sender = try InsightSender(
            timeline, to: address,
            credentials: .bearer { try ServerToken.read(tokenFile, prefixes: ["fs_ingest_", "fs_server_"]) },
            transport: transport,
            options: InsightOptions(
                device: "desktop", interval: .seconds(60), pause: .seconds(2),
                errorHandler: { Self.log.warning("Reports wait.", metadata: ["reason": "\($0)"]) }),
            retry: RetryPolicy(first: .seconds(1), maximum: .seconds(30)))
    }

    /// Applies the user's choice.
    func applyConsent() async {
        let hasConsent = ProgramReports.hasConsent(in: runtime)
        do {
            try await sender.setConsent(hasConsent)
        } catch {
            Self.log.error("Can’t apply the choice about reports.", metadata: ["error": "\(error)"])
        }
    }

    /// Sends with the user's consent until the task is cancelled.
    func run() async {
        let changes = runtime.availabilityChanges()
        await applyConsent()
        await sender.start()
        for await _ in changes { await applyConsent() }
    }
}
