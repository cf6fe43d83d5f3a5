import Foundation

/// A random secret of 128 bits that proves that a page was opened from the printed address.
struct Secret: Sendable {
    /// 32 hexadecimal digits.
    let text: String

    init() {
        var generator = SystemRandomNumberGenerator()
        let halves = [generator.next(), generator.next()] as [UInt64]
        text = halves.map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Creates a secret from 32 hexadecimal digits, or returns `nil`.
    init?(_ digits: String) {
        guard digits.utf8.count == 32, digits.allSatisfy(\.isHexDigit) else { return nil }
        text = digits.lowercased()
    }

    /// Returns the secret in a file, which stores it for the next start so that open pages reconnect, or stores a new one.
    ///
    /// - Throws: ``CommandError`` with the system's message, or an error of Foundation, if it can't be stored.
    static func stored(in path: String) throws -> Secret {
        let stored = OwnerFile.read(path).map { String(decoding: $0, as: UTF8.self) }
        if let secret = stored.flatMap({ Secret($0.trimmingCharacters(in: .newlines)) }) { return secret }
        let secret = Secret()
        try OwnerFile.write(Data((secret.text + "\n").utf8), to: path)
        return secret
    }

    /// Compares in constant time.
    func matches(_ candidate: String?) -> Bool {
        guard let candidate else { return false }
        let (own, other) = (Array(text.utf8), Array(candidate.utf8))
        guard own.count == other.count else { return false }
        return zip(own, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
