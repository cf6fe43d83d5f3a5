public import FiresteelTimeline
public import Logging

/// What is being performed right now, where the code that asks is running below an action.
///
/// It travels in a task local: child tasks and everything that is awaited have it, a detached task and a Dispatch closure
/// don't.
public struct PerformFrame: Sendable {
    /// What is being performed here, or `nil` outside actions.
    public static var current: PerformFrame? {
        guard let frame = innermost, frame.reference != nil else { return nil }
        return frame
    }

    /// Carries the innermost frame, or a bare one that only says which runtime is in effect.
    @usableFromInline
    static let ambientLocal = TaskLocal<PerformFrame?>(wrappedValue: nil)

    /// Where it is performed.
    public let session: ActionSession
    /// Which action of which feature.
    @usableFromInline let reference: Unmanaged<RegisteredAction>?
    /// The perform's identifier, unique in its run.
    ///
    /// That of the performer where the action is hidden from the timeline.
    public internal(set) var perform: UInt64 = 0
    /// The perform that performs this one, 0 for none.
    public internal(set) var parent: UInt64 = 0
    /// The perform that everything began with.
    public internal(set) var root: UInt64 = 0
    /// When it began, on the timeline's clock.
    public internal(set) var began: UInt64 = 0
    /// The stack that it belongs to, 0 for none.
    public internal(set) var stack: UInt32 = 0
    /// Its place in the timeline's table of actions in flight.
    var entry: Int32 = -1
    /// How many performs are above it.
    public internal(set) var depth: UInt8 = 0
    /// What caused it to be performed.
    public let source: ActionSource
    /// Whether the user started it.
    public let isUserInitiated: Bool
    /// What the caller gave for the log lines, see ``PerformOptions/metadata``.
    public let metadata: Logger.Metadata?

    /// A frame that only says which runtime is in effect.
    init(runtimeOf session: ActionSession) {
        self.session = session
        self.reference = nil
        self.source = .application
        self.isUserInitiated = session.isUserInitiated
        self.metadata = nil
    }

    init(
        session: ActionSession, action: Unmanaged<RegisteredAction>, source: ActionSource, isUserInitiated: Bool,
        metadata: Logger.Metadata?
    ) {
        self.session = session
        self.reference = action
        self.source = source
        self.isUserInitiated = isUserInitiated
        self.metadata = metadata
    }

    /// The registered action.
    ///
    /// The session holds the tables that hold it; only a bare frame has none, and a bare frame is never performed.
    var registered: Unmanaged<RegisteredAction> {
        guard let reference else { preconditionFailure("A bare frame has no action.") }
        return reference
    }

    var action: RegisteredAction { registered.takeUnretainedValue() }

    /// Takes the place of its cause, for an action that leaves nothing on the timeline.
    mutating func hide(below cause: PerformCause) {
        perform = cause.perform
        root = cause.root
        stack = cause.stack
        depth = cause.depth
    }

    /// The path of the feature.
    public var feature: FeaturePath? { reference?.takeUnretainedValue().feature.path }

    /// The identifier of the action.
    public var actionIdentifier: String? { reference?.takeUnretainedValue().identifier }
}

extension PerformFrame {
    /// What the input tells of itself in one line.
    ///
    /// `nil` where it tells nothing, or is no longer there because the action is over.
    public var inputText: String? {
        guard let timeline = session.dispatcher.timeline, let reference,
            // A hidden action goes by its cause's number, whose input isn't its own.
            reference._withUnsafeGuaranteedRef({ $0.recording != .hidden })
        else { return nil }
        return timeline.inputLine(of: perform, entry: entry)
    }
}
