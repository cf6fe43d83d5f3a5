/// The fields of an action stack event.
public struct StackFields: Sendable {
    /// The time in nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// The stack, from 1.
    public var stack: UInt32
    /// The stack that led to it, or 0.
    public var parent: UInt32
    /// The feature of the stack, from ``Timeline/nameFeature(identifier:name:parent:)``.
    public var feature: NameID
    /// The session that it belongs to.
    public var session: UInt32
    /// The session's name.
    public var sessionName: NameID
    /// The perform that opened or closed it, or 0.
    public var perform: UInt64

    /// Creates the fields.
    public init(
        time: UInt64, stack: UInt32, parent: UInt32 = 0, feature: NameID, session: UInt32, sessionName: NameID,
        perform: UInt64 = 0
    ) {
        self.time = time
        self.stack = stack
        self.parent = parent
        self.feature = feature
        self.session = session
        self.sessionName = sessionName
        self.perform = perform
    }
}
