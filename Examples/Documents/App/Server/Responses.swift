import FiresteelHTTP
import FiresteelHTTPServer
import Foundation
import HTTPTypes

/// The fields of every response: only scripts, styles and images of this server, no embedding in frames, no detection of
/// media types, and no caching.
enum GuardingFields {
    static let all: HTTPFields = [
        .contentSecurityPolicy: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        .xContentTypeOptions: "nosniff",
        name("Referrer-Policy"): "no-referrer",
        name("Cross-Origin-Opener-Policy"): "same-origin",
        .crossOriginResourcePolicy: "same-origin",
        .cacheControl: "no-store",
    ]

    /// The name of a field that swift-http-types doesn't have.
    static func name(_ name: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name(name.description) else {
            preconditionFailure("“\(name)” isn't a field's name.")
        }
        return name
    }
}

extension HTTPResponseMessage where Body == HTTPServerBody {
    static func ok(_ body: Data, type: String) -> HTTPServerResponse {
        HTTPServerResponse(status: .ok, fields: fields(type), body: .bytes(Array(body)))
    }

    static func page(_ body: Data, status: HTTPResponse.Status) -> HTTPServerResponse {
        HTTPServerResponse(status: status, fields: fields("text/html"), body: .bytes(Array(body)))
    }

    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> HTTPServerResponse {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return HTTPServerResponse(
            status: status, fields: fields("application/json"), body: .bytes(Array(try encoder.encode(value))))
    }

    static func lines(_ lines: LineStream) -> HTTPServerResponse {
        HTTPServerResponse(status: .ok, fields: fields("application/x-ndjson"), body: .stream(lines))
    }

    static func refusal(_ refusal: RequestError) -> HTTPServerResponse {
        let error = ["error": ["code": refusal.code, "message": refusal.message]]
        // Strings can always be encoded; the status would suffice without a body.
        let body = [UInt8]((try? JSONEncoder().encode(error)) ?? Data())
        return HTTPServerResponse(status: refusal.status, fields: fields("application/json"), body: .bytes(body))
    }

    private static func fields(_ type: String) -> HTTPFields {
        [.contentType: type.hasPrefix("image/") ? type : type + "; charset=utf-8"]
    }
}
