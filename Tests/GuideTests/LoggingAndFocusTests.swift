import Firesteel
import FiresteelTesting
import Testing

@Suite("Guide: logging and focus")
struct LoggingAndFocusTests {
    /// Starts logging as a program does.
    ///
    /// Not called: the logging system takes one bootstrap for a process.
    func bootstrap() throws {
        // guide: LoggingAndFocus
        let outputs = LogOutputs.development()
        LoggingSystem.bootstrap { label in FiresteelLogHandler(label: label, outputs: outputs) }

        let runtime = try FeatureRuntime.setUp(AppFeatures.self)
        runtime.logging.level = .debug
        // end
    }

    @Test("A line of any logger below an action carries the action")
    func context() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(AppFeatures.self, { $0.logger = log.logger }) { test in
            await DocumentManagement.save.perform(Document(name: "Notes.md"))
            // guide: LoggingAndFocus
            DocumentManagement.logger.info("Watching the folder")
            // end
        }
        #expect(
            log.text == [
                #"INFO App/DocumentManagement/#SaveDocument | Saved [session 1 "main", stack 1, input "Notes.md, 0 bytes"]"#,
                "INFO App/DocumentManagement | Watching the folder",
            ])
    }

    @Test("Levels and focus are changed while the program runs")
    func levels() throws {
        let runtime = try TestRuntime(AppFeatures.self).runtime

        // guide: LoggingAndFocus
        runtime.logging.level = .notice
        runtime.logging.setLevel(.debug, for: FeaturePath("App/DocumentManagement"))
        // end
        #expect(runtime.logging.effectiveLevel(for: FeaturePath("App/DocumentManagement")) == .debug)
        #expect(runtime.logging.effectiveLevel(for: FeaturePath("App/DocumentSharing")) == .notice)

        // guide: LoggingAndFocus
        runtime.logging.focus = [FeaturePath("App/DocumentSharing")]
        // end
        #expect(!runtime.logging.isInFocus(FeaturePath("App/DocumentManagement")))

        // guide: LoggingAndFocus
        runtime.logging.focus = []
        // end
        #expect(runtime.logging.isInFocus(FeaturePath("App/DocumentManagement")))
    }

    @Test("A file's rotation is chosen with the output")
    func files() {
        // guide: LoggingAndFocus
        let file = FileLogOutput(
            folder: "/var/log/documents", name: "documents", format: .jsonLines,
            rotation: FileLogOutput.Rotation(size: 5 << 20, period: .seconds(3_600), files: 24))
        let console = ConsoleLogOutput(format: .text(.ofDay), minimumLevel: .warning)
        // end
        #expect(file.path == "/var/log/documents/documents.jsonl")
        #expect(console.minimumLevel == .warning)
    }

    @Test("The newest lines are kept in memory")
    func store() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(AppFeatures.self, { $0.logger = log.logger }) { test in
            let runtime = test.runtime
            await DocumentManagement.save.perform(Document(name: "Notes.md"))
            // guide: LoggingAndFocus
            let kept = runtime.logStore?.lines(limit: 100)
            for line in kept?.lines ?? [] { print(LogFormat.text(.ofDay).string(line)) }
            // end
            #expect(kept?.lines.map(\.message) == ["Saved"])
        }
    }
}
