/// The recorded outcome of a perform.
public enum Outcome: UInt8, Sendable, Hashable, CaseIterable {
    /// The perform succeeded, and the stack of its feature remains open.
    case success = 1
    /// The perform succeeded and closed the stack of its feature.
    case successClosing = 2
    /// The perform failed, and the stack of its feature remains open.
    case failure = 3
    /// The perform failed and closed the stack of its feature.
    case failureClosing = 4
    /// The perform was cancelled.
    case cancelled = 5

    /// The identifier in exports, such as `failure-closing`.
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

    /// Creates the outcome with the given identifier, or returns `nil` if there is none.
    public init?(identifier: String) {
        guard let outcome = Self.allCases.first(where: { $0.identifier == identifier }) else { return nil }
        self = outcome
    }

    /// Whether the perform failed.
    public var isFailure: Bool { self == .failure || self == .failureClosing }

    /// Whether the outcome closed the stack of the action's feature.
    public var closesStack: Bool { self == .successClosing || self == .failureClosing }
}
