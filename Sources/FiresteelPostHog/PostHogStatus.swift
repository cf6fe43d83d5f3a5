/// How a ``PostHogProvider`` stands, since consent was given last.
public struct PostHogStatus: Sendable, Hashable {
    /// Events that wait to be sent.
    public internal(set) var queued = 0
    /// Events that the server took.
    public internal(set) var sent = 0
    /// Events that were dropped because there was no room for them.
    public internal(set) var dropped = 0
    /// Events that the server will never take.
    public internal(set) var refused = 0
    /// Lines of the queue's files that were no events.
    public internal(set) var damaged = 0
    /// Why the last request came to nothing, `nil` where it didn't.
    public internal(set) var failure: String?
    /// Whether nothing is sent until the next start, since the server doesn't accept the key.
    public internal(set) var isStopped = false
}
