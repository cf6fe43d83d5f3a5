/// Identifiers that are parts of addresses.
package enum Identifier {
    /// Whether a text is an identifier: 1 to 40 lowercase letters of English, digits and hyphens, the first a letter.
    package static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        guard (1...40).contains(bytes.count), let first = bytes.first, (0x61...0x7A).contains(first) else {
            return false
        }
        return bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    /// Returns a random identifier of 128 bits in hexadecimal digits.
    package static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
