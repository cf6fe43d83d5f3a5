import FiresteelHTTPServer
import HTTPTypes

extension HTTPProblem {
    static func tooLarge(_ message: String) -> HTTPProblem {
        HTTPProblem(status: .contentTooLarge, code: "too-large", message: message)
    }

    static let `internal` = HTTPProblem(
        status: .internalServerError, code: "internal",
        message: "The inspector failed to respond. The program's log has the error.")
}
