public import FiresteelTimeline

/// The begin or completion of an action with an analytics identifier.
public struct AnalyticsEvent: Sendable, Hashable {
    /// The phase of a perform.
    public enum Phase: Sendable, Hashable {
        /// The begin.
        case begin
        /// The completion, with outcome and duration.
        case end(Outcome, duration: Duration)

        /// The identifier: `begin` or `end`.
        public var identifier: String {
            switch self {
            case .begin: "begin"
            case .end: "end"
            }
        }
    }

    /// The analytics identifier of the action.
    public let name: String
    /// Whether it began or completed.
    public let phase: Phase
    /// The attributes of the input.
    ///
    /// Equal for begin and end.
    public let attributes: AnalyticsAttributes
    /// The time, in microseconds since 1970-01-01T00:00:00Z.
    public let time: Int64
    /// The action.
    public let action: ActionPath
    /// The perform's identifier, unique in one run of the program and the same at begin and end.
    public let perform: UInt64
    /// The number of the session, unique in one run of the program.
    public let session: UInt32
    /// The source of the perform.
    public let source: ActionSource
    /// Whether the user started it.
    public let isUserInitiated: Bool
    /// The user of the event.
    public let user: User

    /// The user of an event.
    public enum User: Sendable, Hashable {
        /// The app's user, possibly identified by ``Analytics/identify(_:)``.
        case program
        /// The user that the session serves: its principal, else the targeting key of its context.
        case identified(String)
        /// A user that the session serves without an identifier.
        case anonymous
    }

    /// Creates an event.
    public init(
        name: String, phase: Phase, attributes: AnalyticsAttributes = [:], time: Int64, action: ActionPath,
        perform: UInt64 = 0, session: UInt32 = 1, source: ActionSource = .application, isUserInitiated: Bool = true,
        user: User = .program
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
        self.user = user
    }

    /// Creates the event of a hooked perform, or returns `nil` for an action without an analytics identifier.
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
            isUserInitiated: perform.isUserInitiated, user: perform.user)
    }

    /// Name and phase, such as `document-open.begin`.
    ///
    /// For services that count events by name, which would otherwise count each perform twice.
    public var fullName: String { "\(name).\(phase.identifier)" }
}
