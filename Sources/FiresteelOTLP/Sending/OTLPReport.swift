/// The result of sending a run.
public struct OTLPReport: Sendable, Hashable {
    /// Spans that were sent, those rejected included.
    public var spans = 0
    /// Log lines and events that were sent, those rejected included.
    public var logs = 0
    /// The number of successful requests.
    public var requests = 0
    /// The number of repeated attempts.
    public var retries = 0
    /// The number of spans that the endpoint rejected.
    public var rejectedSpans: Int64 = 0
    /// The number of log lines that the endpoint rejected.
    public var rejectedLogs: Int64 = 0
    /// The distinct messages of the endpoint, at most ten.
    public var messages: [String] = []

    /// Creates an empty report.
    public init() {}
}

extension OTLPReport {
    mutating func add(_ batch: OTLPBatch, _ answer: OTLPResponse) {
        requests += 1
        switch batch.signal {
        case .traces:
            spans += batch.count
            rejectedSpans += min(max(0, answer.rejected), Int64(batch.count))
        case .logs:
            logs += batch.count
            rejectedLogs += min(max(0, answer.rejected), Int64(batch.count))
        }
        if !answer.message.isEmpty, messages.count < 10, !messages.contains(answer.message) {
            messages.append(answer.message)
        }
    }
}
