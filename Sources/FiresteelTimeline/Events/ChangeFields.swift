/// The fields of a flag exposure, a flag change, an availability change or a refused request.
public struct ChangeFields: Sendable {
    /// The time in nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// The perform during which the event occurred, or 0.
    public var perform: UInt64
    /// The session, from 1, or 0 for none.
    public var session: UInt32
    /// The session's name.
    public var sessionName: NameID
    /// The action stack, from 1, or 0 for none.
    public var stack: UInt32
    /// The action that read or changed a flag or the feature that is constrained by it, the feature whose availability
    /// changed, or the feature or action that was refused.
    public var subject: NameID

    /// Creates the fields.
    public init(
        time: UInt64, perform: UInt64 = 0, session: UInt32 = 0, sessionName: NameID = .none, stack: UInt32 = 0,
        subject: NameID = .none
    ) {
        self.time = time
        self.perform = perform
        self.session = session
        self.sessionName = sessionName
        self.stack = stack
        self.subject = subject
    }
}
