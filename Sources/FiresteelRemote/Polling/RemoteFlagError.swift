public import FiresteelFlags

/// Why values could not be fetched.
public struct RemoteFlagError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public let reason: FlagError
    /// When the server wants to be asked again, in seconds since 1970, where it said so.
    public let retryTime: Double?

    init(_ reason: FlagError, retryTime: Double? = nil) {
        self.reason = reason
        self.retryTime = retryTime
    }

    /// What went wrong.
    public var description: String { reason.description }
}
