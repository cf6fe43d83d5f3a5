internal import CFiresteelTimeline

/// How a run ended.
///
/// Times are readings of the run's monotonic clock, in nanoseconds.
public enum RunEnd: Sendable, Hashable {
    /// It hasn't: somebody is recording to it.
    case running
    /// The program ended it, or exited.
    case orderly(at: UInt64)
    /// A signal ended the process.
    case signal(SignalNumber, at: UInt64)
    /// The process is gone and said nothing: it was killed, or the program doesn't record signals.
    case endedWithoutCause
    /// The machine was started again since.
    case machineRestarted

    /// The word that exports use: `running`, `orderly`, `signal`, `died`, `restarted`.
    ///
    /// It never changes.
    public var identifier: String {
        switch self {
        case .running: "running"
        case .orderly: "orderly"
        case .signal: "signal"
        case .endedWithoutCause: "died"
        case .machineRestarted: "restarted"
        }
    }

    /// Whether the run ended other than in good order.
    public var isCrash: Bool {
        switch self {
        case .running, .orderly: false
        case .signal(let signal, _): !signal.isRequest
        case .endedWithoutCause, .machineRestarted: true
        }
    }

    /// How a run ended, from what stands in its header.
    init(_ end: fst_end, isBeingRecorded: Bool, sameBoot: Bool) {
        if end.state == UInt32(FST_ENDED) || end.state == UInt32(FST_EXITED) {
            self = .orderly(at: end.ended)
        } else if isBeingRecorded {
            self = .running
        } else if end.signal != 0 {
            self = .signal(SignalNumber(rawValue: Int32(truncatingIfNeeded: end.signal)), at: end.signalled)
        } else {
            self = sameBoot ? .endedWithoutCause : .machineRestarted
        }
    }
}
