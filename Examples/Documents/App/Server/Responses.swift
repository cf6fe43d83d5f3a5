import FlyingFox
import FlyingSocks
import Foundation

extension HTTPResponse {
    /// What every answer carries: nothing but our own scripts, styles and images, no frames around us, no guessing of
    /// types, nothing kept in caches.
    static let guarding: [(HTTPHeader, String)] = [
        (
            HTTPHeader("Content-Security-Policy"),
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        (HTTPHeader("X-Content-Type-Options"), "nosniff"),
        (HTTPHeader("Referrer-Policy"), "no-referrer"),
        (HTTPHeader("Cross-Origin-Opener-Policy"), "same-origin"),
        (HTTPHeader("Cross-Origin-Resource-Policy"), "same-origin"),
        (.cacheControl, "no-store"),
    ]

    static func ok(_ body: Data, type: String) -> HTTPResponse {
        HTTPResponse(statusCode: .ok, headers: headers(type), body: body)
    }

    static func json(_ value: some Encodable, status: HTTPStatusCode = .ok) throws -> HTTPResponse {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return HTTPResponse(statusCode: status, headers: headers("application/json"), body: try encoder.encode(value))
    }

    static func lines(_ lines: LineStream) -> HTTPResponse {
        HTTPResponse(statusCode: .ok, headers: headers("application/x-ndjson"), body: HTTPBodySequence(from: lines))
    }

    /// An answer after which the connection ends, so that what is left of the request's body is never taken for the
    /// next request.
    static func refusal(_ refusal: RequestError) -> HTTPResponse {
        let error = ["error": ["code": refusal.code, "message": refusal.message]]
        // Strings can always be encoded; the status would suffice without a body.
        let body = [UInt8]((try? JSONEncoder().encode(error)) ?? Data())
        var headers = headers("application/json")
        headers[.connection] = "close"
        return HTTPResponse(
            statusCode: refusal.status, headers: headers,
            body: HTTPBodySequence(from: LastWords(body), count: body.count))
    }

    private static func headers(_ type: String) -> HTTPHeaders {
        var headers: HTTPHeaders = [:]
        for (name, value) in guarding { headers.setValues([value], for: name) }
        headers.setValues([type.hasPrefix("image/") ? type : type + "; charset=utf-8"], for: .contentType)
        return headers
    }
}

/// A body after which FlyingFox closes the connection, which it does when a body fails.
private struct LastWords: AsyncBufferedSequence {
    typealias Element = UInt8
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func makeAsyncIterator() -> Iterator { Iterator(bytes: bytes) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        var bytes: [UInt8]?

        mutating func next() async throws -> UInt8? { throw SocketError.disconnected }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            guard let bytes else { throw SocketError.disconnected }
            self.bytes = nil
            return bytes
        }
    }
}
