/// An OpenTelemetry span of a perform.
public struct OTLPSpan: Sendable, Hashable {
    /// The outcome.
    public enum Status: Int, Sendable, Hashable {
        /// The status is unset, which denotes success.
        case unset = 0
        /// The perform failed, or never completed.
        case error = 2
    }

    /// The trace: all performs with the same first cause.
    public var trace: OTLPTraceID
    /// The identifier.
    public var id: OTLPSpanID
    /// The span of the parent perform.
    public var parent: OTLPSpanID?
    /// The name of the action: `App/Documents/#Save`.
    public var name: String
    /// The start time, in nanoseconds since 1970.
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
