/// The state of a provider's values.
public struct FlagProviderStatus: Sendable, Equatable {
    /// The states of a provider's values.
    public enum State: String, Sendable {
        /// The provider has no values yet.
        case notReady
        /// The values are current.
        case ready
        /// The values are outdated.
        case stale
        /// The provider can't get values.
        case failed
    }

    /// The state of the values.
    public var state: State
    /// The time at which the values were current, in seconds since 1970; `nil` if that doesn't apply.
    public var updated: Double?
    /// The last error.
    public var error: FlagError?
    /// The address of the server that has the values, without user, password and query; `nil` if no server has them.
    public var address: String?
    /// The server's number for the version of the values, from 1; `nil` if it doesn't number them.
    public var revision: Int?
    /// Whether an earlier run stored the values, and the server hasn't confirmed them in this run.
    public var isCached = false

    /// Creates a status of values that no server has.
    public init(_ state: State = .ready, updated: Double? = nil, error: FlagError? = nil) {
        self.state = state
        self.updated = updated
        self.error = error
    }
}
