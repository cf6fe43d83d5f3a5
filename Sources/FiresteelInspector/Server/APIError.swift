import FiresteelWeb

/// An error of a call: a status, a code for programs, a message for users.
struct APIError: Error, Equatable {
    let status: HTTPStatus
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
        APIError(status: .tooLarge, code: "too-large", message: message)
    }

    static func method(_ allowed: [String]) -> APIError {
        APIError(status: .method, code: "method", message: "Here one can \(allowed.joined(separator: " or ")).")
    }

    static let unauthorised = APIError(
        status: .unauthorised, code: "unauthorised",
        message: "The token is missing or wrong. Open the address that the program printed when it started.")

    static let starting = APIError(
        status: .unavailable, code: "starting", message: "The inspector is starting. Try again in a moment.")

    static let `internal` = APIError(
        status: .internalError, code: "internal",
        message: "Something went wrong in the inspector. See the program's log.")
}

extension HTTPResponse {
    /// Creates the response for an error.
    init(_ error: APIError) {
        self = .json(PageData.Failure(error: PageData.Problem(code: error.code, message: error.message)), error.status)
    }
}
