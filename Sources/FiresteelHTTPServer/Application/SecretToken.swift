import FiresteelBase

/// The secret that authorizes a caller: 128 random bits.
///
/// It is compared in constant time, and never appears in a description.
package struct SecretToken: Sendable {
    private let digits: [UInt8]

    /// Creates a token with the system's random generator.
    package init() {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        digits = Array(Hexadecimal.text(bytes).utf8)
    }

    /// Creates a token from 32 hexadecimal digits, or returns `nil`.
    package init?(_ text: String) {
        let digits = Array(text.lowercased().utf8)
        let isDigit: (UInt8) -> Bool = { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard digits.count == 32, digits.allSatisfy(isDigit) else { return nil }
        self.digits = digits
    }

    /// Returns the token itself, for the address that is printed.
    package func reveal() -> String { String(decoding: digits, as: UTF8.self) }

    /// Returns whether a text is the token.
    ///
    /// Takes as long for any guess of a length.
    package func matches(_ guess: some StringProtocol) -> Bool {
        let bytes = Array(guess.utf8)
        guard bytes.count == digits.count else { return false }
        var difference: UInt8 = 0
        for index in digits.indices { difference |= digits[index] ^ bytes[index] }
        return difference == 0
    }
}

extension SecretToken: CustomStringConvertible, CustomReflectable {
    package var description: String { "hidden" }
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
