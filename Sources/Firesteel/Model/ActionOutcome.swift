public import FiresteelTimeline

/// The outcome of a perform.
public enum ActionOutcome: Sendable {
    /// The action succeeded, and the feature's stack remains open.
    case success
    /// The action succeeded and ends the use of the feature: its stack and the stacks below it close.
    case successClosing
    /// The action failed, and the feature's stack remains open.
    case failure(any Error)
    /// The action failed and ends the use of the feature.
    case failureClosing(any Error)
    /// The action was cancelled before it completed.
    case cancelled

    /// Creates the outcome of a thrown error.
    @usableFromInline
    init(thrown error: any Error) {
        self = error is CancellationError ? .cancelled : .failure(error)
    }

    /// Whether the action succeeded.
    public var isSuccess: Bool {
        switch self {
        case .success, .successClosing: true
        case .failure, .failureClosing, .cancelled: false
        }
    }

    /// Whether the feature's stack closes with it.
    public var closesStack: Bool {
        switch self {
        case .successClosing, .failureClosing: true
        case .success, .failure, .cancelled: false
        }
    }

    /// The error of a failure.
    public var error: (any Error)? {
        switch self {
        case .failure(let error), .failureClosing(let error): error
        case .success, .successClosing, .cancelled: nil
        }
    }

    /// The recorded outcome.
    public var recorded: Outcome {
        switch self {
        case .success: .success
        case .successClosing: .successClosing
        case .failure: .failure
        case .failureClosing: .failureClosing
        case .cancelled: .cancelled
        }
    }
}
