/// What came of sending a run.
public struct OTLPReport: Sendable, Hashable {
    /// Spans that were sent, those rejected included.
    public var spans = 0
    /// Log lines and events that were sent, those rejected included.
    public var logs = 0
    /// Requests that were answered with success.
    public var requests = 0
    /// Attempts that failed and were made again.
    public var retries = 0
    /// Spans that the endpoint says it rejected.
    public var rejectedSpans: Int64 = 0
    /// Log lines that the endpoint says it rejected.
    public var rejectedLogs: Int64 = 0
    /// What the endpoint had to say, each text once, ten at most.
    public var messages: [String] = []

    /// A report of nothing.
    public init() {}
}

extension OTLPReport {
    mutating func add(_ batch: OTLPBatch, _ answer: OTLPAnswer) {
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
