public import FiresteelTimeline

/// That an action with an analytics identifier began, or completed.
public struct AnalyticsEvent: Sendable, Hashable {
    /// Which end of the perform an event tells of.
    public enum Phase: Sendable, Hashable {
        /// It began.
        case begin
        /// It completed, and how, after how long.
        case end(Outcome, duration: Duration)

        /// The word of it: `begin` or `end`.
        public var identifier: String {
            switch self {
            case .begin: "begin"
            case .end: "end"
            }
        }
    }

    /// What the action calls itself for analytics.
    public let name: String
    /// Whether it began or completed.
    public let phase: Phase
    /// What the action told of its input.
    ///
    /// The same at begin and end.
    public let attributes: AnalyticsAttributes
    /// When it happened, in microseconds since 1970-01-01T00:00:00Z.
    public let time: Int64
    /// Which action.
    public let action: ActionPath
    /// The perform's identifier, unique in one run of the program and the same at begin and end.
    public let perform: UInt64
    /// The number of the session, unique in one run of the program.
    public let session: UInt32
    /// Where the perform came from.
    public let source: ActionSource
    /// Whether the user started it.
    public let isUserInitiated: Bool

    /// An event.
    public init(
        name: String, phase: Phase, attributes: AnalyticsAttributes = [:], time: Int64, action: ActionPath,
        perform: UInt64 = 0, session: UInt32 = 1, source: ActionSource = .application, isUserInitiated: Bool = true
    ) {
        self.name = name
        self.phase = phase
        self.attributes = attributes
        self.time = time
        self.action = action
        self.perform = perform
        self.session = session
        self.source = source
        self.isUserInitiated = isUserInitiated
    }

    /// The event of what was hooked, `nil` where analytics knows nothing of it.
    init?(_ perform: HookedPerform) {
        guard let name = perform.analyticsIdentifier else { return nil }
        var time = perform.began
        var phase = Phase.begin
        if let completion = perform.completion {
            time += Int64(clamping: completion.duration / 1_000)
            phase = .end(completion.outcome, duration: .nanoseconds(Int64(clamping: completion.duration)))
        }
        self.init(
            name: name, phase: phase, attributes: perform.attributes, time: time, action: perform.action,
            perform: perform.perform, session: perform.session, source: perform.source,
            isUserInitiated: perform.isUserInitiated)
    }

    /// Name and phase in one word, such as `document-open.begin`.
    ///
    /// What services that count events by name are given: otherwise each perform would count twice.
    public var fullName: String { "\(name).\(phase.identifier)" }
}
