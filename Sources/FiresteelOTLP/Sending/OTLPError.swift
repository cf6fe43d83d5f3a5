/// An error of sending a run.
public enum OTLPError: Error, Sendable, Hashable {
    /// The endpoint is unreachable or responded with a permanent error, for the given reason.
    case refused(String)
    /// The endpoint failed after this number of attempts, the last time for the given reason.
    case failed(attempts: Int, String)
    /// The task was cancelled.
    case cancelled
}

extension OTLPError: CustomStringConvertible {
    /// The reason and what to do about it.
    public var description: String {
        switch self {
        case .refused(let reason): reason
        case .failed(let attempts, let reason): "Sending failed \(attempts) times. \(reason)"
        case .cancelled: "Sending was cancelled."
        }
    }
}
