public import HTTPTypes

/// An HTTP response: a head of swift-http-types, and a body.
///
/// The body is bytes, or an ``HTTPBody`` while it arrives.
public struct HTTPResponseMessage<Body: Sendable>: Sendable {
    /// The status and fields.
    public var head: HTTPResponse
    /// The body.
    public var body: Body

    /// Creates a response from a head.
    public init(head: HTTPResponse, body: Body) {
        self.head = head
        self.body = body
    }

    /// Creates a response.
    public init(status: HTTPResponse.Status, fields: HTTPFields = [:], body: Body) {
        self.init(head: HTTPResponse(status: status, headerFields: fields), body: body)
    }

    /// The status.
    public var status: HTTPResponse.Status {
        get { head.status }
        set { head.status = newValue }
    }

    /// The fields of the head.
    public var fields: HTTPFields {
        get { head.headerFields }
        set { head.headerFields = newValue }
    }
}

extension HTTPResponseMessage where Body == [UInt8] {
    /// Creates a response, by default without a body.
    public init(status: HTTPResponse.Status, fields: HTTPFields = [:]) {
        self.init(status: status, fields: fields, body: [])
    }
}
