/// Events that came since the last look.
public struct EventBatch: Sendable {
    /// The events, in order of time.
    ///
    /// A perform's begin is never in a later batch than its completion.
    public var events: [TimelineEvent]
    /// How many slots of events were overwritten before they could be read: at most so many.
    ///
    /// An event takes one to six.
    public var lost: UInt64

    /// Whether there is neither an event nor a loss to tell of.
    public var isEmpty: Bool { events.isEmpty && lost == 0 }
}
