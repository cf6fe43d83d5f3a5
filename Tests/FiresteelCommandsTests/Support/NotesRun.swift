#if os(Linux) || os(macOS)
import TestSupport
import FiresteelTimeline
import Foundation

/// A run in a folder, with a clock that stops between events, so that the output is known exactly.
final class NotesRun {
    let folder: TemporaryFolder
    let timeline: Timeline
    private let clock = ManualTimelineClock()
    private let feature: NameID
    private let save: NameID
    private let open: NameID
    private let session: NameID

    init(in folder: TemporaryFolder? = nil) throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        timeline = Timeline(
            Timeline.Configuration(
                program: ProgramDescription(name: "Notes", version: "1.4", build: "2071"),
                storage: .folder(folder.path),
                runSize: 256 << 10, clock: .manual(clock)))
        let app = timeline.nameFeature(identifier: "App", name: "The App")
        feature = timeline.nameFeature(identifier: "Documents", name: "Document Management", parent: app)
        save = timeline.nameAction(identifier: "Save", name: "Save Document", feature: feature)
        open = timeline.nameAction(identifier: "Open", name: "Open Document", feature: feature)
        session = timeline.nameSession("main")
    }

    var identifier: String { timeline.runIdentifier }
    var path: String { "\(folder.path)/\(identifier).run" }

    /// Two performs, a log line and a flag between them, and a third that never ends.
    func fill() {
        let opening = begin(open, "Q4 plan.md")
        let flag = timeline.nameFlag("search.layout")
        timeline.flagExposed(
            flag, FlagAnswer(value: "\"grid\"", variant: "wide", provider: "flags.json", reason: "STATIC"),
            ChangeFields(time: tick(), perform: opening.token.perform, session: 1, sessionName: session, subject: open))
        complete(opening, .success)
        let saving = begin(save, "Q4 plan.md, 182 KB")
        log("The disk is nearly full", .warning, perform: saving.token.perform)
        clock.advance(by: .milliseconds(412))
        complete(saving, .failure, error: "The disk is full\u{1E}Type\u{1F}DiskError\u{1E}")
        _ = begin(save, "Q4 plan.md, 182 KB")
        clock.advance(by: .seconds(3))
        log("Still waiting", .error)
    }

    /// The run as a killed process leaves it: a copy that no process records to, in a separate folder.
    func dead() throws -> (folder: TemporaryFolder, path: String) {
        let other = try TemporaryFolder()
        let path = "\(other.path)/\(identifier).run"
        try FileManager.default.copyItem(atPath: self.path, toPath: path)
        return (other, path)
    }

    /// Returns a text without the parts that differ from run to run.
    func plain(_ text: String) -> String {
        text.replacing(identifier, with: "RUN").replacing(folder.path, with: "FOLDER")
            .replacing("process \(timeline.run.header.process)", with: "process 7")
            .replacing(timeline.run.header.host, with: "HOST")
    }

    struct Begun {
        let token: PerformToken
        let fields: BeginFields
    }

    /// Performs and completes something.
    func perform(_ input: String, _ outcome: Outcome = .success) {
        complete(begin(save, input), outcome)
    }

    func log(_ message: String, _ severity: LogSeverity, perform: UInt64 = 0) {
        let fields = LogFields(
            time: tick(), severity: severity, label: timeline.nameLabel("documents.store"), perform: perform,
            session: 1,
            sessionName: session, subject: perform == 0 ? feature : save)
        bytes(message) { timeline.log(fields, message: $0) }
    }

    private func begin(_ action: NameID, _ input: String) -> Begun {
        let fields = BeginFields(
            time: tick(),
            perform: PerformFields(session: 1, sessionName: session, stack: 3, action: action, isUserInitiated: true))
        return Begun(token: bytes(input) { timeline.begin(fields, input: $0) }, fields: fields)
    }

    private func complete(_ begun: Begun, _ outcome: Outcome, error: String = "") {
        let fields = CompletionFields(of: begun.fields, time: tick(), outcome: outcome)
        bytes(error) { timeline.complete(begun.token, fields, error: $0) }
    }

    private func tick() -> UInt64 {
        clock.advance(by: .microseconds(250))
        return timeline.now
    }

    @discardableResult
    private func bytes<Result>(_ text: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        Array(text.utf8).withUnsafeBytes { body($0) }
    }
}
#endif
