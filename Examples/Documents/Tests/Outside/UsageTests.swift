import DocumentsCore
import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@testable import Documents

@Suite("Usage figures") struct UsageTests {
    private let kept: TemporaryFolder

    init() throws { kept = try TemporaryFolder() }

    private var usage: JSONLinesAnalytics { JSONLinesAnalytics(folder: kept.path + "/usage", name: "usage") }

    /// Runs the program with its stored files.
    private func run(_ body: (FeatureRuntime, JSONLinesAnalytics, Analytics) async throws -> Void) async throws {
        let usage = usage
        let choices = FileToggleStore(URL(fileURLWithPath: kept.path + "/choices.json"))
        try await withTestRuntime(AppFeatures.self) {
            $0.toggles = choices
        } _: { test in
            let consent = UsageFigures.consent(in: test.runtime)
            try await body(test.runtime, usage, test.runtime.attachAnalytics(to: [usage], consent: consent))
        }
    }

    @Test("Figures are written only with consent, which is stored; withdrawing it removes all written figures")
    func consent() async throws {
        let folder = try TemporaryFolder()
        try folder.write("# The secret plan", to: "Plan.md")
        let store = try DocumentStore(at: folder.path)
        let presenter = RecordingPagePresenter()
        try await run { _, usage, analytics in
            await DocumentManagement.open.perform(DocumentReference("Plan.md", in: store), presenter: presenter)
            await analytics.flush()
            #expect(!FileManager.default.fileExists(atPath: usage.path))
            await Preferences.switchUsage.perform(Switch(true))
            await DocumentManagement.open.perform(DocumentReference("Plan.md", in: store), presenter: presenter)
            await analytics.flush()
            let text = try String(contentsOfFile: usage.path, encoding: .utf8)
            #expect(text.split(separator: "\n").count == 2 && text.contains("document-open"))
            #expect(!text.contains("Plan") && !text.contains("secret") && !text.contains(folder.path))
        }
        try await run { runtime, usage, analytics in
            #expect(analytics.consent == .granted)
            #expect(FileManager.default.fileExists(atPath: usage.path))
            await Preferences.switchUsage.perform(Switch(false))
            #expect(analytics.consent == .denied)
            #expect(!FileManager.default.fileExists(atPath: usage.path))
            // The inspector changes it in the same way.
            runtime.setToggle(UsageFigures.self, true)
            try UsageFigures.applyConsent(in: runtime)
            #expect(analytics.consent == .granted)
            await Preferences.switchUsage.perform(Switch(false))
        }
        try await run { _, _, analytics in #expect(analytics.consent == .denied) }
    }
}
