internal import CFiresteelTimeline

/// The end of a run.
///
/// Times are readings of the run's monotonic clock, in nanoseconds.
public enum RunEnd: Sendable, Hashable {
    /// The run is still being recorded.
    case running
    /// The program ended it, or exited.
    case orderly(at: UInt64)
    /// A signal ended the process.
    case signal(SignalNumber, at: UInt64)
    /// The process ended without a recorded cause: it was killed, or the program doesn't record signals.
    case endedWithoutCause
    /// The machine has been restarted since.
    case machineRestarted

    /// The identifier in exports: `running`, `orderly`, `signal`, `died`, `restarted`.
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

    /// Whether the run ended abnormally.
    public var isCrash: Bool {
        switch self {
        case .running, .orderly: false
        case .signal(let signal, _): !signal.isRequest
        case .endedWithoutCause, .machineRestarted: true
        }
    }

    /// Creates the end of a run from its header.
    init(_ end: fst_end, isBeingRecorded: Bool, sameBoot: Bool) {
        if end.state == UInt32(FST_ENDED) || end.state == UInt32(FST_EXITED) {
            self = .orderly(at: end.ended)
        } else if isBeingRecorded {
            self = .running
        } else if end.signal != 0 {
            self = .signal(SignalNumber(rawValue: Int32(truncatingIfNeeded: end.signal)), at: end.signaled)
        } else {
            self = sameBoot ? .endedWithoutCause : .machineRestarted
        }
    }
}

extension Run {
    /// The end of the run.
    public var end: RunEnd {
        var end = fst_end()
        let isThere = withUnsafeMutableBytes(of: &end) { source.read(at: HeaderField.end, into: $0) }
        guard isThere else { return .endedWithoutCause }
        let known = header.boot.contains { $0 != 0 }
        return RunEnd(end, isBeingRecorded: isBeingRecorded, sameBoot: !known || header.boot == Host.boot)
    }
}

extension RunEnd: CustomStringConvertible {
    /// A sentence that describes how the run ended.
    public var description: String {
        switch self {
        case .running: "The run is still being recorded."
        case .orderly: "The run ended in an orderly way."
        case .signal(let signal, _): "The run was ended by \(signal.name): \(signal.description.lowercased())."
        case .endedWithoutCause:
            "The run ended without a recorded cause: killed, or the program does not record signals."
        case .machineRestarted: "The machine restarted while the run was being recorded."
        }
    }
}
