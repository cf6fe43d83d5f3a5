import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Logging
import TestSupport
import Testing

/// Faults of the ancestor of these logs, each tested once so that it doesn't come back.
@Suite("Faults of Flint's logs")
struct FlintLogFaultTests {
    @Test("The global log level is not ignored")
    func globalLevel() async throws {
        let log = RecordingLogOutput()
        let logger = log.logger("any")
        try await withTestRuntime(SampleApp.self, { $0.logger = log.logger }) { test in
            for level in [Logger.Level.error, .debug, .warning] {
                log.erase()
                test.runtime.logging.level = level
                for each in Logger.Level.allCases { logger.log(level: each, "\(each)") }
                for each in Logger.Level.allCases { Editing.logger.log(level: each, "\(each)") }
                let expected = Logger.Level.allCases.filter { $0 >= level }.map(\.rawValue)
                #expect(log.messages == expected + expected)
            }
        }
    }

    @Test("The production logger is not the development one")
    func productionIsNotDevelopment() async throws {
        let folder = try TemporaryFolder()
        let production = LogOutputs.production(folder: folder.path, name: "documents")
        let development = LogOutputs.development()
        #expect(!development.contains { $0 is FileLogOutput })
        #expect(development.compactMap { $0 as? ConsoleLogOutput }.map(\.minimumLevel) == [.trace])
        #expect(production.compactMap { $0 as? ConsoleLogOutput }.map(\.minimumLevel) == [.warning])

        let logger = Logger(label: "any") { FiresteelLogHandler(label: $0, outputs: production) }
        try await withTestRuntime(SampleApp.self) { test in
            logger.debug("not in the file")
            test.runtime.logging.level = .debug
            logger.debug("in the file, and nowhere else")
        }
        let text = try String(contentsOfFile: folder.path + "/documents.jsonl", encoding: .utf8)
        #expect(text.contains(#""level":"debug","label":"any","message":"in the file, and nowhere else""#))
        #expect(!text.contains("not in the file"))
    }

    @Test("Focus does not silence the timeline")
    func focusAndTimeline() async throws {
        let log = RecordingLogOutput()
        let logger = log.logger("any")
        try await withTestRuntime(SampleApp.self) { test in
            test.runtime.logging.focus = [FeaturePath("SampleApp/Exporting")]
            test.runtime.logging.setLevel(.critical, for: FeaturePath("SampleApp/Editing"))
            await Editing.run.perform { _ in
                logger.warning("out of focus, and below the level")
                return .success
            }
            let timeline = try #require(test.runtime.timeline)
            #expect(log.messages.isEmpty)
            #expect(timeline.recordedMessages == ["out of focus, and below the level"])
            #expect(timeline.run.performs().map(\.action?.identifier) == ["RunClosure"])
        }
    }

    @Test("File logs rotate, and a bounded number stays")
    func filesRotate() throws {
        let folder = try TemporaryFolder()
        let output = FileLogOutput(folder: folder.path, rotation: .init(size: 1_024, files: 3))
        for number in 0..<200 { output.write(.numbered(number, at: Int64(number) * 1_000)) }
        #expect(try output.files.count == 3)
        for path in try output.files {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.utf8.count <= 1_024)
            #expect(text.hasSuffix("\n"))
        }
        #expect(try String(contentsOfFile: output.path, encoding: .utf8).contains("Line 199"))
    }
}
