/// The statuses of responses.
enum HTTPStatus: Int, Sendable {
    case ok = 200
    case noContent = 204
    case found = 302
    case badRequest = 400
    case unauthorised = 401
    case forbidden = 403
    case notFound = 404
    case method = 405
    case tooLarge = 413
    case internalError = 500
    case unavailable = 503

    /// The phrase of the status line.
    var phrase: String {
        switch self {
        case .ok: "OK"
        case .noContent: "No Content"
        case .found: "Found"
        case .badRequest: "Bad Request"
        case .unauthorised: "Unauthorized"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .method: "Method Not Allowed"
        case .tooLarge: "Content Too Large"
        case .internalError: "Internal Server Error"
        case .unavailable: "Service Unavailable"
        }
    }
}
