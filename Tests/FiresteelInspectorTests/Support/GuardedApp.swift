import Firesteel
import FiresteelFlags
import FiresteelPermissions
import FiresteelPurchases
import FiresteelTesting
import FiresteelTimeline
import Foundation
import TestSupport

@testable import FiresteelInspector

/// A program in which everything can be changed that the pages can change.
enum GuardedApp: FeatureGroup {
    static let subfeatures = features(Editing.self, Sharing.self, Library.self, EdgeApp.Export.self, Vault.self)
}

enum Vault: Feature {
    static let unlock = action(Unlock.self, .published)
    static let actions = declare(unlock)
}

/// A key with a secret, with which an activity is continued and which is never shown.
struct VaultKey: Codable, TimelineDescribable {
    let name: String
    let password: String

    func describe(to summary: inout InputSummary) {
        summary.add(name)
        summary.add("Password", Secret(password))
    }
}

enum Unlock: Action {
    static let activityEligibility: ActivityEligibility = [.perform, .search]

    static func activity(for input: VaultKey) -> ActivityContent? { ActivityContent(title: input.name) }

    static func perform(_ context: ActionContext<VaultKey>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

/// A bench in which there is something to change: an earlier run, a report, an override, an activity.
struct GuardedBench {
    let bench: Bench
    let reporter: ReportTests.Reporter
    /// The run before.
    let earlier: String
    /// A report that was made.
    let report: String
    /// An activity that is kept.
    let activity: String

    var client: RawClient { bench.client }
}

func withGuarded<Result>(_ body: (GuardedBench) async throws -> Result) async throws -> Result {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("guarded-\(UUID())")
    let runs = place.appendingPathComponent("runs").path
    let reporter = ReportTests.Reporter()
    defer {
        try? FileManager.default.removeItem(at: place)
        try? FileManager.default.removeItem(at: reporter.folder)
    }
    await Gate.shared.open(reporter.gate)
    let earlier = recordRun(in: runs)
    let stack = FlagStack([], overrides: MemoryProvider("Overrides"))
    _ = try stack.register(EditorFlags.self)
    return try await withInspector(
        GuardedApp.self,
        configure: {
            $0.storage = .folder(runs)
            $0.flags = stack
            $0.sources = [
                Purchases([DebugPurchaseTracker()]), Permissions([ScriptedPermission(.contacts, .denied)]),
            ]
        }, set: { $0.reporter = reporter }
    ) { bench in
        try stack.setOverride(false, for: "editor.autosave")
        let center = bench.runtime.publishActivities(
            to: [ActivityIndex(file: place.appendingPathComponent("activities.jsonl"))])
        await Vault.unlock.perform(
            VaultKey(name: "Front door", password: Document.secret), options: .in(bench.runtime.main))
        await center.settle()
        return try await body(
            GuardedBench(
                bench: bench, reporter: reporter, earlier: earlier, report: try await makeReport(bench),
                activity: bench.runtime.activities.indexed.first?.id ?? ""))
    }
}

/// A run in which nothing happened, and which is over.
private func recordRun(in folder: String) -> String {
    let timeline = Timeline(
        Timeline.Configuration(
            program: ProgramDescription(name: "Earlier"), storage: .folder(folder), runSize: 1 << 20))
    timeline.end()
    return timeline.runIdentifier
}

/// Has a report made, and answers its identifier.
private func makeReport(_ bench: Bench) async throws -> String {
    let job: PageData.ReportJob = try await bench.client.send(
        "POST", "/api/reports", body: #"{"format": "zip", "userInitiatedOnly": true, "crashedRun": false}"#
    ).json()
    try await eventually {
        try await bench.client.get("reports/\(job.id)", PageData.ReportJob.self).state == "ready"
    }
    return job.id
}
