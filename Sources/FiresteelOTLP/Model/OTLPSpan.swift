/// An OpenTelemetry span of a perform.
public struct OTLPSpan: Sendable, Hashable {
    /// The outcome.
    public enum Status: Int, Sendable, Hashable {
        /// The status is unset, which denotes success.
        case unset = 0
        /// The perform failed, or never completed.
        case error = 2
    }

    /// The trace that it belongs to: all performs that follow from one first cause.
    public var trace: OTLPTraceID
    /// Its own identifier.
    public var id: OTLPSpanID
    /// The perform that it was performed by.
    public var parent: OTLPSpanID?
    /// The name of the action: `App/Documents/#Save`.
    public var name: String
    /// The time at which it began, in nanoseconds since 1970.
    public var start: UInt64
    /// The end time, in nanoseconds since 1970.
    ///
    /// For a perform that never completed, the last known time of the run.
    public var end: UInt64
    /// The attributes.
    public var attributes: [OTLPAttribute]
    /// The outcome.
    public var status: Status
    /// The reason.
    public var statusMessage: String
}
