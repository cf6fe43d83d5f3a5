// The code that the dashboard shows to connect an app. Tests/Browser/test_dashboard_connect.py compares both.

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
/// Reports are sent to it if the user agreed. Keep the result while the program runs, and call its `stop()` at the end.
func connect(_ features: any FeatureGroup.Type, sendsReports: Bool) async throws -> InsightSender {
    guard let server = URL(string: "https://flags.example.com"),
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    else { throw URLError(.badURL) }
    let transport = URLSessionTransport()
    let flags = RemoteFlagProvider.firesteel(
        server, token: "fs_client_…", version: "1.0", transport: transport)
    flags.start()
    let runtime = try FeatureRuntime.setUp(
        features,
        RuntimeConfiguration(
            program: ProgramDescription(name: "Documents", version: "1.0"),
            storage: .folder(folder.appending(path: "runs").path),
            recordsSignals: true, flags: FlagStack([flags])))
    guard let timeline = runtime.timeline else { throw InsightQueueError.noFolder }
    let sender = try InsightSender(
        timeline, to: server, token: "fs_ingest_…", transport: transport)
    try await sender.setConsent(sendsReports)
    await sender.start()
    return sender
}
// end
