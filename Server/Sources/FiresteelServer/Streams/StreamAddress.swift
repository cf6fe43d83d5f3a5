import Crypto
import FiresteelStore

/// The address of an event stream: a capability that is valid for a short time, since an EventSource can't send a token.
///
/// It is worth no more than the token that it was given to: once that is revoked or has expired, it opens nothing.
///
/// `expiry.program.environment.revision.token.instance.signature`, the signature an HMAC-SHA256 with a secret that all nodes share.
struct StreamAddress: Sendable, Equatable {
    let program: String
    let environment: String
    /// The revision that was sent with the address: a later one is sent when the stream opens.
    let revision: Int64
    /// The identifier of the token that the address was given to.
    let token: String
    /// The instance that the address was given to, may be empty.
    let instance: String
    /// The time until which a stream can be opened, in seconds since 1970.
    let expires: Int64

    /// Returns the last segment of the address.
    func text(secret: SymmetricKey) -> String {
        let content = "\(expires).\(program).\(environment).\(revision).\(token).\(instance)"
        return "\(content).\(Self.signature(content, secret))"
    }

    /// Reads a segment, or returns `nil` if its signature is wrong or its time is over.
    init?(_ text: String, secret: SymmetricKey, now: Int64) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 7, let expires = Int64(parts[0]), let revision = Int64(parts[3]) else { return nil }
        let content = parts[0..<6].joined(separator: ".")
        guard Secret.isEqual(parts[6], Self.signature(content, secret)), expires > now / 1_000 else { return nil }
        self.init(
            program: parts[1], environment: parts[2], revision: revision, token: parts[4], instance: parts[5],
            expires: expires)
    }

    init(program: String, environment: String, revision: Int64, token: String, instance: String, expires: Int64) {
        self.program = program
        self.environment = environment
        self.revision = revision
        self.token = token
        self.instance = instance
        self.expires = expires
    }

    private static func signature(_ content: String, _ secret: SymmetricKey) -> String {
        Base64URL.encoded(HMAC<SHA256>.authenticationCode(for: Array(content.utf8), using: secret))
    }
}
