/// What the server answers.
struct HTTPResponse: Sendable {
    /// What follows the head.
    enum Body: Sendable {
        case bytes([UInt8])
        /// Pieces, as they come. The connection closes after the last.
        case stream(any BodyStream)
    }

    var status: HTTPStatus
    /// Names as they are written; values must not contain line ends.
    var fields: [(name: String, value: String)] = []
    var body: Body = .bytes([])
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

    static let all: [(name: String, value: String)] = [
        ("Content-Security-Policy", contentSecurityPolicy),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ]
}
