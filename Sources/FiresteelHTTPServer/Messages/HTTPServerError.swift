public import HTTPTypes

/// An error in the bytes of a client, or a limit that they exceed.
public enum HTTPServerError: Error, Sendable, Hashable {
    /// The bytes are not a valid request, for the given reason.
    case badRequest(String)
    /// The version isn't HTTP/1.0 or HTTP/1.1.
    case unsupportedVersion
    /// The request line and the fields exceed the limit, in bytes.
    case headTooLarge(limit: Int)
    /// The body exceeds the limit, in bytes.
    case bodyTooLarge(limit: Int)
    /// The bodies of all requests together exceed the limit, in bytes.
    case bodiesTooLarge(limit: Int)
    /// The request wasn't complete in time.
    case timeout
    /// The server has as many connections as it may have, and each has a request.
    case tooManyConnections

    /// The status of the response.
    public var status: HTTPResponse.Status {
        switch self {
        case .badRequest: .badRequest
        case .unsupportedVersion: .httpVersionNotSupported
        case .headTooLarge: .requestHeaderFieldsTooLarge
        case .bodyTooLarge: .contentTooLarge
        case .timeout: .requestTimeout
        case .tooManyConnections, .bodiesTooLarge: .serviceUnavailable
        }
    }
}

extension HTTPServerError: CustomStringConvertible {
    /// The reason, and what to do about it.
    public var description: String {
        switch self {
        case .badRequest(let reason): "The request is invalid: \(reason)"
        case .unsupportedVersion: "The version of HTTP isn't supported. Use HTTP/1.1."
        case .headTooLarge(let limit): "The request line and the header fields are larger than \(limit) bytes."
        case .bodyTooLarge(let limit): "The body is larger than \(limit) bytes."
        case .bodiesTooLarge(let limit):
            "The bodies of all requests together are larger than \(limit) bytes. Try again later."
        case .timeout: "The request wasn't complete in time. Send it again."
        case .tooManyConnections: "The server has too many connections. Close some and try again."
        }
    }
}
