import Crypto

/// Random secrets, which the server stores only as hashes.
package enum Secret {
    /// Returns a secret of 190 bits: 32 letters and digits.
    package static func random() -> String {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        var generator = SystemRandomNumberGenerator()
        return String(decoding: (0..<32).map { _ in alphabet.randomElement(using: &generator) ?? 0x30 }, as: UTF8.self)
    }

    /// Returns the SHA-256 hash of a secret, in hexadecimal digits.
    ///
    /// A secret of this entropy needs no slow hash.
    package static func hash(_ secret: String) -> String {
        ChangeHash.hexadecimal(SHA256.hash(data: Array(secret.utf8)))
    }

    /// Whether two texts are equal, in a time that depends only on their lengths.
    package static func isEqual(_ lhs: String, _ rhs: String) -> Bool {
        let (lhs, rhs) = (Array(lhs.utf8), Array(rhs.utf8))
        guard lhs.count == rhs.count else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(lhs, rhs) { difference |= left ^ right }
        return difference == 0
    }
}
