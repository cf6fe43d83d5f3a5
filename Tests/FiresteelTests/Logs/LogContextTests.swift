import Firesteel
import FiresteelTesting
import Logging
import Testing

@Suite("Log lines have their context")
struct LogContextTests {
    /// A library that knows nothing of features.
    private struct Store {
        let logger: Logger

        func save() async {
            await Task.yield()
            logger.info("Saved", metadata: ["bytes": "12"])
        }
    }

    @Test("A logger of any library, used anywhere below an action, carries feature, action, session and stack")
    func anyLogger() async throws {
        let log = RecordingLogOutput()
        let store = Store(logger: log.logger("store"))
        try await withTestRuntime(SampleApp.self) { test in
            let window = test.runtime.session("Window")
            var frame: PerformFrame?
            await Editing.run.perform(options: .in(window)) { context in
                frame = context.frame
                async let child: Void = store.save()
                await child
                return .success
            }
            let line = try #require(log.lines.first)
            let action = try #require(line.context?.action)
            #expect(line.label == "store")
            #expect(line.message == "Saved")
            #expect(line.metadata == ["bytes": "12"])
            #expect(line.context?.feature == FeaturePath("SampleApp/Editing"))
            #expect(line.context?.featureName == "Editing")
            #expect(action.identifier == "RunClosure")
            #expect(action.name == "Run Closure")
            #expect(action.sessionName == "Window")
            #expect(action.session == window.identifier)
            #expect(action.stack == frame?.stack)
            #expect(action.perform == frame?.perform)
            #expect(line.time == 1_767_225_600_000_000)
        }
    }

    @Test("A line belongs to the innermost action, and to the outer one again when that is done")
    func nested() async throws {
        let log = RecordingLogOutput()
        let logger = log.logger("any")
        try await withTestRuntime(SampleApp.self) { _ in
            await Editing.run.perform { _ in
                await Exporting.run.perform { _ in
                    logger.info("inside")
                    return .success
                }
                logger.info("after")
                return .success
            }
        }
        #expect(log.lines.map { $0.context?.feature.text } == ["SampleApp/Exporting", "SampleApp/Editing"])
    }

    @Test("Outside actions a logger carries nothing, a feature's own carries the feature")
    func outsideActions() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(SampleApp.self, { $0.logger = log.logger }) { _ in
            log.logger("any").info("somewhere")
            Editing.logger.info("Watching")
            #expect(
                log.text == [
                    "INFO any | somewhere",
                    "INFO SampleApp/Editing | Watching",
                ])
            #expect(log.lines.last?.metadata == [:])
        }
    }

    @Test("A feature's logger used within an action, the action's own and a third-party one all carry the action")
    func loggersBelowActions() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(SampleApp.self, { $0.logger = log.logger }) { _ in
            await Editing.run.perform { context in
                context.logger.info("own")
                Exporting.logger.info("other feature's")
                log.logger("any").info("any")
                return .success
            }
        }
        #expect(log.lines.map(\.label) == ["SampleApp/Editing", "SampleApp/Exporting", "any"])
        #expect(log.lines.allSatisfy { $0.context?.feature.text == "SampleApp/Editing" && $0.context?.action != nil })
    }

    @Test("Each runtime's features have separate loggers")
    func sideBySide() throws {
        let first = RecordingLogOutput()
        let second = RecordingLogOutput()
        let one = try TestRuntime(SampleApp.self) { $0.logger = first.logger }
        let other = try TestRuntime(SampleApp.self) { $0.logger = second.logger }
        one.runtime.use { Editing.logger.info("one") }
        other.runtime.use { Editing.logger.info("other") }
        #expect(first.messages == ["one"])
        #expect(second.messages == ["other"])
    }

    @Test("A feature that isn't registered logs under its identifier")
    func unregistered() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(SampleApp.self, { $0.logger = log.logger }) { _ in
            Unlisted.logger.notice("here")
        }
        #expect(log.text == ["NOTICE Unlisted | here"])
    }

    private enum Unlisted: Feature {}

    @Test("Metadata of the call has priority over the logger's, that over its provider's, and an error has two entries")
    func metadata() async throws {
        let log = RecordingLogOutput()
        var logger = Logger(label: "any") { label in
            FiresteelLogHandler(
                label: label, outputs: [log],
                metadataProvider: Logger.MetadataProvider { ["a": "provider", "b": "provider", "c": "provider"] })
        }
        logger[metadataKey: "b"] = "logger"
        logger[metadataKey: "c"] = "logger"
        try await withTestRuntime(SampleApp.self) { _ in
            logger.info("one", metadata: ["c": "call"])
            logger.info("two", error: SampleError())
        }
        #expect(log.lines.first?.metadata == ["a": "provider", "b": "logger", "c": "call"])
        #expect(log.lines.last?.metadata["error.type"] == "SampleError")
        #expect(log.lines.last?.metadata["error.message"] == "SampleError")
    }
}
