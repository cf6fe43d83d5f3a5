import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Logging
import Testing

@Suite("Performing writes lines at debug")
struct DispatcherLinesTests {
    private struct NoRoomError: Error, CustomStringConvertible {
        let description = "No room on the volume"
    }

    /// Performs with everything at debug, and gives the lines as a console has them.
    private func lines(_ body: (TestRuntime) async throws -> Void) async throws -> [String] {
        let log = RecordingLogOutput()
        try await withTestRuntime(SampleApp.self, { $0.logger = log.logger }) { test in
            test.runtime.logging.level = .debug
            try await body(test)
        }
        return log.text
    }

    @Test("An action has lines for its start, with the input, and for its outcome")
    func startAndCompletion() async throws {
        let lines = try await lines { _ in
            await Editing.rename.perform(Title(text: "How FDD Works.txt"))
            await Editing.close.perform()
        }
        #expect(
            lines == [
                #"DEBUG SampleApp/Editing/#Rename | Starting with input "How FDD Works.txt" [session 1 "main", stack 1]"#,
                #"DEBUG SampleApp/Editing/#Rename | Completed (success, 0 µs) [session 1 "main", stack 1, input "How FDD Works.txt"]"#,
                #"DEBUG SampleApp/Editing/#Close | Starting [session 1 "main", stack 1]"#,
                #"DEBUG SampleApp/Editing/#Close | Completed (success, closing, 0 µs) [session 1 "main", stack 1]"#,
            ])
    }

    @Test("A completion has the duration and the error")
    func durationsAndFailures() async throws {
        let lines = try await lines { test in
            await Editing.run.perform { _ in
                test.clock.advance(by: .milliseconds(41))
                return .failure(NoRoomError())
            }
            await Editing.run.perform { _ in
                test.clock.advance(by: .milliseconds(1_249))
                return .failureClosing(NoRoomError())
            }
            await Editing.run.perform { _ in
                test.clock.advance(by: .seconds(150))
                throw CancellationError()
            }
        }
        let completions = lines.filter { $0.contains("Completed") }.map { $0.split(separator: " [")[0] }
        #expect(
            completions == [
                "DEBUG SampleApp/Editing/#RunClosure | Completed (failure: No room on the volume, 41 ms)",
                "DEBUG SampleApp/Editing/#RunClosure | Completed (failure, closing: No room on the volume, 1.2 s)",
                "DEBUG SampleApp/Editing/#RunClosure | Completed (cancelled, 2.5 min)",
            ])
    }

    @Test("An action performed by another one is between its lines")
    func nested() async throws {
        let lines = try await lines { _ in
            await Editing.run.perform { _ in await Exporting.run.perform { _ in .success } }
        }
        #expect(
            lines.map { $0.split(separator: " ").prefix(4).joined(separator: " ") } == [
                "DEBUG SampleApp/Editing/#RunClosure | Starting",
                "DEBUG SampleApp/Exporting/#RunClosure | Starting",
                "DEBUG SampleApp/Exporting/#RunClosure | Completed",
                "DEBUG SampleApp/Editing/#RunClosure | Completed",
            ])
    }

    @Test("A UIAction writes the same lines")
    @MainActor
    func uiAction() throws {
        let log = RecordingLogOutput()
        let test = try TestRuntime(SampleApp.self) { $0.logger = log.logger }
        test.runtime.logging.level = .debug
        test.runtime.use { _ = Editing.tap.perform() as ActionOutcome }
        #expect(log.messages == ["Starting", "Completed (success, 0 µs)"])
    }

    @Test("Nothing is written at info, nor for a feature that isn't at debug")
    func notAtInfo() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(SampleApp.self, { $0.logger = log.logger }) { test in
            await Editing.close.perform()
            test.runtime.logging.setLevel(.debug, for: FeaturePath("SampleApp/Exporting"))
            await Editing.close.perform()
        }
        #expect(log.messages.isEmpty)
    }

    @Test("An action that is hidden from the timeline has no line either, but its performs have")
    func hidden() async throws {
        let lines = try await lines { _ in await Editing.hush.perform() }
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.contains("#Rename") })
    }

    @Test("Without recording, the lines have no times, and the first one still has the input")
    func withoutTimeline() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(
            SampleApp.self,
            {
                $0.logger = log.logger
                $0.storage = .none
                $0.keepsStacks = false
            }
        ) { test in
            test.runtime.logging.level = .debug
            await Editing.rename.perform(Title(text: "Plan"))
        }
        #expect(log.messages.last == "Completed (success)")
    }
}
