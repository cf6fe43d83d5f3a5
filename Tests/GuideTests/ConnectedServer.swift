// The code that the dashboard shows to connect a server. Tests/Browser/test_dashboard_connect.py compares both.

// guide: ConnectToYourServer
import Firesteel
import FiresteelFlags
import FiresteelHTTP
import FiresteelInsight
import FiresteelRemote
import FiresteelTimeline
import Foundation

/// Sets up features with the flags of the server.
///
/// What they do is counted and reported there. Keep the result while the program runs, and call its `stop()` at the end.
func connect(_ features: any FeatureGroup.Type) async throws -> InsightSender {
    guard let server = URL(string: "https://flags.example.com"),
        let token = ProcessInfo.processInfo.environment["FIRESTEEL_TOKEN"]
    else { throw URLError(.badURL) }
    let transport = URLSessionTransport()
    let flags = RemoteFlagProvider.firesteel(
        server, token: token, version: "1.0", transport: transport)
    flags.start()
    let runtime = try FeatureRuntime.setUp(
        features,
        RuntimeConfiguration(
            program: ProgramDescription(name: "Documents", version: "1.0"),
            storage: .folder("runs"),
            recordsSignals: true, flags: FlagStack([flags])))
    guard let timeline = runtime.timeline else { throw InsightQueueError.noFolder }
    let sender = try InsightSender(
        timeline, to: server, token: token, transport: transport)
    try await sender.setConsent(true)
    await sender.start()
    return sender
}
// end
