import FiresteelHTTP
import FiresteelHTTPServer
import Foundation
import HTTPTypes

/// Reads the bodies of requests.
enum RequestBody {
    /// The maximum size in bytes: twice the largest document, for the escapes of JSON, and 2 MiB.
    static let limit = 12 * 1024 * 1024

    /// Decodes a JSON body.
    ///
    /// - Throws: ``HTTPProblem`` if it isn't JSON or is incomplete.
    static func decode<Value: Decodable>(_ type: Value.Type, from request: HTTPRequestMessage) throws -> Value {
        guard request.fields[.contentType]?.lowercased().hasPrefix("application/json") == true else {
            throw HTTPProblem(status: .unsupportedMediaType, code: "bad-request", message: "The body must be JSON.")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(request.body))
        } catch {
            throw HTTPProblem.badRequest("The body is incomplete or not JSON.")
        }
    }
}
