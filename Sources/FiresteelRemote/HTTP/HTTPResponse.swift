/// An answer over HTTP.
public struct HTTPResponse: Sendable {
    /// The status, such as 200.
    public var status: Int
    /// The fields of the head.
    public var fields: HTTPFields
    /// The body.
    public var body: [UInt8]

    /// An answer.
    public init(status: Int, fields: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// An answer over HTTP whose body is still coming.
public struct HTTPStream: Sendable {
    /// The status, such as 200.
    public var status: Int
    /// The fields of the head.
    public var fields: HTTPFields
    /// The body, as it arrives.
    ///
    /// To let go of it ends the exchange.
    public var body: HTTPBody

    /// An answer.
    public init(status: Int, fields: HTTPFields, body: HTTPBody) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}
