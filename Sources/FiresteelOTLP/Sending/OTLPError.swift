/// Why a run could not be sent.
public enum OTLPError: Error, Sendable, Hashable {
    /// The endpoint can't be reached or answered with an error that stays. The text says which.
    case refused(String)
    /// The endpoint went on failing after so many attempts. The text says how at last.
    case gaveUp(attempts: Int, String)
    /// It was cancelled.
    case cancelled
}

extension OTLPError: CustomStringConvertible {
    /// What went wrong and what to do, in a sentence or two.
    public var description: String {
        switch self {
        case .refused(let reason): reason
        case .gaveUp(let attempts, let reason): "It failed \(attempts) times. \(reason)"
        case .cancelled: "Sending was cancelled."
        }
    }
}
