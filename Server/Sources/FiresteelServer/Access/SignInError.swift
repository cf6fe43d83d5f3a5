import FiresteelBase
import FiresteelHTTPServer
import HTTPTypes

/// Why signing in failed.
enum SignInError: Error, Sendable, Equatable {
    /// Wrong address or password; the number of attempts that remain.
    case wrong(remaining: Int64)
    /// Too many attempts; the milliseconds to wait.
    case tooMany(wait: Int64)
    /// Too many passwords are being checked.
    case busy
    /// The code is unknown, used or expired.
    case code
    /// The new password can't be used; the reason.
    case password(String)
    /// The password is right, and the code of the second factor is needed as well.
    case codeRequired
    /// A wrong code of a second factor, or one that was used; the number of attempts that remain.
    case wrongCode(remaining: Int64)
    /// The link that resets a password is unknown, used or expired.
    case reset
    /// There is an account already.
    case notFirst
}

extension SignInError {
    /// The error response.
    var response: HTTPProblem {
        switch self {
        case .wrong(let remaining):
            let attempts = remaining == 1 ? "1 attempt" : "\(remaining) attempts"
            return HTTPProblem(
                status: .unauthorized, code: "wrong-password",
                message: "Incorrect email or password. \(attempts) left, then a 15-minute wait.",
                details: ["remaining": .int(Int(remaining))])
        case .codeRequired:
            return HTTPProblem(
                status: .unauthorized, code: "code-required", message: "Enter the code of your authenticator app.")
        case .wrongCode(let remaining):
            let attempts = remaining == 1 ? "1 attempt" : "\(remaining) attempts"
            return HTTPProblem(
                status: .unauthorized, code: "wrong-code",
                message: "This code is wrong, or was used already. \(attempts) left, then a 15-minute wait.",
                details: ["remaining": .int(Int(remaining))])
        case .reset:
            return .forbidden("This link is unknown, was used, or has expired. Ask an administrator for another one.")
        case .tooMany(let wait):
            return .tooMany("Too many attempts. Try again in \((wait + 59_999) / 60_000) min.", wait: wait)
        case .busy:
            return .unavailable("Many people sign in at once. Try again.", retryAfter: Int.random(in: 1...5))
        case .code:
            return .forbidden(
                "This code is unknown, was used, or has expired. The server prints a new one when it starts."
            )
        case .password(let message): return .invalid(message)
        case .notFirst:
            return HTTPProblem(status: .conflict, code: "exists", message: "There is an account already. Sign in.")
        }
    }
}
