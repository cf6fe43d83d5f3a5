import FiresteelHTTPServer
import HTTPTypes

/// Why signing in at the OpenID Connect provider failed.
enum OpenIDError: Error, Sendable, Hashable {
    /// No provider is configured.
    case notConfigured
    /// The person, or the provider, declined.
    case denied
    /// The browser didn't begin this sign-in, or did so too long ago.
    case expired
    /// The provider can't be reached, or its responses can't be used; with the reason, for the log.
    case unavailable(String)
    /// The provider's statement about the person can't be trusted; with the reason, for the log.
    case untrusted(String)
    /// The provider didn't verify the person's email address.
    case unverified
    /// No account or invitation has the address, and its domain isn't allowed.
    case noAccount(email: String)
    /// The account with this address is linked with another identity, or the person confirmed with another account.
    case wrongAccount
    /// There is no account yet, and the first one needs the code that the server printed.
    case first
}

extension OpenIDError {
    /// The error response.
    func response(for provider: String) -> HTTPProblem {
        switch self {
        case .notConfigured: .notFound("OpenID Connect isn't configured on this server.")
        case .denied:
            HTTPProblem(
                status: .forbidden, code: "sign-in-denied",
                message: "The sign-in was declined at \(provider). Try again, or sign in with a password.")
        case .expired:
            HTTPProblem(
                status: .forbidden, code: "sign-in-expired",
                message: "This sign-in was begun more than 10 minutes ago, in another browser, or was used. Try again.")
        case .unavailable:
            HTTPProblem(
                status: .serviceUnavailable, code: "provider-unavailable",
                message: "\(provider) can't be used to sign in now. The server's log has the reason.",
                fields: [.retryAfter: "\(Int.random(in: 5...15))"])
        case .untrusted:
            HTTPProblem(
                status: .forbidden, code: "sign-in-refused",
                message: "The response of \(provider) was refused. The server's log has the reason. Try again.")
        case .unverified:
            HTTPProblem(
                status: .forbidden, code: "email-unverified",
                message: "\(provider) has not verified your email address. Verify it there, then try again.")
        case .noAccount(let email):
            HTTPProblem(
                status: .forbidden, code: "no-account",
                message: "\(email) has no access. Ask an admin to invite this address.")
        case .wrongAccount:
            HTTPProblem(
                status: .forbidden, code: "wrong-account",
                message: "This is another account of \(provider) than the one that belongs to yours here. Use that one."
            )
        case .first:
            HTTPProblem(
                status: .forbidden, code: "no-first-account",
                message: "Create the first account first, with the code that the server printed when it started.")
        }
    }

    /// The reason for the log, if it isn't in the response.
    var loggedReason: String? {
        switch self {
        case .unavailable(let reason), .untrusted(let reason): reason
        default: nil
        }
    }
}
