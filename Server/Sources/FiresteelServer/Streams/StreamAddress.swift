import Crypto
import FiresteelStore
import Foundation

/// The address of an event stream: a capability that is valid for a short time, since an EventSource can't send a token.
///
/// `expiry.program.environment.revision.instance.signature`, the signature an HMAC-SHA256 with a secret that all nodes share.
struct StreamAddress: Sendable, Equatable {
    let program: String
    let environment: String
    /// The revision that was sent with the address: a later one is sent when the stream opens.
    let revision: Int64
    /// The instance that the address was given to, may be empty.
    let instance: String
    /// The time until which a stream can be opened, in seconds since 1970.
    let expires: Int64

    /// Returns the last segment of the address.
    func text(secret: SymmetricKey) -> String {
        let content = "\(expires).\(program).\(environment).\(revision).\(instance)"
        return "\(content).\(Self.signature(content, secret))"
    }

    /// Reads a segment, or returns `nil` if its signature is wrong or its time is over.
    init?(_ text: String, secret: SymmetricKey, now: Int64) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6, let expires = Int64(parts[0]), let revision = Int64(parts[3]) else { return nil }
        let content = parts[0..<5].joined(separator: ".")
        guard Secret.isEqual(parts[5], Self.signature(content, secret)), expires > now / 1_000 else { return nil }
        self.init(program: parts[1], environment: parts[2], revision: revision, instance: parts[4], expires: expires)
    }

    init(program: String, environment: String, revision: Int64, instance: String, expires: Int64) {
        self.program = program
        self.environment = environment
        self.revision = revision
        self.instance = instance
        self.expires = expires
    }

    private static func signature(_ content: String, _ secret: SymmetricKey) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Array(content.utf8), using: secret)
        return Data(code).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=", with: "")
    }
}
