/// The fields that a begin and its completion share.
///
/// A completion repeats the fields of its begin, because the begin may be overwritten first, and the completion must
/// still identify the action, its place and its source.
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
    /// The source of the perform.
    public var source: ActionSource
    /// Whether the perform is user-initiated.
    public var isUserInitiated: Bool
    /// The number of performs between this one and its first cause, at most 255.
    public var depth: UInt8

    /// Creates the fields.
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
