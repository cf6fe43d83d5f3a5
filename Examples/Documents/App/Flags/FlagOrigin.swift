import FiresteelFlags

/// The origin of the flags: a server, or what it sent earlier.
struct FlagOrigin: Sendable, Hashable {
    /// The server's address, without user, password and query.
    let address: String
    /// The state of its values: `ready`, `stale`, `notReady` or `failed`.
    let state: String
    /// The server's number for the version of the flags.
    let revision: Int?
    /// The time at which the flags were current, in microseconds since 1970.
    let updated: Int64?
    /// Whether they were stored by an earlier run, and the server hasn't confirmed them.
    let cached: Bool
    /// The reason why they aren't current.
    let reason: String?

    /// Returns the origin of a provider's values, or `nil` if no server has them.
    init?(_ status: FlagProviderStatus) {
        guard let address = status.address else { return nil }
        self.address = address
        state = status.state.rawValue
        revision = status.revision
        updated = status.updated.map { Int64(clamping: Int($0 * 1_000_000)) }
        cached = status.isCached
        reason = status.error?.message
    }
}
