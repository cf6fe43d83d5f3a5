public import FiresteelTimeline
public import Logging

/// What an action is given to work with: its input, and where it is performed.
public struct ActionContext<Input> {
    /// What the action needs to know.
    public let input: Input
    /// The perform itself: session, stack, source.
    public let frame: PerformFrame

    @inlinable
    init(input: Input, frame: PerformFrame) {
        self.input = input
        self.frame = frame
    }

    /// Where the action is performed.
    public var session: ActionSession { frame.session }
    /// What caused it to be performed.
    public var source: ActionSource { frame.source }
    /// Whether the user started it.
    public var isUserInitiated: Bool { frame.isUserInitiated }
    /// A logger labelled with the feature's path.
    ///
    /// Any other logger used below the action carries the same context.
    public var logger: Logger { frame.action.feature.logger }
}

extension ActionContext: Sendable where Input: Sendable {}
