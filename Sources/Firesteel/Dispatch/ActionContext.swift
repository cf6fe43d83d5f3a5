public import FiresteelTimeline
public import Logging

/// The input and the environment of an action.
public struct ActionContext<Input> {
    /// The input of the action.
    public let input: Input
    /// The perform, with its session, stack and source.
    public let frame: PerformFrame

    @inlinable
    init(input: Input, frame: PerformFrame) {
        self.input = input
        self.frame = frame
    }

    /// The session in which the action is performed.
    public var session: ActionSession { frame.session }
    /// The cause of the perform.
    public var source: ActionSource { frame.source }
    /// Whether the user started the action.
    public var isUserInitiated: Bool { frame.isUserInitiated }
    /// A logger labeled with the feature's path.
    ///
    /// Any other logger that the action uses carries the same context.
    public var logger: Logger { frame.action.feature.logger }
}

extension ActionContext: Sendable where Input: Sendable {}
