/// Base64 with the alphabet for addresses and without padding (RFC 4648, section 5).
enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    /// The value of each byte of a text, 255 for those that aren't in the alphabet.
    private static let values = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

    /// Returns bytes as text.
    static func encoded(_ bytes: some Sequence<UInt8>) -> String {
        let alphabet = alphabet
        var letters: [UInt8] = []
        letters.reserveCapacity(bytes.underestimatedCount * 4 / 3 + 4)
        var (bits, count) = (UInt32(0), 0)
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                letters.append(alphabet[Int(bits >> UInt32(count) & 63)])
            }
        }
        if count > 0 { letters.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
        return String(decoding: letters, as: UTF8.self)
    }

    /// Returns the bytes of a text in its only form, or `nil`.
    static func decoded(_ text: some StringProtocol) -> [UInt8]? {
        let values = values
        var bytes: [UInt8] = []
        var (bits, count) = (UInt32(0), 0)
        for letter in text.utf8 {
            let value = values[Int(letter)]
            guard value < 64 else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        // The rest is less than a letter, and has no bits set.
        guard count < 6, bits & (1 << UInt32(count) - 1) == 0 else { return nil }
        return bytes
    }
}
