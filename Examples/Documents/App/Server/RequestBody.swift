import FlyingFox
import Foundation

/// Reads the bodies of requests.
enum RequestBody {
    /// The maximum size in bytes: twice the largest document, for the escapes of JSON, and 2 MiB.
    static let limit = 12 * 1024 * 1024

    /// Reads a JSON body.
    ///
    /// - Throws: ``RequestError`` where it is too large, isn't JSON or lacks something.
    static func decode<Value: Decodable>(_ type: Value.Type, from request: HTTPRequest) async throws -> Value {
        guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
            throw RequestError(.unsupportedMediaType, code: "bad-request", "The body must be JSON.")
        }
        let body = try await read(request.bodySequence)
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch {
            throw RequestError(.badRequest, code: "bad-request", "The body is incomplete or not JSON.")
        }
    }

    static func read(_ sequence: HTTPBodySequence, limit: Int = limit) async throws -> Data {
        let refusal = RequestError(.payloadTooLarge, code: "too-large", "The text is too large.")
        if let count = sequence.count, count > limit { throw refusal }
        var body = Data()
        for try await chunk in sequence {
            body.append(chunk)
            if body.count > limit { throw refusal }
        }
        return body
    }
}
