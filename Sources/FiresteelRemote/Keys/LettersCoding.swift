import FiresteelFlags

/// Encoding of keys in letters, digits and `_`; see ``FlagKeyMapping``.
enum LettersCoding {
    /// Returns the name of a key.
    ///
    /// Different keys have different names, and canonically equivalent keys the same.
    static func encoded(_ key: String) -> String { encoded(Array(key.canonicalKey.utf8)) }

    private static func encoded(_ bytes: [UInt8]) -> String {
        var name = ""
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if isPlain(byte), index > 0 || !isDigit(byte) {
                name.unicodeScalars.append(Unicode.Scalar(byte))
                index += 1
                continue
            }
            // A run of separators, or a leading digit.
            var end = index + 1
            if !isPlain(byte) { while end < bytes.count, !isPlain(bytes[end]) { end += 1 } }
            name += sign(bytes[index..<end])
            index = end
        }
        return name
    }

    /// Returns the key of a name, or `nil` if no key has it.
    static func decoded(_ name: String) -> String? {
        let bytes = Array(name.utf8)
        var key: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == underscore else {
                key.append(bytes[index])
                index += 1
                continue
            }
            let end = bytes[index...].firstIndex { $0 != underscore } ?? bytes.count
            switch end - index {
            case 1: key.append(underscore)
            case 2: key.append(UInt8(ascii: "."))
            case 3: key.append(UInt8(ascii: "/"))
            default:
                guard let close = bytes[end...].firstIndex(of: underscore),
                    let sign = hexadecimal(bytes[end..<close])
                else { return nil }
                key.append(contentsOf: sign)
                index = close + 1
                continue
            }
            index = end
        }
        // A name that isn't the encoding of its decoded key belongs to no key.
        guard encoded(key) == name else { return nil }
        return String(validating: key, as: UTF8.self)
    }

    private static let underscore = UInt8(ascii: "_")

    private static func sign(_ bytes: ArraySlice<UInt8>) -> String {
        if bytes.count == 1 {
            switch bytes.first {
            case underscore: return "_"
            case UInt8(ascii: "."): return "__"
            case UInt8(ascii: "/"): return "___"
            default: break
            }
        }
        let digits = bytes.map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0\(text)" : text
        }
        return "____\(digits.joined())_"
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
        guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: digits.startIndex, to: digits.endIndex, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Returns whether a byte is an ASCII letter or digit.
    private static func isPlain(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
