/// The limits on clients of a server.
public struct HTTPServerLimits: Sendable, Hashable {
    /// The maximum size of a request line with its fields, in bytes.
    ///
    /// 16 KiB by default.
    public var headBytes: Int
    /// The maximum number of fields of a request.
    ///
    /// 100 by default.
    public var fields: Int
    /// The maximum size of a request's body, in bytes.
    ///
    /// 64 KiB by default.
    public var bodyBytes: Int
    /// The maximum size of the bodies of all requests that are received or handled at a time, in bytes.
    ///
    /// 64 MiB by default. Another request is rejected as soon as its body exceeds it.
    public var allBodyBytes: Int
    /// The maximum number of connections.
    ///
    /// 64 by default.
    ///
    /// Another one closes the connection that has been without a complete request head for longest, else the one that has
    /// been sending a request's body for longest. If every connection has a complete request, it is rejected.
    public var connections: Int
    /// The maximum time from the first byte of a request's head to its last.
    ///
    /// 10 s by default.
    public var headTime: Duration
    /// The maximum time from the end of a request's head to the end of its body.
    ///
    /// 60 s by default.
    public var bodyTime: Duration
    /// The maximum time between two requests of a connection, and until the first.
    ///
    /// 60 s by default.
    public var idleTime: Duration
    /// The maximum time in which a client must accept a piece of a response, of at most 64 KiB or one piece of a stream.
    ///
    /// 60 s by default.
    public var writeTime: Duration
    /// The maximum time that a client has to close a connection that the server has closed.
    ///
    /// 2 s by default.
    ///
    /// Meanwhile its bytes are discarded, so that it receives the response.
    public var closeTime: Duration

    /// Creates limits.
    public init(
        headBytes: Int = 16 << 10, fields: Int = 100, bodyBytes: Int = 64 << 10, allBodyBytes: Int = 64 << 20,
        connections: Int = 64, headTime: Duration = .seconds(10), bodyTime: Duration = .seconds(60),
        idleTime: Duration = .seconds(60),
        writeTime: Duration = .seconds(60), closeTime: Duration = .seconds(2)
    ) {
        self.headBytes = headBytes
        self.fields = fields
        self.bodyBytes = bodyBytes
        self.allBodyBytes = allBodyBytes
        self.connections = connections
        self.headTime = headTime
        self.bodyTime = bodyTime
        self.idleTime = idleTime
        self.writeTime = writeTime
        self.closeTime = closeTime
    }
}
