/// How much of a response is taken, and how long it may take.
public struct HTTPLimits: Sendable, Hashable {
    /// The most bytes of a body, decoded.
    ///
    /// 10 MiB by default.
    ///
    /// For a stream, the most that may wait for its reader.
    public var bodyBytes: Int
    /// How long an exchange may take from its beginning to the end of its body, redirections included.
    ///
    /// 30 s by default.
    ///
    /// For a stream, how long until it begins.
    public var timeout: Duration
    /// How many redirections are followed.
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
