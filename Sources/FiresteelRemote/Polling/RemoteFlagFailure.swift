public import FiresteelFlags

/// Why values could not be fetched.
public struct RemoteFlagFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public let fault: FlagError
    /// When the server wants to be asked again, in seconds since 1970, where it said so.
    public let retryTime: Double?

    init(_ fault: FlagError, retryTime: Double? = nil) {
        self.fault = fault
        self.retryTime = retryTime
    }

    /// What went wrong.
    public var description: String { fault.description }
}
