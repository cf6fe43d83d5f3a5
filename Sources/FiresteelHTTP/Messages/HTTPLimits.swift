/// The limits on the size and duration of a response.
public struct HTTPLimits: Sendable, Hashable {
    /// The maximum size of a decoded body, in bytes.
    ///
    /// 10 MiB by default.
    ///
    /// For a stream, the maximum number of unread bytes.
    public var bodyBytes: Int
    /// The maximum duration of an exchange from its start to the end of its body, including redirects.
    ///
    /// 30 s by default.
    ///
    /// For a stream, the maximum time until it begins.
    public var timeout: Duration
    /// The maximum number of redirects.
    ///
    /// 5 by default.
    public var redirects: Int

    /// Creates limits.
    public init(bodyBytes: Int = 10 << 20, timeout: Duration = .seconds(30), redirects: Int = 5) {
        self.bodyBytes = bodyBytes
        self.timeout = timeout
        self.redirects = redirects
    }
}
