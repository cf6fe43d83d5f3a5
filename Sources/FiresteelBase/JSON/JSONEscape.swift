/// The escapes of JSON's strings.
package enum JSONEscape {
    /// Returns the code unit of `\uXXXX` at an offset, or `nil` if there is none.
    static func unit(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt16? {
        guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt16 = 0
        for index in (start + 2)..<(start + 6) {
            let digit: UInt8
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[index] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[index] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = bytes[index] - UInt8(ascii: "A") + 10
            default: return nil
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// Returns the string for bytes whose escapes the scanner has checked.
    static func resolve(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var resolved: [UInt8] = []
        resolved.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                resolved.append(bytes[index])
                index += 1
                continue
            }
            switch bytes[index + 1] {
            case UInt8(ascii: "b"): resolved.append(0x08)
            case UInt8(ascii: "f"): resolved.append(0x0C)
            case UInt8(ascii: "n"): resolved.append(0x0A)
            case UInt8(ascii: "r"): resolved.append(0x0D)
            case UInt8(ascii: "t"): resolved.append(0x09)
            case UInt8(ascii: "u"):
                index += append(at: index, of: bytes, to: &resolved)
                continue
            case let byte: resolved.append(byte)
            }
            index += 2
        }
        return String(decoding: resolved, as: UTF8.self)
    }

    /// Appends the character of one or two `\uXXXX`, and returns the number of bytes read.
    private static func append(
        at start: Int, of bytes: UnsafeBufferPointer<UInt8>, to resolved: inout [UInt8]
    ) -> Int {
        guard let high = unit(at: start, in: bytes) else { return 2 }
        var scalar = UInt32(high)
        var length = 6
        if high & 0xFC00 == 0xD800, let low = unit(at: start + 6, in: bytes) {
            scalar = 0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(low & 0x3FF))
            length = 12
        }
        resolved.append(contentsOf: String(UnicodeScalar(scalar) ?? "\u{FFFD}").utf8)
        return length
    }

    /// Returns the escape of a character that must be escaped in a string (RFC 8259, section 7), otherwise `nil`.
    package static func escape(of scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\0"..<" ": numeric(scalar)
        default: nil
        }
    }

    /// Returns `\uXXXX` for a character of the basic multilingual plane.
    package static func numeric(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Returns a text as it appears between the quotes of a string.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if let escape = escape(of: scalar) { escaped += escape } else { escaped.unicodeScalars.append(scalar) }
        }
        return escaped
    }
}
