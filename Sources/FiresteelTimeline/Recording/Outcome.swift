/// How a perform ended, as it is recorded.
public enum Outcome: UInt8, Sendable, Hashable, CaseIterable {
    /// It succeeded and the stack of its feature stays open.
    case success = 1
    /// It succeeded and closed the stack of its feature.
    case successClosing = 2
    /// It failed and the stack of its feature stays open.
    case failure = 3
    /// It failed and closed the stack of its feature.
    case failureClosing = 4
    /// It was cancelled.
    case cancelled = 5

    /// The word that exports use, such as `failure-closing`.
    ///
    /// It never changes.
    public var identifier: String {
        switch self {
        case .success: "success"
        case .successClosing: "closing"
        case .failure: "failure"
        case .failureClosing: "failure-closing"
        case .cancelled: "cancelled"
        }
    }

    /// The outcome with the given word, or nil.
    public init?(identifier: String) {
        guard let outcome = Self.allCases.first(where: { $0.identifier == identifier }) else { return nil }
        self = outcome
    }

    /// Whether the perform failed.
    public var isFailure: Bool { self == .failure || self == .failureClosing }

    /// Whether the outcome closed the stack of the action's feature.
    public var closesStack: Bool { self == .successClosing || self == .failureClosing }
}
