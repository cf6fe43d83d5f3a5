import FiresteelFlags
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

/// An error response: a status, a code for programs, a message for people, and details.
struct APIError: Error, Sendable {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    var details: [String: FlagValue] = [:]
    var fields: HTTPFields = [:]

    /// The response.
    var response: APIResponse {
        var members = details
        members["code"] = .string(code)
        members["message"] = .string(message)
        return APIResponse(status: status, json: .object(["error": .object(members)]), fields: fields)
    }

    /// The credential is missing or invalid.
    ///
    /// The response doesn't depend on which.
    static let unauthorized = APIError(
        status: .unauthorized, code: "unauthorized", message: "Sign in, or send a valid token.",
        fields: [.wwwAuthenticate: "Bearer"])

    static func forbidden(_ message: String) -> APIError {
        APIError(status: .forbidden, code: "forbidden", message: message)
    }

    static func notFound(_ message: String) -> APIError {
        APIError(status: .notFound, code: "not-found", message: message)
    }

    static func invalid(_ message: String) -> APIError {
        APIError(status: .unprocessableContent, code: "invalid", message: message)
    }

    static func malformed(_ message: String) -> APIError {
        APIError(status: .badRequest, code: "bad-request", message: message)
    }

    static func unavailable(_ message: String, retryAfter seconds: Int) -> APIError {
        APIError(
            status: .serviceUnavailable, code: "unavailable", message: message, fields: [.retryAfter: "\(seconds)"])
    }

    static func tooMany(_ message: String, wait milliseconds: Int64) -> APIError {
        let seconds = Int((milliseconds + 999) / 1_000)
        return APIError(
            status: .tooManyRequests, code: "too-many", message: message, details: ["wait": .int(seconds)],
            fields: [.retryAfter: "\(seconds)"])
    }
}
