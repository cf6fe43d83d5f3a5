public import Foundation

/// One request over HTTP.
public struct HTTPRequest: Sendable {
    /// The method, in capitals.
    public var method: String
    /// Where to.
    ///
    /// Only `http` and `https`.
    public var url: URL
    /// The fields of the head.
    public var fields: HTTPFields
    /// The body, if there is one.
    public var body: [UInt8]?
    /// How much and how long.
    public var limits: HTTPLimits

    /// A request.
    public init(
        _ method: String = "GET", _ url: URL, fields: HTTPFields = [:], body: [UInt8]? = nil,
        limits: HTTPLimits = HTTPLimits()
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.limits = limits
    }
}

/// How much of an answer is taken, and how long it may take.
public struct HTTPLimits: Sendable, Hashable {
    /// The most bytes of a body, decoded.
    ///
    /// 10 MiB by default.
    ///
    /// For a stream, the most that may wait for whoever reads it.
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

    /// Limits.
    public init(bodyBytes: Int = 10 << 20, timeout: Duration = .seconds(30), redirects: Int = 5) {
        self.bodyBytes = bodyBytes
        self.timeout = timeout
        self.redirects = redirects
    }
}
