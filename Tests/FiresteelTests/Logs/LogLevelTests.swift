import Firesteel
import FiresteelTesting
import Logging
import Testing

@Suite("Levels and focus")
struct LogLevelTests {
    private let root = FeaturePath("SampleApp")
    private let editing = FeaturePath("SampleApp/Editing")
    private let exporting = FeaturePath("SampleApp/Exporting")

    /// Logs one line at each level, in an action of each of two features and outside.
    private func logEverywhere(_ log: RecordingLogOutput) async {
        let logger = log.logger("any")
        await Editing.run.perform { _ in
            for level in Logger.Level.allCases { logger.log(level: level, "editing \(level)") }
            return .success
        }
        await Exporting.run.perform { _ in
            for level in Logger.Level.allCases { logger.log(level: level, "exporting \(level)") }
            return .success
        }
        for level in Logger.Level.allCases { logger.log(level: level, "outside \(level)") }
    }

    private func messages(
        _ subject: String, from lowest: Logger.Level
    ) -> [String] {
        Logger.Level.allCases.filter { $0 >= lowest }.map { "\(subject) \($0)" }
    }

    @Test("At first info and above are shown, everywhere")
    func initially() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(SampleApp.self) { _ in await logEverywhere(log) }
        #expect(
            log.messages == messages("editing", from: .info) + messages("exporting", from: .info)
                + messages("outside", from: .info))
    }

    @Test("A feature's level applies below it, a nearer one has priority, and both can be changed while actions run")
    func inherited() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(SampleApp.self) { test in
            let logging = test.runtime.logging
            logging.setLevel(.trace, for: root)
            logging.setLevel(.error, for: exporting)
            #expect(logging.effectiveLevel(for: editing) == .trace)
            #expect(logging.effectiveLevel(for: exporting) == .error)
            #expect(logging.effectiveLevel(for: FeaturePath("SampleAppendix")) == .info)
            #expect(logging.levels == [root: .trace, exporting: .error])
            await logEverywhere(log)
            #expect(
                log.messages == messages("editing", from: .trace) + messages("exporting", from: .error)
                    + messages("outside", from: .info))

            log.erase()
            let logger = log.logger("any")
            await Editing.run.perform { _ in
                logger.debug("shown")
                logging.setLevel(nil, for: root)
                logger.debug("not shown")
                logging.setLevel(.debug, for: editing)
                logger.debug("shown again")
                return .success
            }
            #expect(log.messages == ["shown", "shown again"])
        }
    }

    @Test("The level of features' own loggers is the feature's, outside actions too")
    func featureLoggers() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(SampleApp.self, { $0.logger = log.logger }) { test in
            test.runtime.logging.setLevel(.debug, for: editing)
            Editing.logger.debug("editing")
            Exporting.logger.debug("exporting")
            #expect(Editing.logger.logLevel == .debug)
            #expect(log.messages == ["editing"])
        }
    }

    @Test("A logger keeps the level that was set on it")
    func ownLevel() async throws {
        let log = RecordingLogOutput()
        var logger = log.logger("any")
        logger.logLevel = .debug
        try await withTestRuntime(SampleApp.self) { test in
            test.runtime.logging.level = .critical
            await Editing.run.perform { _ in
                logger.debug("shown")
                return .success
            }
        }
        #expect(log.messages == ["shown"])
    }

    @Test("The selected features and those below them are in focus; of others only errors pass")
    func focus() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(SampleApp.self) { test in
            test.runtime.logging.focus = [editing]
            #expect(test.runtime.logging.isInFocus(editing.appending("Below")))
            #expect(!test.runtime.logging.isInFocus(root))
            await logEverywhere(log)
            #expect(
                log.messages == messages("editing", from: .info) + messages("exporting", from: .error)
                    + messages("outside", from: .error))

            log.erase()
            test.runtime.logging.focus = [root]
            await logEverywhere(log)
            #expect(
                log.messages == messages("editing", from: .info) + messages("exporting", from: .info)
                    + messages("outside", from: .error))

            log.erase()
            test.runtime.logging.focus = []
            await logEverywhere(log)
            #expect(log.messages.count == 15)
        }
    }

    @Test(
        "A logger's own level doesn't bring it into focus, whatever the feature's level",
        arguments: Logger.Level.allCases)
    func ownLevelOutOfFocus(level: Logger.Level) async throws {
        let log = RecordingLogOutput()
        var logger = log.logger("any")
        logger.logLevel = .trace
        try await withTestRuntime(SampleApp.self) { test in
            test.runtime.logging.level = level
            test.runtime.logging.focus = [exporting]
            await Editing.run.perform { _ in
                logger.warning("hidden")
                logger.error("shown")
                return .success
            }
            await Exporting.run.perform { _ in
                logger.trace("in focus")
                return .success
            }
        }
        #expect(log.messages == ["shown", "in focus"])
    }

    @Test("Lines outside the focus are stored in memory nevertheless, and marked")
    func keptOutOfFocus() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(SampleApp.self) { test in
            test.runtime.logging.focus = [editing]
            await logEverywhere(log)
            let kept = try #require(test.runtime.logStore).lines().lines
            #expect(kept.count == 15)
            #expect(
                kept.filter(\.isOutOfFocus).map(\.message)
                    == [
                        "exporting info", "exporting notice", "exporting warning", "outside info", "outside notice",
                        "outside warning",
                    ])
        }
    }

    @Test("Lines that are neither shown, stored nor recorded aren't composed")
    func notMade() async throws {
        let log = RecordingLogOutput()
        let logger = log.logger("any")
        try await withTestRuntime(
            SampleApp.self,
            {
                $0.storage = .none
                $0.recentLogLines = 0
            }
        ) { test in
            test.runtime.logging.focus = [exporting]
            await Editing.run.perform { _ in
                #expect(logger.logLevel == .error)
                return .success
            }
            await Exporting.run.perform { _ in
                #expect(logger.logLevel == .info)
                return .success
            }
        }
    }

    @Test("Each output writes lines at its own level and above")
    func outputLevels() async throws {
        let all = RecordingLogOutput()
        let severe = RecordingLogOutput(minimumLevel: .error)
        let logger = Logger(label: "any") { FiresteelLogHandler(label: $0, outputs: [all, severe]) }
        try await withTestRuntime(SampleApp.self) { _ in
            logger.info("fine")
            logger.error("bad")
        }
        #expect(all.messages == ["fine", "bad"])
        #expect(severe.messages == ["bad"])
    }

    @Test("Lines of the program and of Firesteel are recorded apart")
    func frameworkLines() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(SampleApp.self, { $0.logger = log.logger }) { test in
            _ = test.runtime.flags.resolve(key: "gone")
            log.logger("any").warning("shown")
        }
        #expect(log.messages == ["shown"])
        #expect(log.frameworkLines.map(\.level) == [.warning])
    }

    @Test("Without a runtime, info and above are shown")
    func withoutRuntime() {
        let log = RecordingLogOutput()
        log.logger("any").debug("hidden")
        log.logger("any").info("shown")
        #expect(log.text == ["INFO any | shown"])
    }
}
