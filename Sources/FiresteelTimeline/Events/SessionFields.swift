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
    /// The pseudonymous identifier of the person or account that the session serves.
    ///
    /// At most ``TextLimits/principal`` bytes are recorded.
    public var principal: String?

    /// Creates fields; each is described at its declaration.
    public init(
        time: UInt64, session: UInt32, sessionName: NameID, isUserInitiated: Bool = false, principal: String? = nil
    ) {
        self.time = time
        self.session = session
        self.sessionName = sessionName
        self.isUserInitiated = isUserInitiated
        self.principal = principal
    }
}
