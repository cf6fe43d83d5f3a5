/// The status of a ``PostHogProvider`` since consent was last granted.
public struct PostHogStatus: Sendable, Hashable {
    /// The number of queued events.
    public internal(set) var queued = 0
    /// Events that the server took.
    public internal(set) var sent = 0
    /// Events that were dropped because there was no room for them.
    public internal(set) var dropped = 0
    /// Events that the server will never take.
    public internal(set) var refused = 0
    /// Lines of the queue's files that weren't events.
    public internal(set) var damaged = 0
    /// The reason of the last failed request, or `nil` if the last one succeeded.
    public internal(set) var failure: String?
    /// Whether sending is stopped until the next start, because the server rejected the key.
    public internal(set) var isStopped = false
}
