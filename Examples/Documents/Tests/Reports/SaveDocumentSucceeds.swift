// From run RUN of Documents 1.0.
// Save Document was in flight when the program ended
// Read the steps before you run it: they and their inputs come from the program that was recorded.

import Firesteel
import FiresteelTesting
import TestSupport
import Testing

@testable import DocumentsCore

@Test("Save Document succeeds")
func saveDocumentSucceeds() async throws {
    let documentPresenter = RecordingPagePresenter()
    try await withTestRuntime(AppFeatures.self, flags: ["fast-save": true]) { test in
        let folder = try TemporaryFolder()
        try folder.write("# Old plan", to: "Plan.md")
        let store = try DocumentStore(at: folder.path)
        defer { withExtendedLifetime(store) {} }
        ServedFolder.set(store, of: test.runtime)

        // In the report, this step was in flight when the program ended
        // As long as it ends the program, it ends the tests as well.
        let outcome = try await DocumentManagement.action(SaveDocument.self).perform(
            .init(replaying: ["document": "Plan.md", "text": "# Plan"]), presenter: documentPresenter)
        #expect(outcome.error == nil)
    }
}
