public import FiresteelFlags

/// An error that prevents values from being fetched.
public struct RemoteFlagError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The cause.
    public let reason: FlagError
    /// The earliest time for another request, in seconds since 1970, if the server specified one.
    public let retryTime: Double?

    init(_ reason: FlagError, retryTime: Double? = nil) {
        self.reason = reason
        self.retryTime = retryTime
    }

    /// A message with the cause.
    public var description: String { reason.description }
}
