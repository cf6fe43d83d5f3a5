import FiresteelTimeline

/// Limits the reports of failures: one per hour for each kind of failure, and 20 per hour altogether.
///
/// Failures that aren't reported are counted by segments nevertheless.
struct FailureLimiter: Sendable {
    private struct Kind: Hashable {
        let action: RunSegment.ActionPath?
        let type: String?
        let enumCase: String?
    }

    private static let hour: UInt64 = 3_600_000_000_000
    private static let most = 20
    private var reported: [Kind: UInt64] = [:]

    /// Returns whether a failure is reported.
    mutating func admits(_ perform: PerformRecord) -> Bool {
        let time = perform.ended ?? perform.began
        reported = reported.filter { $0.value &+ Self.hour > time }
        let kind = Kind(
            action: RunSegment.ActionPath(perform.action), type: perform.errorType, enumCase: perform.errorCase)
        guard reported[kind] == nil, reported.count < Self.most else { return false }
        reported[kind] = time
        return true
    }
}
