/// Where a flag was exposed or changed, or where a feature's availability changed.
public struct ChangeFields: Sendable {
    /// When: nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// The perform during which it happened, or 0.
    public var perform: UInt64
    /// The session, from 1, or 0 for none.
    public var session: UInt32
    /// The session's name.
    public var sessionName: NameID
    /// The action stack, from 1, or 0 for none.
    public var stack: UInt32
    /// Of a flag: the action that read or changed it, or the feature that has it as a condition.
    ///
    /// Of availability: the feature.
    public var subject: NameID

    /// Fields with these values; each is described where it is declared.
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
