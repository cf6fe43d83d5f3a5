import Crypto
import FiresteelStore
import Foundation

/// Recognizes browsers in which an account signed in before.
///
/// Attempts from anywhere have a common limit for each account, which anyone can use up. A browser with this cookie has its
/// own limit instead, so that the account's owner can always sign in there. The cookie isn't a credential: its value is an
/// identifier of the device, and a signature for one account. Only signing in creates one.
struct KnownDevices: Sendable {
    /// The time that a browser is recognized after it signed in, in seconds.
    static let length: Int64 = 180 * 86_400

    private let key: SymmetricKey

    /// - Parameter secret: The secret that all nodes share.
    init(secret: String) {
        key = SymmetricKey(data: Array(secret.utf8))
    }

    /// Returns the value for a browser in which an account signs in, with the identifier of the device if it has one.
    func value(for email: String, device: String? = nil) -> String {
        let device = device ?? Secret.random()
        return "\(device).\(signature(device, email))"
    }

    /// Returns the identifier of the device if its value is for an account.
    func device(_ value: String?, for email: String) -> String? {
        guard let parts = value?.split(separator: ".", omittingEmptySubsequences: false), parts.count == 2,
            parts[0].utf8.count == 32
        else { return nil }
        let device = String(parts[0])
        return Secret.isEqual(String(parts[1]), signature(device, email)) ? device : nil
    }

    private func signature(_ device: String, _ email: String) -> String {
        let text = "device\n\(device)\n\(AccountTable.normalized(email))"
        return Base64URL.encoded(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key))
    }
}
