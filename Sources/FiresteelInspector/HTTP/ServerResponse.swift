import FiresteelHTTP
import HTTPTypes

/// A response of the server.
typealias ServerResponse = HTTPResponseMessage<ServerBody>

/// The body of a response of the server.
enum ServerBody: Sendable {
    case bytes([UInt8])
    /// Pieces, as they come. The connection closes after the last.
    case stream(any BodyStream)
}

extension ServerResponse {
    /// Creates a response without a body.
    init(status: HTTPResponse.Status, fields: HTTPFields = [:]) {
        self.init(status: status, fields: fields, body: .bytes([]))
    }
}

/// A body that is sent piece by piece.
///
/// A piece is requested once the client received the previous one, so a slow client is never ahead; the stream bounds
/// the data that accumulates meanwhile.
protocol BodyStream: Sendable {
    /// Returns the next piece, or `nil` after the last. Cancelled when the client disconnects.
    func next() async throws -> [UInt8]?
    /// Closes the body. Called once, after the last piece was sent or the client disconnected.
    func close() async
}

/// The security header fields of every response.
///
/// See `docs/threat-model.md`.
enum SecurityFields {
    /// Allows only this server's own files, and no framing.
    static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
        "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    static let all: HTTPFields = [
        .contentSecurityPolicy: contentSecurityPolicy,
        .xContentTypeOptions: "nosniff",
        .referrerPolicy: "no-referrer",
        .crossOriginOpenerPolicy: "same-origin",
        .crossOriginResourcePolicy: "same-origin",
        .cacheControl: "no-store",
    ]
}
