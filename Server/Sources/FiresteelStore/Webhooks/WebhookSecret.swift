import Crypto
import Foundation

/// The secret of a webhook, which both sides know.
///
/// Unlike tokens it can't be stored as a hash: each message is signed with it.
package struct WebhookSecret: Sendable, Hashable {
    private static let prefix = "whsec_"

    /// The text that receivers configure: a prefix that scanners recognize, and 32 bytes in base64.
    package let text: String
    private let key: Data

    /// Creates a random secret of 256 bits.
    package init() {
        var generator = SystemRandomNumberGenerator()
        key = Data((0..<4).flatMap { _ in withUnsafeBytes(of: generator.next() as UInt64) { Array($0) } })
        text = Self.prefix + key.base64EncodedString()
    }

    /// Creates a secret from its text, or returns `nil` for another text than 24 to 64 bytes in base64 after the prefix.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix), let key = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
            (24...64).contains(key.count)
        else { return nil }
        self.key = key
        self.text = text
    }

    /// Returns the signature of a message as Standard Webhooks describes it: HMAC-SHA256 of identifier, time and body.
    ///
    /// - Parameters:
    ///   - id: The identifier of the message, without full stops.
    ///   - time: The time of the attempt, in seconds since 1970.
    ///   - body: The body, exactly as it is sent.
    package func signature(of id: String, at time: Int64, _ body: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("\(id).\(time).\(body)".utf8), using: SymmetricKey(data: key))
        return "v1,\(Data(code).base64EncodedString())"
    }
}

extension WebhookSecret: CustomStringConvertible, CustomReflectable {
    /// The prefix; the secret is hidden.
    package var description: String { "\(Self.prefix)…" }
    /// A mirror without the secret.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
