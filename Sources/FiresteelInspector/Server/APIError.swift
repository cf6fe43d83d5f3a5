import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelWeb
import HTTPTypes

/// An error of a call: a status, a code for programs, a message for users.
struct APIError: Error, Equatable {
    let status: HTTPResponse.Status
    let code: String
    let message: String

    static func badRequest(_ message: String) -> APIError {
        APIError(status: .badRequest, code: "bad-request", message: message)
    }

    static func forbidden(_ message: String) -> APIError {
        APIError(status: .forbidden, code: "forbidden", message: message)
    }

    static func notFound(_ message: String) -> APIError {
        APIError(status: .notFound, code: "not-found", message: message)
    }

    static func tooLarge(_ message: String) -> APIError {
        APIError(status: .contentTooLarge, code: "too-large", message: message)
    }

    static func method(_ allowed: [String]) -> APIError {
        APIError(
            status: .methodNotAllowed, code: "method",
            message: "The method isn't allowed here. Use \(allowed.joined(separator: " or ")).")
    }

    static let unauthorised = APIError(
        status: .unauthorized, code: "unauthorised",
        message: "The token is missing or wrong. Open the address that the program printed when it started.")

    static let `internal` = APIError(
        status: .internalServerError, code: "internal",
        message: "The inspector failed to respond. The program's log has the error.")
}

extension APIError {
    /// Creates the error for bytes that aren't a valid request, or exceed a limit.
    init(_ error: HTTPServerError) {
        let code =
            switch error {
            case .badRequest, .unsupportedVersion: "bad-request"
            case .headTooLarge, .bodyTooLarge: "too-large"
            case .timeout: "timeout"
            case .tooManyConnections, .bodiesTooLarge: "busy"
            }
        self.init(status: error.status, code: code, message: error.description)
    }
}

extension ServerResponse {
    /// Creates the response for an error.
    init(_ error: APIError) {
        self = .json(PageData.Failure(error: PageData.Problem(code: error.code, message: error.message)), error.status)
    }
}
