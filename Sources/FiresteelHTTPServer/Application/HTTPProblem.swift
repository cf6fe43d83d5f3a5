package import FiresteelBase
public import FiresteelHTTP
public import HTTPTypes

/// An error response: a status, a code for programs, and a message for people.
///
/// Its body is `{"error": {"code": …, "message": …}}`.
public struct HTTPProblem: Error, Sendable, Equatable {
    /// The status.
    public var status: HTTPResponse.Status
    /// The code for programs, such as `not-found`.
    public var code: String
    /// The message, a sentence.
    public var message: String
    /// Further members of the error.
    package var details: [String: JSONValue] = [:]
    /// The fields of the response, beside its type.
    public var fields: HTTPFields

    /// Creates an error.
    public init(status: HTTPResponse.Status, code: String, message: String, fields: HTTPFields = [:]) {
        self.status = status
        self.code = code
        self.message = message
        self.fields = fields
    }

    /// Creates an error with further members.
    package init(
        status: HTTPResponse.Status, code: String, message: String, details: [String: JSONValue],
        fields: HTTPFields = [:]
    ) {
        self.init(status: status, code: code, message: message, fields: fields)
        self.details = details
    }

    /// Creates the error for bytes that aren't a valid request, or exceed a limit.
    public init(_ error: HTTPServerError) {
        let code =
            switch error {
            case .badRequest, .unsupportedVersion: "bad-request"
            case .headTooLarge, .bodyTooLarge: "too-large"
            case .timeout: "timeout"
            case .tooManyConnections, .bodiesTooLarge: "busy"
            }
        self.init(status: error.status, code: code, message: error.description)
    }

    /// The response.
    public var response: HTTPServerResponse {
        var members = details
        members["code"] = .string(code)
        members["message"] = .string(message)
        var fields = fields
        fields[.contentType] = "application/json"
        let json = JSONValue.object(["error": .object(members)]).json()
        return HTTPServerResponse(status: status, fields: fields, body: .bytes(Array(json.utf8)))
    }
}

extension HTTPProblem {
    /// The request is malformed.
    public static func badRequest(_ message: String) -> HTTPProblem {
        HTTPProblem(status: .badRequest, code: "bad-request", message: message)
    }

    /// The caller doesn't have the right.
    public static func forbidden(_ message: String) -> HTTPProblem {
        HTTPProblem(status: .forbidden, code: "forbidden", message: message)
    }

    /// There is nothing at the address.
    public static func notFound(_ message: String) -> HTTPProblem {
        HTTPProblem(status: .notFound, code: "not-found", message: message)
    }

    /// The address exists with other methods.
    public static func methodNotAllowed(_ allowed: some Sequence<HTTPRequest.Method>) -> HTTPProblem {
        let allowed = Set(allowed.map(\.rawValue)).sorted().joined(separator: ", ")
        return HTTPProblem(
            status: .methodNotAllowed, code: "method-not-allowed", message: "This address accepts \(allowed).",
            fields: [.allow: allowed])
    }
}
