/// The fields of a log line, except the message.
public struct LogFields: Sendable {
    /// The time in nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// The severity.
    public var severity: LogSeverity
    /// The logger's label, of ``Timeline/nameLabel(_:)``.
    public var label: NameID
    /// The perform during which the line was logged, or 0.
    public var perform: UInt64
    /// The session, from 1, or 0 for none.
    public var session: UInt32
    /// The session's name.
    public var sessionName: NameID
    /// The action stack, from 1, or 0 for none.
    public var stack: UInt32
    /// The action binding, or the feature when the line was logged outside an action.
    public var subject: NameID

    /// Creates the fields.
    public init(
        time: UInt64,
        severity: LogSeverity,
        label: NameID = .none,
        perform: UInt64 = 0,
        session: UInt32 = 0,
        sessionName: NameID = .none,
        stack: UInt32 = 0,
        subject: NameID = .none
    ) {
        self.time = time
        self.severity = severity
        self.label = label
        self.perform = perform
        self.session = session
        self.sessionName = sessionName
        self.stack = stack
        self.subject = subject
    }
}
