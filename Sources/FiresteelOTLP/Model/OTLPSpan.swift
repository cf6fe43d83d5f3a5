/// A perform as OpenTelemetry sees it.
public struct OTLPSpan: Sendable, Hashable {
    /// How it ended.
    public enum Status: Int, Sendable, Hashable {
        /// Nothing is said, which stands for success.
        case unset = 0
        /// It failed, or never ended.
        case error = 2
    }

    /// The trace that it belongs to: all performs that follow from one first cause.
    public var trace: OTLPTraceID
    /// Its own identifier.
    public var id: OTLPSpanID
    /// The perform that it was performed by.
    public var parent: OTLPSpanID?
    /// What was performed: `App/Documents/#Save`.
    public var name: String
    /// When it began, in nanoseconds since 1970.
    public var start: UInt64
    /// When it ended, in nanoseconds since 1970.
    ///
    /// Of one that never did, when the run is last known to have been there.
    public var end: UInt64
    /// What is known of it.
    public var attributes: [OTLPAttribute]
    /// How it ended.
    public var status: Status
    /// What went wrong.
    public var statusMessage: String
}
