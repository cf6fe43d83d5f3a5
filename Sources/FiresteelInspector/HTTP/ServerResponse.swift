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

/// A body that comes piece by piece.
///
/// A piece is asked for when the client took the one before, so a slow client is never ahead of what it gets: what a stream
/// has to say meanwhile, it keeps in bounds by itself.
protocol BodyStream: Sendable {
    /// The next piece, nil after the last. Cancelled when the client goes.
    func next() async throws -> [UInt8]?
    /// Called once, when the last piece was sent or the client went.
    func close() async
}

/// What every answer tells the browser, whatever it carries.
///
/// See `docs/threat-model.md`.
enum SecurityFields {
    /// Nothing but this server's own files, run as they are; nobody may frame them.
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
