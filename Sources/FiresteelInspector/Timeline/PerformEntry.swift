import FiresteelTimeline

/// The index entry of a perform, of a flag event, of an availability change or of a refused request: 56 bytes.
///
/// Names are in the run's names, inputs in its ring.
struct PerformEntry {
    /// The perform's identifier; of a change, the event's number, which no perform has.
    let id: UInt64
    /// The start time, on the run's clock.
    let began: UInt64
    /// The end time, or 0 while it is in flight.
    private(set) var ended: UInt64 = 0
    /// The perform that performed it, or during which it changed, or 0.
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
    private let kindCode: UInt8
    /// Whether the input is retained for replay, or the reason why it isn't.
    private(set) var replay = Replay.none

    /// The state of an input for replay.
    enum Replay: UInt8 {
        /// Its type isn't replayable, or there is no input.
        case none
        case replayable, tooLarge, notEncodable

        /// The word for pages.
        var word: String? {
            switch self {
            case .none: nil
            case .replayable: KeptInput.json("").identifier
            case .tooLarge: KeptInput.tooLarge.identifier
            case .notEncodable: KeptInput.notEncodable.identifier
            }
        }
    }

    private enum Flag {
        static let user: UInt8 = 1
        static let cut: UInt8 = 2
    }

    /// Creates a perform that began.
    init(begin event: TimelineEvent) {
        self.init(event, began: event.time)
    }

    /// Creates a perform whose begin was overwritten.
    init(completion event: TimelineEvent) {
        self.init(event, began: event.began)
        complete(event)
    }

    /// Creates a flag exposure, a flag change, an availability change or a refused request.
    /// - Parameter depth: The number of performs above it.
    init(change event: TimelineEvent, depth: UInt8) {
        self.init(event, began: event.time, id: event.sequence, parent: event.perform, depth: depth)
    }

    private init(_ event: TimelineEvent, began: UInt64) {
        self.init(event, began: began, id: event.perform, parent: event.parent, depth: event.depth)
    }

    private init(_ event: TimelineEvent, began: UInt64, id: UInt64, parent: UInt64, depth: UInt8) {
        self.id = id
        self.began = began
        self.parent = parent
        self.depth = depth
        kindCode = event.kind.rawValue
        session = event.session
        sessionName = event.sessionName
        action = event.subject
        stack = event.stack
        sourceCode = event.source.rawValue
        flags = (event.isUserInitiated ? Flag.user : 0) | (event.kind == .begin && event.isTextCut ? Flag.cut : 0)
    }

    mutating func retain(_ input: KeptInput) {
        replay =
            switch input {
            case .json: .replayable
            case .tooLarge: .tooLarge
            case .notEncodable: .notEncodable
            }
    }

    mutating func complete(_ event: TimelineEvent) {
        ended = max(event.time, 1)
        outcomeCode = event.outcome?.rawValue ?? 0
    }

    /// Records that it ended with an unknown outcome, because its completion was overwritten before it was read.
    mutating func completeWithUnknownOutcome() { outcomeCode = Self.unknownOutcome }

    /// The code of an unknown outcome, in addition to those of ``Outcome``.
    static let unknownOutcome: UInt8 = 7

    var outcome: Outcome? { Outcome(rawValue: outcomeCode) }
    /// The outcome's word for pages.
    var outcomeWord: String {
        if let outcome { return outcome.identifier }
        if isInFlight { return OutcomeWord.inFlight }
        return kind.changeWord ?? OutcomeWord.unknown
    }
    private var kind: TimelineEvent.Kind { TimelineEvent.Kind(rawValue: kindCode) ?? .begin }
    /// Whether it is a flag event, an availability change or a refused request rather than a perform.
    var isChange: Bool { kind.changeWord != nil }
    var isInFlight: Bool { outcomeCode == 0 && !isChange }
    var isFailure: Bool { outcome?.isFailure ?? false }
    var isUserInitiated: Bool { flags & Flag.user != 0 }
    /// Whether the input was longer than what was recorded.
    var isInputCut: Bool { flags & Flag.cut != 0 }
    var source: ActionSource { ActionSource(rawValue: sourceCode) ?? .application }
    /// The duration in nanoseconds, or `nil` if it is unknown.
    var duration: UInt64? { outcome == nil ? nil : ended > began ? ended - began : 0 }
}

extension TimelineEvent.Kind {
    /// The name in pages of an event that isn't a perform; `nil` for a perform.
    var changeWord: String? {
        switch self {
        case .flagExposed: "flag-exposed"
        case .flagChanged: "flag-changed"
        case .availabilityChanged: "availability"
        case .requestRefused: "request-refused"
        default: nil
        }
    }
}

/// The names of outcomes in addition to the recorded ones.
enum OutcomeWord {
    static let inFlight = "in-flight"
    /// The perform ended, and its completion was overwritten before it was read.
    static let unknown = "unknown"
}
