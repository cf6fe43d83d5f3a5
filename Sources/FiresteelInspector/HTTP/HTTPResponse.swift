/// A response of the server.
struct HTTPResponse: Sendable {
    /// The body of a response.
    enum Body: Sendable {
        case bytes([UInt8])
        /// A stream of pieces. The connection closes after the last.
        case stream(any BodyStream)
    }

    var status: HTTPStatus
    /// Names as they are written; values must not contain line ends.
    var fields: [(name: String, value: String)] = []
    var body: Body = .bytes([])
}

/// A body that is sent piece by piece.
///
/// A piece is requested once the client received the previous one, so a slow client is never ahead; the stream bounds
/// the data that accumulates meanwhile.
protocol BodyStream: Sendable {
    /// Returns the next piece, or `nil` after the last. Cancelled when the client disconnects.
    func next() async throws -> [UInt8]?
    /// Called once, after the last piece was sent or the client disconnected.
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

    static let all: [(name: String, value: String)] = [
        ("Content-Security-Policy", contentSecurityPolicy),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ]
}
