import FiresteelBase
public import FiresteelTimeline
public import Logging

/// The perform of an action in which the current code runs.
///
/// The frame is stored in a task local: child tasks and all awaited calls inherit it, detached tasks and Dispatch
/// closures don't.
public struct PerformFrame: Sendable {
    /// The frame of the current perform, or `nil` outside actions.
    public static var current: PerformFrame? {
        guard let frame = innermost, frame.reference != nil else { return nil }
        return frame
    }

    /// Carries the innermost frame, or a bare one that only specifies the runtime in effect.
    @usableFromInline
    static let ambientLocal = TaskLocal<PerformFrame?>(wrappedValue: nil)

    /// The session of the perform.
    public let session: ActionSession
    /// The registered action, `nil` in a bare frame.
    @usableFromInline let reference: Unmanaged<RegisteredAction>?
    /// The perform's identifier, unique in its run.
    ///
    /// If the action is hidden from the timeline, the identifier of its cause.
    public internal(set) var perform: UInt64 = 0
    /// The identifier of the perform that caused this one, 0 for none.
    public internal(set) var parent: UInt64 = 0
    /// The identifier of the perform that started the chain.
    public internal(set) var root: UInt64 = 0
    /// The time at which it began, on the timeline's clock.
    public internal(set) var began: UInt64 = 0
    /// The identifier of the perform's stack, 0 for none.
    public internal(set) var stack: UInt32 = 0
    /// The position in the timeline's table of actions in flight.
    var entry: Int32 = -1
    /// The number of performs that led to this one.
    public internal(set) var depth: UInt8 = 0
    /// The cause of the perform.
    public let source: ActionSource
    /// Whether the user started the perform.
    public let isUserInitiated: Bool
    /// The caller's metadata for the log lines, see ``PerformOptions/metadata``.
    public let metadata: Logger.Metadata?

    /// Creates a bare frame, which only specifies the runtime in effect.
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
    /// The session retains the tables that retain it. Only a bare frame has none, and a bare frame is never performed.
    var registered: Unmanaged<RegisteredAction> {
        guard let reference else { preconditionFailure("A bare frame has no action.") }
        return reference
    }

    var action: RegisteredAction { registered.takeUnretainedValue() }

    /// Takes the identifiers of its cause, for an action that is hidden from the timeline.
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
    /// The summary of the input in one line.
    ///
    /// `nil` if the input has no summary, or if it is no longer available because the action has ended.
    public var inputText: String? {
        guard let timeline = session.dispatcher.timeline, let reference,
            // A hidden action has the identifier of its cause, whose input isn't its own input.
            reference.withBorrowed({ $0.recording != .hidden })
        else { return nil }
        return timeline.inputLine(of: perform, entry: entry)
    }
}
