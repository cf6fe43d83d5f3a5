import Firesteel
import FiresteelTesting
import Testing

@Suite("Guide: getting started")
struct GettingStartedTests {
    @Test("The features of the guide can be performed and read back")
    func tour() async throws {
        try await withTestRuntime(AppFeatures.self) { test in
            let window = RecordingWindow()
            let document = Document(name: "Notes.md", text: "# Notes")

            // guide: GettingStarted
            let outcome = await DocumentManagement.open.perform(document, presenter: window)
            // end
            #expect(outcome.isSuccess)
            #expect(window.recorded.calls == [.show("Notes.md")])

            // guide: GettingStarted
            if let share = DocumentSharing.share.request() {
                await share.perform(document)
            } else {
                for reason in DocumentSharing.availability.reasons { print(reason.text) }
            }
            // end

            let runtime = test.runtime
            // guide: GettingStarted
            for perform in runtime.timeline?.run.performs() ?? [] {
                print(perform.feature?.path ?? "", perform.action?.name ?? "", perform.input ?? "")
            }
            // end
            let inputs = try #require(runtime.timeline?.run.performs()).map(\.input)
            #expect(inputs == Array(repeating: "Notes.md, 7 bytes", count: 3))
        }
    }

    @Test("The guide's error is in the timeline")
    func failure() async throws {
        try await withTestRuntime(AppFeatures.self) { test in
            let outcome = await DocumentManagement.save.perform(Document(name: "Licence.md"))
            #expect(outcome.error is DocumentError)
            let perform = try #require(test.runtime.timeline?.run.performs().first)
            #expect(perform.errorMessage == "Licence.md is read-only. Save it under another name.")
        }
    }

    /// Set-up as a program has it.
    ///
    /// Not called: a test process has no default runtime.
    func setUp() throws {
        // guide: GettingStarted
        let runtime = try FeatureRuntime.setUp(
            AppFeatures.self,
            RuntimeConfiguration(
                program: ProgramDescription(name: "Documents", version: "1.0"),
                storage: .folder("/var/lib/documents/runs")))
        // end
        runtime.end()
    }
}
