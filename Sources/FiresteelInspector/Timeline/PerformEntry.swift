import FiresteelTimeline

/// What the index keeps of one perform: 56 bytes.
///
/// Names stand in the run's names, inputs in its ring.
struct PerformEntry {
    /// The perform's identifier.
    let id: UInt64
    /// When it began, on the run's clock.
    let began: UInt64
    /// When it ended, or 0 while it is in flight.
    private(set) var ended: UInt64 = 0
    /// The perform that performed it, or 0.
    let parent: UInt64
    let session: UInt32
    let sessionName: NameID
    let action: NameID
    let stack: UInt32
    /// The raw value of the outcome, or 0 while it is in flight.
    private(set) var outcomeCode: UInt8 = 0
    private let sourceCode: UInt8
    private let flags: UInt8
    let depth: UInt8

    private enum Flag {
        static let user: UInt8 = 1
        static let cut: UInt8 = 2
    }

    /// A perform that began.
    init(begin event: TimelineEvent) {
        self.init(event, began: event.time)
    }

    /// A perform of which only the completion is left.
    init(completion event: TimelineEvent) {
        self.init(event, began: event.began)
        complete(event)
    }

    private init(_ event: TimelineEvent, began: UInt64) {
        id = event.perform
        self.began = began
        parent = event.parent
        session = event.session
        sessionName = event.sessionName
        action = event.subject
        stack = event.stack
        sourceCode = event.source.rawValue
        flags = (event.isUserInitiated ? Flag.user : 0) | (event.kind == .begin && event.isTextCut ? Flag.cut : 0)
        depth = event.depth
    }

    /// Notes how it ended.
    mutating func complete(_ event: TimelineEvent) {
        ended = max(event.time, 1)
        outcomeCode = event.outcome?.rawValue ?? 0
    }

    /// Notes that it ended, and that how was overwritten before it was read.
    mutating func completeUnseen() { outcomeCode = Self.unknownOutcome }

    /// The outcome's code where it was overwritten, beside those of ``Outcome``.
    static let unknownOutcome: UInt8 = 7

    var outcome: Outcome? { Outcome(rawValue: outcomeCode) }
    /// The outcome's word for pages.
    var outcomeWord: String {
        if let outcome { return outcome.identifier }
        return isInFlight ? OutcomeWord.inFlight : OutcomeWord.unknown
    }
    var isInFlight: Bool { outcomeCode == 0 }
    var isFailure: Bool { outcome?.isFailure ?? false }
    var isUserInitiated: Bool { flags & Flag.user != 0 }
    /// Whether the input was longer than what was recorded.
    var isInputCut: Bool { flags & Flag.cut != 0 }
    var source: ActionSource { ActionSource(rawValue: sourceCode) ?? .application }
    /// How long it took in nanoseconds, or nil where that isn't known.
    var took: UInt64? { outcome == nil ? nil : ended > began ? ended - began : 0 }
}
