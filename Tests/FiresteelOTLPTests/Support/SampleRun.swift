import FiresteelTimeline

/// A run in memory with one of everything that is sent, with a clock that stops between events.
struct SampleRun {
    let timeline: Timeline
    let clock = ManualTimelineClock()
    private let feature: NameID
    private let save: NameID
    private let write: NameID
    private let session: NameID

    /// The performs, in the order in which they began.
    private(set) var saving: UInt64 = 0
    private(set) var writing: UInt64 = 0
    private(set) var hanging: UInt64 = 0

    init() {
        timeline = Timeline(
            Timeline.Configuration(
                program: ProgramDescription(name: "Notes", version: "1.4", build: "2071"), storage: .memory,
                runSize: 256 << 10, clock: .manual(clock)))
        let app = timeline.nameFeature(identifier: "App", name: "The App")
        feature = timeline.nameFeature(identifier: "Documents", name: "Document Management", parent: app)
        save = timeline.nameAction(identifier: "Save", name: "Save Document", feature: feature)
        write = timeline.nameAction(identifier: "Write", name: "Write File", feature: feature)
        session = timeline.nameSession("main")
    }

    var run: Run { timeline.run }

    /// A perform by a person, which performs another that fails, logs, evaluates a flag and fails itself; then one that
    /// never ends.
    mutating func fill() {
        let outer = begin(save, input: "Title\u{1F}Q4 plan.md\u{1E}Key\u{1F}\u{18}\u{1E}", isUserInitiated: true)
        saving = outer.token.perform
        let inner = begin(write, input: "182 KB", parent: saving, root: saving, depth: 1)
        writing = inner.token.perform
        log("The disk is nearly full\u{1E}free\u{1F}12 MB\u{1E}", .warning, perform: writing)
        complete(inner, .failure, error: "The disk is full\u{1E}Type\u{1F}DiskError\u{1E}")
        let flag = timeline.nameFlag("search.layout")
        timeline.flagExposed(
            flag, FlagAnswer(value: "\"grid\"", variant: "wide", provider: "flags.json", reason: "TARGETING_MATCH"),
            ChangeFields(time: tick(), perform: saving, session: 1, sessionName: session, subject: save))
        complete(outer, .failureClosing, error: "Nothing was saved")
        bytes("Stray was never declared") {
            timeline.note(NoteFields(time: tick(), kind: .fault, subject: feature), text: $0)
        }
        log("Outside of any action", .info)
        hanging = begin(save, input: "", isUserInitiated: true).token.perform
        clock.advance(by: .milliseconds(2))
        log("Still at it", .critical, perform: hanging)
    }

    struct Begun {
        let token: PerformToken
        let fields: BeginFields
    }

    func begin(
        _ action: NameID? = nil, input: String = "", parent: UInt64 = 0, root: UInt64 = 0, depth: UInt8 = 0,
        isUserInitiated: Bool = false
    ) -> Begun {
        let fields = BeginFields(
            time: tick(), root: root,
            perform: PerformFields(
                parent: parent, session: 1, sessionName: session, stack: 3, action: action ?? save,
                isUserInitiated: isUserInitiated, depth: depth))
        return Begun(token: bytes(input) { timeline.begin(fields, input: $0) }, fields: fields)
    }

    func complete(_ begun: Begun, _ outcome: Outcome, error: String = "") {
        let fields = CompletionFields(of: begun.fields, time: tick(), outcome: outcome)
        bytes(error) { timeline.complete(begun.token, fields, error: $0) }
    }

    func log(_ message: String, _ severity: LogSeverity, perform: UInt64 = 0) {
        let fields = LogFields(
            time: tick(), severity: severity, label: timeline.nameLabel("documents.store"), perform: perform,
            session: 1,
            sessionName: session, subject: perform == 0 ? feature : save)
        bytes(message) { timeline.log(fields, message: $0) }
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
