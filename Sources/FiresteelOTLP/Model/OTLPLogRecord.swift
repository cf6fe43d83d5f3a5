/// An OpenTelemetry log record: a log line, a fault, a flag's value or an availability change.
public struct OTLPLogRecord: Sendable, Hashable {
    /// The time, in nanoseconds since 1970.
    public var time: UInt64
    /// OpenTelemetry's severity number, 1 to 24.
    public var severityNumber: Int
    /// The name of the severity.
    public var severityText: String
    /// The body.
    public var body: OTLPValue
    /// The attributes.
    public var attributes: [OTLPAttribute]
    /// The event name; empty for a log line.
    public var eventName: String
    /// The trace of the perform during which it was recorded.
    public var trace: OTLPTraceID?
    /// The span of the perform during which it was recorded.
    public var span: OTLPSpanID?
}
