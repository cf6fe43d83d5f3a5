/// Bytes written as `%` and two hexadecimal digits.
package enum PercentCoding {
    /// Decodes a text once.
    ///
    /// `nil` if a `%` isn't followed by two digits, or the bytes aren't UTF-8.
    package static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.contains(UInt8(ascii: "%")) else { return String(validating: bytes, as: UTF8.self) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard bytes[index] == UInt8(ascii: "%") else {
                decoded.append(bytes[index])
                index += 1
                continue
            }
            guard index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
            else {
                return nil
            }
            decoded.append(high << 4 | low)
            index += 3
        }
        return String(validating: decoded, as: UTF8.self)
    }

    /// Encodes all characters except those without a special meaning in a link: ASCII letters and digits, `-`, `.`, `_`
    /// and `~`.
    package static func encode(_ text: String) -> String {
        var encoded = ""
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if byte.isUnreserved {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded.append("%")
                encoded.append(contentsOf: [digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        return encoded
    }

    private static let digits = Array("0123456789ABCDEF")

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII digit.
    package var isDigit: Bool { (0x30...0x39).contains(self) }
    /// Whether the byte is an ASCII letter.
    package var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    /// Whether the byte is unreserved in an address (RFC 3986, section 2.3): a letter, a digit, `-`, `.`, `_` or `~`.
    package var isUnreserved: Bool {
        isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".") || self == UInt8(ascii: "_")
            || self == UInt8(ascii: "~")
    }
}
