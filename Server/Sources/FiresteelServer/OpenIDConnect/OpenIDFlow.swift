import Crypto
import FiresteelStore

/// A sign-in at the provider that a browser began.
///
/// The browser has a random secret in a cookie. What is sent to the provider, and expected back, is derived from it, so that
/// the server stores nothing, and only the browser that began can finish, on any node.
struct OpenIDFlow: Sendable {
    /// The purpose of the sign-in.
    enum Purpose: String, Decodable, CaseIterable, Sendable {
        /// Beginning a session.
        case signIn = "sign-in"
        /// Showing again who is signed in, for changes of protected environments.
        case confirm
    }

    /// The time to sign in at the provider, in milliseconds.
    static let length: Int64 = 10 * 60_000

    let purpose: Purpose
    /// The start, in milliseconds since 1970.
    let time: Int64
    private let secret: String

    init(purpose: Purpose, time: Int64) {
        self.purpose = purpose
        self.time = time
        secret = Secret.random()
    }

    /// Continues the sign-in of a cookie, to which the provider's response has to belong.
    init(_ cookie: String?, state: String, at now: Int64) throws(OpenIDError) {
        let parts = cookie?.split(separator: ".", omittingEmptySubsequences: false).map(String.init) ?? []
        guard parts.count == 3, parts[0].utf8.count == 32, let time = Int64(parts[1]),
            let purpose = Purpose(rawValue: parts[2]), time <= now, now - time < Self.length
        else { throw .expired }
        self.purpose = purpose
        self.time = time
        secret = parts[0]
        guard Secret.isEqual(self.state, state) else { throw .expired }
    }

    /// The value of the cookie.
    var cookie: String { "\(secret).\(time).\(purpose.rawValue)" }
    /// Binds the provider's response to the browser.
    var state: String { derived("state") }
    /// Binds the provider's statement about the person to the browser.
    var nonce: String { derived("nonce") }
    /// Shows that who redeems the code is who requested it (RFC 7636).
    var verifier: String { derived("verifier") }
    /// The hash of the verifier, which is sent with the request.
    var challenge: String { Base64URL.encoded(SHA256.hash(data: Array(verifier.utf8))) }

    private func derived(_ label: String) -> String {
        let text = "\(label)\n\(time)\n\(purpose.rawValue)"
        return Base64URL.encoded(
            HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: SymmetricKey(data: Array(secret.utf8))))
    }
}
