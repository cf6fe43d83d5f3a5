import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Logging
import Testing

@Suite("Log lines on the timeline")
struct TimelineLinesTests {
    @Test("Warnings and errors are recorded with perform, session, stack, feature and metadata; lower levels aren't")
    func recorded() async throws {
        let log = RecordingLogOutput()
        let logger = log.logger("store")
        try await withTestRuntime(SampleApp.self) { test in
            var frame: PerformFrame?
            await Editing.run.perform { context in
                frame = context.frame
                logger.notice("fine")
                logger.warning("Little room is left", metadata: ["free": "40 KB"])
                logger.error("No room", error: SampleError())
                return .success
            }
            let lines = try #require(test.runtime.timeline).run.logLines()
            #expect(lines.map(\.message) == ["Little room is left", "No room"])
            #expect(lines.map(\.severity) == [.warning, .error])
            let line = try #require(lines.first)
            #expect(line.perform == frame?.perform)
            #expect(line.stack == frame?.stack)
            #expect(line.sessionName == "main")
            #expect(line.action?.identifier == "RunClosure")
            #expect(line.label == "store")
            #expect(line.metadata == [InputField(label: "free", value: .shown("40 KB"))])
            #expect(lines.last?.metadata.map(\.label) == ["error.message", "error.type"])
        }
    }

    @Test("A feature's own warning is recorded as the feature's")
    func featureLines() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(SampleApp.self, { $0.logger = log.logger }) { test in
            Editing.logger.warning("The folder is gone")
            let line = try #require(test.runtime.timeline?.run.logLines().first)
            #expect(line.feature?.identifier == "Editing")
            #expect(line.action == nil)
            #expect(line.perform == 0)
        }
    }

    @Test("A line of a hidden action is recorded as the feature's, with the perform that caused it")
    func hiddenAction() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(Whispering.self, { $0.logger = log.logger }) { test in
            var frame: PerformFrame?
            await Voice.run.perform { context in
                frame = context.frame
                return await Voice.whisper.perform()
            }
            await Voice.whisper.perform()
            let lines = try #require(test.runtime.timeline).run.logLines()
            #expect(lines.map(\.feature?.identifier) == ["Voice", "Voice"])
            #expect(lines.map { $0.action == nil } == [true, true])
            #expect(lines.map(\.perform) == [frame?.perform, 0])
            #expect(log.lines.map(\.context?.action?.identifier) == ["Whisper", "Whisper"])
        }
    }

    @Test("A message can't pretend to have fields")
    func forged() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(SampleApp.self) { test in
            log.logger("any").warning("a\u{1E}key\u{1F}value\u{1E}b")
            let line = try #require(test.runtime.timeline?.run.logLines().first)
            #expect(line.message == "a key value b")
            #expect(line.metadata.isEmpty)
        }
    }

    @Test("A line within an action has the description of the action's input, during the action and after")
    func input() async throws {
        let log = RecordingLogOutput()
        try await withTestRuntime(SampleApp.self, { $0.logger = log.logger }) { test in
            test.runtime.logging.level = .debug
            await Editing.rename.perform(Title(text: "How FDD Works.txt"))
            #expect(log.lines.map { $0.context?.action?.input } == ["How FDD Works.txt", "How FDD Works.txt"])
        }
    }
}

private enum Whispering: FeatureGroup {
    static let subfeatures = features(Voice.self)
}

/// A feature with an action that leaves nothing on the timeline and warns.
private enum Voice: Feature {
    static let run = action(RunClosure.self)
    static let whisper = action(Whisper.self)
    static let actions = declare(run, whisper)
}

private enum Whisper: Action {
    static let timelineRecording = TimelineRecording.hidden

    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        context.logger.warning("Too quiet")
        return .success
    }
}

@Suite("An input on one line")
struct InputLineTests {
    @Test("It is the same as the fields' values, whatever the bytes are")
    func same() {
        let unit: UInt8 = 0x1F
        let record: UInt8 = 0x1E
        let hidden: UInt8 = 0x18
        let a = UInt8(ascii: "a")
        var samples: [[UInt8]] = [
            [], [a], [a, record], [a, unit, a, record, a], [a, unit, hidden, record, a, record], [a, unit, record],
            [record, record], [unit], [hidden], [a, unit, a, unit, a], [0xC3, record, 0xA4],
        ]
        var random = SystemRandomNumberGenerator()
        let alphabet = [unit, record, hidden, a, 0xC3, 0xA4, UInt8(ascii: ",")]
        for _ in 0..<2_000 {
            samples.append(
                (0..<Int.random(in: 0...12, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? a })
        }
        for bytes in samples {
            let line = bytes.withUnsafeBytes { InputField.line(of: $0) }
            #expect(line == InputField.decode(bytes).line, "\(bytes)")
        }
    }
}
