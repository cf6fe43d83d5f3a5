import FiresteelInsight
import FiresteelTimeline
import Foundation
import Testing

/// A program whose events a test records itself, a second after each other.
struct RecordedProgram {
    /// The error of a failure that the program marks to be reported.
    static let reportedError = "Type\u{1F}Lost\u{1E}Report\u{1F}\u{18}\u{1E}"

    let clock: ManualTimelineClock
    let timeline: Timeline
    private let feature: NameID
    private let main: NameID

    init(
        storage: Timeline.Configuration.Storage = .memory, clock: ManualTimelineClock = ManualTimelineClock()
    ) {
        self.clock = clock
        timeline = Timeline(
            .init(program: .init(name: "App", version: "1"), storage: storage, clock: .manual(clock)))
        feature = timeline.nameFeature(identifier: "Pages", name: "Pages")
        main = timeline.nameSession("main")
    }

    func perform(_ action: String = "Write", session: UInt32 = 1, error: String? = nil, amount: Double? = nil) {
        let (token, fields) = begin(action, session: session, amount: amount)
        Array((error ?? "").utf8).withUnsafeBytes { error in
            timeline.complete(
                token,
                CompletionFields(of: fields, time: timeline.now, outcome: error.isEmpty ? .success : .failure),
                error: error)
        }
        clock.advance(by: .seconds(1))
    }

    @discardableResult
    func begin(_ action: String = "Write", session: UInt32 = 1, amount: Double? = nil) -> (PerformToken, BeginFields) {
        let name = timeline.nameAction(identifier: action, name: "A", feature: feature)
        let begin = BeginFields(
            time: timeline.now,
            perform: PerformFields(session: session, sessionName: main, action: name, source: .application))
        return withUnsafeTemporaryAllocation(byteCount: TextLimits.input, alignment: 8) { buffer in
            var summary = InputSummary(writingTo: buffer)
            if let amount { summary.add(amount: amount, unit: "pages") }
            return (timeline.begin(begin, input: summary.bytes), begin)
        }
    }

    func open(_ session: UInt32, principal: String) {
        timeline.sessionOpened(
            SessionFields(time: timeline.now, session: session, sessionName: main, principal: principal))
    }

    func close(_ session: UInt32) {
        timeline.sessionClosed(SessionFields(time: timeline.now, session: session, sessionName: main))
        clock.advance(by: .seconds(1))
    }

    func expose(_ flag: String, _ value: String) {
        timeline.flagExposed(
            timeline.nameFlag(flag), FlagAnswer(value: value, variant: value),
            ChangeFields(time: timeline.now, session: 1))
        clock.advance(by: .seconds(1))
    }

    func recorder(_ folder: InsightFolder, _ options: InsightOptions = InsightOptions()) -> InsightRecorder {
        InsightRecorder(timeline, InsightStore(folder, options))
    }
}

extension InsightFolder {
    func segments() throws -> [RunSegment] {
        try messages().filter { !$0.kind.isReport }.sorted { $0.number < $1.number }
            .map { try RunSegment(json: Array(#require(data(of: $0)))) }
    }

    func reports() throws -> [InsightReport] {
        try messages().filter(\.kind.isReport).sorted { $0.number < $1.number }
            .map { try InsightReport(json: Array(#require(data(of: $0)))) }
    }
}
