public import FiresteelHTTP
public import HTTPTypes

/// A file of pages, as it is sent.
public struct HTTPFile: Sendable {
    /// The contents.
    public let bytes: [UInt8]
    /// The media type, with the character set for text.
    public let mediaType: String
    /// The validator, in quotes; `nil` if browsers don't store the file.
    public let tag: String?

    /// Creates a file.
    public init(_ bytes: some Sequence<UInt8>, mediaType: String, tag: String? = nil) {
        self.bytes = Array(bytes)
        self.mediaType = mediaType
        self.tag = tag
    }

    /// Returns the response to a request with these fields, without the contents if the client has them.
    public func response(to fields: HTTPFields, status: HTTPResponse.Status = .ok) -> HTTPServerResponse {
        guard let tag else {
            return HTTPServerResponse(status: status, fields: [.contentType: mediaType], body: .bytes(bytes))
        }
        // Browsers store the file, and ask each time whether it is current.
        let common: HTTPFields = [.eTag: tag, .cacheControl: "no-cache"]
        if IfNoneMatch.contains(tag, in: fields[.ifNoneMatch]) {
            return HTTPServerResponse(status: .notModified, fields: common)
        }
        var response = HTTPServerResponse(status: status, fields: common, body: .bytes(bytes))
        response.fields[.contentType] = mediaType
        return response
    }
}

extension HTTPFields {
    /// Whether a browser opens an address: it accepts HTML, which a script of a page doesn't.
    public var acceptsHTML: Bool { self[.accept]?.contains("text/html") == true }

    /// The fields of all responses of a server with pages: only scripts, styles and images of this server, no frames, no
    /// detection of media types, no addresses to other sites, and no storing.
    public static let securityOfPages: HTTPFields = [
        .contentSecurityPolicy: contentSecurityPolicy,
        .xContentTypeOptions: "nosniff",
        HTTPField.Name(literal: "Referrer-Policy"): "no-referrer",
        HTTPField.Name(literal: "Cross-Origin-Opener-Policy"): "same-origin",
        .crossOriginResourcePolicy: "same-origin",
        .cacheControl: "no-store",
    ]

    private static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'",
        "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")
}
