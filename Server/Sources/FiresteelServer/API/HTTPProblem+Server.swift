import FiresteelBase
import FiresteelHTTP
import FiresteelHTTPServer
import HTTPTypes

extension HTTPProblem {
    /// The credential is missing or invalid.
    ///
    /// The response doesn't depend on which.
    static let unauthorized = HTTPProblem(
        status: .unauthorized, code: "unauthorized", message: "Sign in, or send a valid token.",
        fields: [.wwwAuthenticate: "Bearer"])

    static func invalid(_ message: String) -> HTTPProblem {
        HTTPProblem(status: .unprocessableContent, code: "invalid", message: message)
    }

    static func unavailable(_ message: String, retryAfter seconds: Int) -> HTTPProblem {
        HTTPProblem(
            status: .serviceUnavailable, code: "unavailable", message: message, fields: [.retryAfter: "\(seconds)"])
    }

    static func tooMany(_ message: String, wait milliseconds: Int64) -> HTTPProblem {
        let seconds = Int((milliseconds + 999) / 1_000)
        return HTTPProblem(
            status: .tooManyRequests, code: "too-many", message: message, details: ["wait": .int(seconds)],
            fields: [.retryAfter: "\(seconds)"])
    }
}
