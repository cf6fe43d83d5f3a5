import FiresteelHTTPServer
import HTTPTypes

/// A response of the inspector.
typealias ServerResponse = HTTPServerResponse

/// A body that is sent piece by piece.
typealias BodyStream = HTTPBodyStream

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
