import Firesteel
import Foundation
import HTTPTypes
import Logging
import Synchronization
import Testing

@testable import FiresteelInspector

@Suite("Changes, without the token and with it", .timeLimit(.minutes(5)))
struct ChangeTests {
    /// A call that isn't only read, with values that it takes.
    private struct Change {
        let method: String
        /// Its path in the interface, `*` standing for any part.
        let pattern: String
        var parts: [String] = []
        var body: String?

        var target: String {
            parts.reduce(into: "/api/\(pattern)") { path, part in
                let encoded = part.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? part
                path = path.replacingOccurrences(of: "*", with: encoded)
            }
        }
    }

    /// The state that the calls change, as the pages see it.
    private struct State: Equatable {
        let features: PageData.Features
        let logging: PageData.Logging
        let flags: PageData.Flags
        let access: PageData.Access
        let activities: PageData.Activities
        let runs: [String]
        let report: PageData.ReportJob
        let reports: Int
        let performs: Int

        init(_ guarded: GuardedBench) async throws {
            let client = guarded.client
            features = try await client.get("features")
            logging = try await client.get("logging")
            flags = try await client.get("flags")
            access = try await client.get("access")
            activities = try await client.get("activities")
            runs = try await client.get("runs", PageData.Runs.self).runs.map(\.id)
            report = try await client.get("reports/\(guarded.report)")
            reports = guarded.reporter.asked.withLock { $0.count }
            performs = try await client.get("timeline?only=actions", PageData.Rows.self).total
        }
    }

    /// Every call that isn't only read.
    ///
    /// The most destructive requests are last.
    private func changes(_ guarded: GuardedBench) -> [Change] {
        let link = #"{"url": "library://books/Emma"}"#
        return [
            Change(
                method: "POST", pattern: "features/control",
                body: #"{"path": "GuardedApp/Sharing", "kind": "toggle", "on": false}"#),
            Change(method: "POST", pattern: "logging/level", body: #"{"level": "error"}"#),
            Change(method: "POST", pattern: "logging/focus", body: #"{"paths": ["GuardedApp/Editing"]}"#),
            Change(method: "POST", pattern: "flags/override", body: #"{"key": "editor.width", "value": "80"}"#),
            Change(method: "POST", pattern: "flags/overrides", body: #"{"values": {"editor.fade": "0.25"}}"#),
            Change(method: "POST", pattern: "flags/explain", body: #"{"key": "editor.width"}"#),
            Change(method: "DELETE", pattern: "flags/overrides"),
            Change(
                method: "POST", pattern: "actions/perform",
                body: #"{"action": "GuardedApp/Library/#OpenBook", "input": "{\"title\": \"Emma\"}"}"#),
            Change(method: "POST", pattern: "routes/explain", body: link),
            Change(method: "POST", pattern: "routes/open", body: link),
            Change(method: "POST", pattern: "activities/continue", body: #"{"id": "\#(guarded.activity)"}"#),
            Change(method: "DELETE", pattern: "activities/*", parts: [guarded.activity]),
            Change(
                method: "POST", pattern: "access/override",
                body: #"{"kind": "permission", "id": "contacts", "status": "granted"}"#),
            Change(method: "DELETE", pattern: "reports/*", parts: [guarded.report]),
            Change(
                method: "POST", pattern: "reports",
                body: #"{"format": "html", "userInitiatedOnly": true, "crashedRun": false}"#),
            Change(method: "DELETE", pattern: "runs/*", parts: [guarded.earlier]),
            Change(method: "DELETE", pattern: "runs"),
        ]
    }

    @Test("Without the token no call changes anything, and with it each is taken")
    func refused() async throws {
        try await withGuarded { guarded in
            let before = try await State(guarded)
            #expect(before.flags.overrides?.count == 1 && before.activities.total == 1 && before.performs == 1)
            #expect(before.runs.contains(guarded.earlier) && before.report.state == "ready" && before.reports == 1)
            for change in changes(guarded) {
                for authorization in [nil, "Bearer 00000000000000000000000000000000"] {
                    let response = try await guarded.client.send(
                        change.method, change.target, body: change.body, fields: ["Authorization": authorization])
                    #expect(response.status == 401, "\(change.method) \(change.pattern) \(response.text)")
                    #expect(try response.json(PageData.Failure.self).error.code == "unauthorized")
                }
                #expect(try await State(guarded) == before, "\(change.method) \(change.pattern)")
            }
            for change in changes(guarded) {
                let response = try await guarded.client.send(change.method, change.target, body: change.body)
                #expect((200..<300).contains(response.status), "\(change.method) \(change.pattern) \(response.text)")
            }
            let after: PageData.Runs = try await guarded.client.get("runs")
            #expect(!after.runs.map(\.id).contains(guarded.earlier))
            #expect(try await guarded.client.get("logging", PageData.Logging.self) != before.logging)
        }
    }

    @Test("No call that changes something is missing here")
    func complete() async throws {
        try await withGuarded { guarded in
            let runtime = guarded.bench.runtime
            let logger = Logger(label: "test")
            let timelines = Timelines(runtime, patience: .seconds(1))
            let routes = InspectorResponder.routes(
                runtime, timelines, LiveHub(runtime, timelines, pace: LiveHub.Pace(), logger: logger),
                ExternalActionPerformer(runtime: runtime, router: NoteRouter()), ReportJobs(nil),
                logger: logger)
            let changing = routes.filter { $0.method != .get }
            #expect(
                changing.map { "\($0.method) \($0.path.replacing(/{\w+}/, with: "*"))" }.sorted()
                    == changes(guarded).map { "\($0.method) \($0.pattern)" }.sorted())
        }
    }
}
