/// What is recorded when an action completes, beside its error.
///
/// It repeats what its begin said: on a busy day the begin is overwritten first, and the completion must still tell
/// what was done, where and by whom.
public struct CompletionFields: Sendable {
    /// When: nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// When the perform began, on the same clock.
    public var began: UInt64
    /// How it ended.
    public var outcome: Outcome
    /// The perform that this one was performed by, or 0.
    public var parent: UInt64
    /// The session, from 1, or 0 for none.
    public var session: UInt32
    /// The session's name.
    public var sessionName: NameID
    /// The action stack, from 1, or 0 for none.
    public var stack: UInt32
    /// The action binding.
    public var action: NameID
    /// Where the perform came from.
    public var source: ActionSource
    /// Whether a person asked for it.
    public var isUserInitiated: Bool
    /// How many performs this one is below its first cause.
    public var depth: UInt8

    /// Fields with these values; each is described where it is declared.
    public init(
        time: UInt64,
        began: UInt64,
        outcome: Outcome,
        parent: UInt64 = 0,
        session: UInt32 = 0,
        sessionName: NameID = .none,
        stack: UInt32 = 0,
        action: NameID,
        source: ActionSource = .application,
        isUserInitiated: Bool = false,
        depth: UInt8 = 0
    ) {
        self.time = time
        self.began = began
        self.outcome = outcome
        self.parent = parent
        self.session = session
        self.sessionName = sessionName
        self.stack = stack
        self.action = action
        self.source = source
        self.isUserInitiated = isUserInitiated
        self.depth = depth
    }

    /// The completion of what the given begin said.
    public init(of begin: BeginFields, time: UInt64, outcome: Outcome) {
        self.init(
            time: time, began: begin.time, outcome: outcome, parent: begin.parent, session: begin.session,
            sessionName: begin.sessionName, stack: begin.stack, action: begin.action, source: begin.source,
            isUserInitiated: begin.isUserInitiated, depth: begin.depth)
    }
}
