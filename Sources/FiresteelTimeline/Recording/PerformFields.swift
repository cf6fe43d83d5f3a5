/// What is recorded of a perform when it begins and again when it completes.
///
/// A completion repeats what its begin said: on a busy day the begin is overwritten first, and the completion must still
/// tell what was done, where and by whom.
public struct PerformFields: Sendable {
    /// The perform that this one was performed by, or 0.
    public var parent: UInt64
    /// The session, from 1, or 0 for none.
    public var session: UInt32
    /// The session's name, of ``Timeline/nameSession(_:)``.
    public var sessionName: NameID
    /// The action stack, from 1, or 0 for none.
    public var stack: UInt32
    /// The action binding, of ``Timeline/nameAction(identifier:name:feature:)``.
    public var action: NameID
    /// Where the perform came from.
    public var source: ActionSource
    /// Whether a person asked for it.
    public var isUserInitiated: Bool
    /// How many performs this one is below its first cause; 255 stands for that and more.
    public var depth: UInt8

    /// Fields with these values; each is described where it is declared.
    public init(
        parent: UInt64 = 0,
        session: UInt32 = 0,
        sessionName: NameID = .none,
        stack: UInt32 = 0,
        action: NameID,
        source: ActionSource = .application,
        isUserInitiated: Bool = false,
        depth: UInt8 = 0
    ) {
        self.parent = parent
        self.session = session
        self.sessionName = sessionName
        self.stack = stack
        self.action = action
        self.source = source
        self.isUserInitiated = isUserInitiated
        self.depth = depth
    }
}
