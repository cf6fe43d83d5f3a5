import DocumentsCore
import Firesteel
import FiresteelFlags
import FiresteelPurchases
import FiresteelTesting
import FiresteelTimeline
import Foundation
import TestSupport

@testable import Documents

/// The app on a free port, with a separate folder and runtime.
struct RunningApp {
    let app: DocumentsApp
    let runtime: FeatureRuntime
    let folder: TemporaryFolder
    let client: TestClient
    /// The recent activities, or `nil` if the test doesn't store them.
    let recent: RecentDocuments?

    /// The performs: action, outcome and source.
    var performs: [String] {
        var all: [String] = []
        runtime.timeline?.run.forEachPerform { perform in
            let outcome = perform.outcome.map { "\($0)" } ?? "in flight"
            all.append("\(perform.action?.identifier ?? "?") \(outcome) \(perform.source.identifier)")
            return true
        }
        return all
    }

    /// Opens a tab, optionally of a user, and returns its client.
    func tab(_ number: Int = 1, of person: Int? = nil) async throws -> TestTab {
        let id = Self.identifier(number)
        var body = ["tab": id]
        body["person"] = person.map(Self.identifier)
        _ = try await client.post("/api/tabs", body)
        return TestTab(id: id, client: client)
    }

    /// Returns an identifier with the format of those that pages create.
    static func identifier(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}

/// A browser tab's requests.
struct TestTab {
    let id: String
    let client: TestClient

    /// Performs an action and returns its outcome and messages.
    func perform(_ action: String, _ body: [String: String] = [:]) async throws -> (
        outcome: String?, messages: [[String: Any]]
    ) {
        let json = try await client.post("/api/tabs/\(id)/perform/\(action)", body).json()
        return (json["outcome"] as? String, json["messages"] as? [[String: Any]] ?? [])
    }

    func switchFeature(_ feature: String, on: Bool) async throws {
        _ = try await client.send(
            "POST", "/api/tabs/\(id)/perform/switch-feature", body: #"{"feature":"\#(feature)","on":\#(on)}"#)
    }

    func stream() async throws -> LineReader { try await client.stream("/api/tabs/\(id)/stream") }
}

/// Runs a test with the real server.
func withApp(
    flags file: FlagsFile? = nil, in place: TemporaryFolder? = nil, activities: URL? = nil,
    _ configure: (inout DocumentsApp.Configuration) -> Void = { _ in },
    _ body: (RunningApp) async throws -> Void
) async throws {
    let folder = try place ?? TemporaryFolder()
    let kept = try TemporaryFolder()
    let purchases = FilePurchaseStore(URL(fileURLWithPath: kept.path + "/purchases.json"))
    try await withTestRuntime(AppFeatures.self) { runtime in
        runtime.sources = [Purchases([purchases])]
        if let file { runtime.flags = FlagStack([file.provider], overrides: MemoryProvider("Test")) }
    } _: { test in
        var configuration = DocumentsApp.Configuration(folder: folder.path, purchases: purchases)
        configuration.recent = activities.map { RecentDocuments(test.runtime, file: $0) }
        // Tabs aren't closed automatically unless a test advances a clock.
        configuration.clock = StillClock()
        configuration.flags = file
        configure(&configuration)
        let app = try DocumentsApp(runtime: test.runtime, configuration)
        let port = try await app.start()
        let running = Task { await app.run() }
        let client = TestClient(port: port, token: app.server.secret.text)
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await body(
                    RunningApp(
                        app: app, runtime: test.runtime, folder: folder, client: client,
                        recent: configuration.recent)))
        } catch {
            result = .failure(error)
        }
        running.cancel()
        await running.value
        try result.get()
    }
}
