public import Firesteel
public import FiresteelTimeline

/// How often an action was performed, how that ended, and how long it took.
///
/// Performs of all kinds count: by users, by other actions, by agents.
public struct ActionFigures: Sendable, Hashable {
    /// The action.
    public let action: ActionPath
    /// The performs that succeeded.
    public internal(set) var successes = 0
    /// The performs that failed.
    public internal(set) var failures = 0
    /// The performs that were cancelled.
    public internal(set) var cancellations = 0
    /// The performs that were in flight when an earlier run crashed or was killed.
    public internal(set) var interruptions = 0
    /// The durations of the performs that completed.
    public private(set) var durations = DurationHistogram()
    private var nanoseconds: UInt64 = 0

    init(_ action: ActionPath) { self.action = action }

    /// The performs that ended in any way.
    public var performs: Int { completed + interruptions }

    /// The mean duration of the performs that completed, in microseconds, or `nil` without any.
    public var meanDuration: Double? { completed == 0 ? nil : Double(nanoseconds) / Double(completed) / 1_000 }

    private var completed: Int { successes + failures + cancellations }

    mutating func add(_ outcome: Outcome, _ duration: UInt64) {
        switch outcome {
        case .success, .successClosing: successes += 1
        case .failure, .failureClosing: failures += 1
        case .cancelled: cancellations += 1
        }
        durations.add(duration)
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration)
        nanoseconds = overflow ? .max : sum
    }
}
