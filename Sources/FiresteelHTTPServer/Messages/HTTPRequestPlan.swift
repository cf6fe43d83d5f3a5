public import FiresteelHTTP

/// A handler's decision about a request by its head: whether it is allowed, and how it is responded to.
///
/// What the decision needs, such as the endpoint of the address, is found once and captured by the closure.
public struct HTTPRequestPlan: Sendable {
    /// Responds to the whole request of a client with an address.
    ///
    /// The address is the numeric one of the client, or of the proxy in front of the server; empty if it is unknown. The task is
    /// cancelled when the server stops, but not when the client disconnects.
    public typealias Responder = @Sendable (_ request: HTTPRequestMessage, _ client: String) async -> HTTPServerResponse

    /// The response to a request that isn't allowed, or `nil` if it is.
    ///
    /// The body of such a request isn't read.
    public var rejection: HTTPServerResponse?
    /// The maximum size of the body, in bytes, or `nil` for that of the server's limits, which it can't exceed.
    public var bodyLimit: Int?
    /// The function that decides about a body beyond ``bodyLimit``, or `nil` to reject it as too large.
    ///
    /// Called once the request declares or sends a larger one. It may take its time, for example to look up whether the client
    /// may send it: no more of the body is read meanwhile.
    public var largeBody: (@Sendable () async -> HTTPLargeBody)?
    /// Whether the response takes little time.
    ///
    /// It is then computed on the thread of the connection until it waits, so everything before that must not take long: no
    /// more than tens of microseconds.
    public var isBrief: Bool
    /// Responds to the request.
    public var respond: Responder

    /// Creates a plan for an allowed request.
    ///
    /// - Parameters:
    ///   - bodyLimit: The maximum size of the body, in bytes, or `nil` for that of the server's limits.
    ///   - largeBody: What decides about a body that exceeds it, or `nil` to reject it.
    ///   - isBrief: Whether the response takes little time.
    ///   - respond: Responds to the request.
    public init(
        bodyLimit: Int? = nil, largeBody: (@Sendable () async -> HTTPLargeBody)? = nil, isBrief: Bool = false,
        respond: @escaping Responder
    ) {
        self.bodyLimit = bodyLimit
        self.largeBody = largeBody
        self.isBrief = isBrief
        self.respond = respond
    }

    /// Creates a plan for a request that isn't allowed.
    public init(rejection: HTTPServerResponse) {
        self.rejection = rejection
        isBrief = true
        respond = { _, _ in rejection }
    }
}

/// The decision about a body that exceeds the limit of its request.
public enum HTTPLargeBody: Sendable {
    /// It is received up to this size, in bytes, or the server's limit.
    case accepted(limit: Int)
    /// It is rejected with a response.
    case rejected(HTTPServerResponse)
}
