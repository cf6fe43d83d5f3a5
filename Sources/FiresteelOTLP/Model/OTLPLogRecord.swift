/// A log line, a fault, a flag's value or a change of availability as OpenTelemetry sees it.
public struct OTLPLogRecord: Sendable, Hashable {
    /// When, in nanoseconds since 1970.
    public var time: UInt64
    /// OpenTelemetry's number of how severe it is, 1 to 24.
    public var severityNumber: Int
    /// How severe it is, in the program's word.
    public var severityText: String
    /// What it says.
    public var body: OTLPValue
    /// What is known of it.
    public var attributes: [OTLPAttribute]
    /// What kind of event it is; empty for a log line.
    public var eventName: String
    /// The trace of the perform below which it was written.
    public var trace: OTLPTraceID?
    /// The perform below which it was written.
    public var span: OTLPSpanID?
}
