/// The fields of a session event.
public struct SessionFields: Sendable {
    /// The time in nanoseconds of the timeline's clock, see ``Timeline/now``.
    public var time: UInt64
    /// The session, from 1.
    public var session: UInt32
    /// The session's name.
    public var sessionName: NameID
    /// Whether performs in the session are user-initiated unless specified otherwise.
    public var isUserInitiated: Bool

    /// Creates the fields.
    public init(time: UInt64, session: UInt32, sessionName: NameID, isUserInitiated: Bool = false) {
        self.time = time
        self.session = session
        self.sessionName = sessionName
        self.isUserInitiated = isUserInitiated
    }
}
