@testable import FiresteelTimeline

/// A timeline with a stopped clock, and shortcuts to record to it.
struct Recorder {
    let timeline: Timeline
    let clock: ManualTimelineClock
    let feature: NameID
    let action: NameID
    let session: NameID

    init(
        _ storage: Timeline.Configuration.Storage = .memory,
        runSize: Int = 256 << 10,
        smallestRun: Int = 16 << 10,
        inFlightCapacity: Int = 2048,
        retention: Retention = Retention(),
        clock: ManualTimelineClock = ManualTimelineClock(),
        recordsSignals: Bool = false,
        maximumCells: Int = .max
    ) {
        self.clock = clock
        let configuration = Timeline.Configuration(
            program: ProgramDescription(name: "Tests", version: "1.0", build: "7"), storage: storage,
            runSize: runSize, inFlightCapacity: inFlightCapacity, retention: retention, clock: .manual(clock),
            recordsSignals: recordsSignals)
        timeline = Timeline(configuration, smallestRun: smallestRun, maximumCells: maximumCells)
        let root = timeline.nameFeature(identifier: "App", name: "The App")
        feature = timeline.nameFeature(identifier: "Documents", name: "Document Management", parent: root)
        action = timeline.nameAction(identifier: "Save", name: "Save Document", feature: feature)
        session = timeline.nameSession("main")
    }

    /// Advances the clock by a microsecond and begins a perform.
    @discardableResult
    func begin(_ input: String = "", _ change: (inout BeginFields) -> Void = { _ in }) -> Begun {
        clock.advance(by: .microseconds(1))
        var fields = BeginFields(
            time: timeline.now,
            perform: PerformFields(
                session: 1, sessionName: session, stack: 3, action: action, isUserInitiated: true))
        change(&fields)
        let token = Array(input.utf8).withUnsafeBytes { timeline.begin(fields, input: $0) }
        return Begun(token: token, fields: fields)
    }

    struct Begun {
        let token: PerformToken
        let fields: BeginFields
        var perform: UInt64 { token.perform }
    }

    /// Advances the clock by a microsecond and completes a perform.
    func complete(_ begun: Begun, _ outcome: Outcome = .success, error: String = "") {
        clock.advance(by: .microseconds(1))
        let fields = CompletionFields(of: begun.fields, time: timeline.now, outcome: outcome)
        Array(error.utf8).withUnsafeBytes { timeline.complete(begun.token, fields, error: $0) }
    }

    @discardableResult
    func perform(_ input: String = "", _ outcome: Outcome = .success, error: String = "") -> UInt64 {
        let begun = begin(input)
        complete(begun, outcome, error: error)
        return begun.perform
    }

    func log(_ message: String, _ severity: LogSeverity = .info, perform: UInt64 = 0) {
        clock.advance(by: .microseconds(1))
        let fields = LogFields(
            time: timeline.now, severity: severity, label: timeline.nameLabel("tests"), perform: perform, session: 1,
            sessionName: session, subject: perform == 0 ? feature : action)
        Array(message.utf8).withUnsafeBytes { timeline.log(fields, message: $0) }
    }

    /// The path of the run's file.
    var path: String {
        get throws {
            guard case .file(let path) = timeline.recording else { throw NoFileError() }
            return path
        }
    }

    struct NoFileError: Error {}
}
