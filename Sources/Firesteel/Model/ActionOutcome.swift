public import FiresteelTimeline

/// How a perform ended.
public enum ActionOutcome: Sendable {
    /// It was done; the feature's stack stays open.
    case success
    /// It was done, and with it what the feature was used for: its stack closes, and the stacks below it.
    case successClosing
    /// It failed; the feature's stack stays open.
    case failure(any Error)
    /// It failed, and what the feature was used for is over.
    case failureClosing(any Error)
    /// It was given up before it was done.
    case cancelled

    /// What a thrown error comes to.
    @usableFromInline
    init(thrown error: any Error) {
        self = error is CancellationError ? .cancelled : .failure(error)
    }

    /// Whether it was done.
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

    /// What the timeline keeps of it.
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
