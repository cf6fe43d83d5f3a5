extension JSONScanner {
    /// Scans a string, from quote to quote.
    ///
    /// Checks its escapes without resolving them.
    mutating func scanText() throws(JSONScanError) -> JSONToken {
        let start = offset
        var index = start + 1
        var token = JSONToken(.text, at: start)
        let count = bytes.count
        while index < count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                offset = index + 1
                token.payload = UInt64(index - start - 1)
                return token
            }
            if byte == UInt8(ascii: "\\") {
                token.kind = .escapedText
                token.isUnusual = true
                index = try checkEscape(at: index)
            } else if byte < 0x20 {
                throw JSONScanError(index, "A string contains a control character. Escape it.")
            } else if byte < 0x80 {
                index += 1
            } else {
                token.isUnusual = true
                index = try checkSequence(at: index)
            }
        }
        throw JSONScanError(start, "The string has no closing quote.")
    }

    private func checkEscape(at start: Int) throws(JSONScanError) -> Int {
        guard start + 1 < bytes.count else { return start + 1 }
        switch bytes[start + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start + 2
        case UInt8(ascii: "u"): break
        default: throw JSONScanError(start, "The escape is invalid in JSON.")
        }
        guard let unit = JSONEscape.unit(at: start, in: bytes) else {
            throw JSONScanError(start, "“\\u” must be followed by four hexadecimal digits.")
        }
        guard unit & 0xF800 == 0xD800 else { return start + 6 }
        guard unit & 0xFC00 == 0xD800, let low = JSONEscape.unit(at: start + 6, in: bytes), low & 0xFC00 == 0xDC00
        else { throw JSONScanError(start, "The surrogate is not part of a pair.") }
        return start + 12
    }

    /// Returns the end of a UTF-8 sequence of two to four bytes, by table 3-7 of the Unicode standard.
    private func checkSequence(at start: Int) throws(JSONScanError) -> Int {
        let first = bytes[start]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        case 0xF1...0xF3: length = 4
        default: throw JSONScanError(start, "Byte \(first) is not valid UTF-8.")
        }
        guard start + length <= bytes.count, second.contains(bytes[start + 1]),
            (2..<length).allSatisfy({ bytes[start + $0] & 0xC0 == 0x80 })
        else { throw JSONScanError(start, "Byte \(first) is not valid UTF-8.") }
        return start + length
    }
}
