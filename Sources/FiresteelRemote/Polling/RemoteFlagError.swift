public import FiresteelFlags

/// An error that prevents values from being fetched.
public struct RemoteFlagError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The cause.
    public let reason: FlagError
    /// The earliest time for another request, in seconds since 1970, if the server specified one.
    public let retryTime: Double?

    /// Whether the server rejects the credentials (status 401 or 403), so that it isn't polled any longer.
    let isRejection: Bool

    init(_ reason: FlagError, retryTime: Double? = nil, isRejection: Bool = false) {
        self.reason = reason
        self.retryTime = retryTime
        self.isRejection = isRejection
    }

    /// A message with the cause.
    public var description: String { reason.description }
}
