/// The events recorded since the last read.
public struct EventBatch: Sendable {
    /// The events, in order of time.
    ///
    /// A perform's begin is never in a later batch than its completion.
    public var events: [TimelineEvent]
    /// The maximum number of slots of events that were overwritten before they could be read.
    ///
    /// An event takes one to six.
    public var lost: UInt64

    /// Whether the batch has neither events nor losses.
    public var isEmpty: Bool { events.isEmpty && lost == 0 }
}
