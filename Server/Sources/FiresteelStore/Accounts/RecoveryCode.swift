/// Codes for signing in without the authenticator app, each of which works once.
///
/// A code has 117 bits, so that it needs no slow hash.
package enum RecoveryCode {
    /// The number of codes that an account gets.
    package static let count = 10
    private static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let length = 24

    /// Returns new codes, in groups of four characters.
    package static func new() -> [String] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in
            let code = (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? 0x32 }
            return stride(from: 0, to: length, by: 4)
                .map { String(decoding: code[$0..<($0 + 4)], as: UTF8.self) }.joined(separator: "-")
        }
    }

    /// Returns the hash of a code as a person entered it, or `nil` if it can't be one.
    package static func hash(_ code: String) -> String? {
        guard code.utf8.count <= 100 else { return nil }
        let letters = code.uppercased().utf8.filter { alphabet.contains($0) }
        return letters.count == length ? Secret.hash(String(decoding: letters, as: UTF8.self)) : nil
    }
}
