extension UInt8 {
    static var space: UInt8 { UInt8(ascii: " ") }
    static var quote: UInt8 { UInt8(ascii: "\"") }
    static var newline: UInt8 { UInt8(ascii: "\n") }
    static var backslash: UInt8 { UInt8(ascii: "\\") }
}

/// What the formats of log lines are written with.
extension [UInt8] {
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    mutating func append(decimal value: UInt64) {
        var divisor: UInt64 = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    /// Appends a text in which nothing ends a line or steers a terminal.
    mutating func append(visible text: String) {
        append(text, isPlain: { $0.isPlain }) { $0.visible }
    }

    /// Appends a text in quotes, in which nothing ends a line, steers a terminal or ends the quotes.
    mutating func append(quoted text: String) {
        append(.quote)
        append(text, isPlain: { $0.isPlain & ($0 != .quote) & ($0 != .backslash) }) { scalar in
            scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : scalar.visible
        }
        append(.quote)
    }

    /// Appends a string of JSON (RFC 8259, section 7).
    mutating func append(json text: String) {
        append(.quote)
        append(text, isPlain: { ($0 >= 0x20) & ($0 != .quote) & ($0 != .backslash) }) { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case "\0"..<" ": "\\u00\(scalar.value < 16 ? "0" : "")\(String(scalar.value, radix: 16))"
            default: nil
            }
        }
        append(.quote)
    }

    /// Appends a text as it is if all its bytes are plain, else scalar by scalar with what stands for it.
    ///
    /// Inlined, so that looking at a byte is no call.
    @inline(__always)
    private mutating func append(
        _ text: String, isPlain: (UInt8) -> Bool, _ escaped: (Unicode.Scalar) -> String?
    ) {
        // Only a string that isn't native UTF-8 (bridged from Objective-C) is copied here.
        var text = text
        let isDone = text.withUTF8 { bytes in
            // To the end in any case: a loop without an exit looks at many bytes at once.
            var isAllPlain = true
            for byte in bytes { isAllPlain = isAllPlain & isPlain(byte) }
            guard isAllPlain else { return false }
            append(contentsOf: bytes)
            return true
        }
        guard !isDone else { return }
        for scalar in text.unicodeScalars {
            if let escaped = escaped(scalar) {
                append(contentsOf: escaped.utf8)
            } else {
                append(contentsOf: scalar.utf8)
            }
        }
    }
}

extension UInt8 {
    /// Whether a byte of UTF-8 can't be part of a character that ``Unicode/Scalar/visible`` replaces: no control
    /// character, and no lead byte of the two blocks that have some beside ASCII.
    fileprivate var isPlain: Bool { (self >= 0x20) & (self != 0x7F) & (self != 0xC2) & (self != 0xE2) }
}

extension Unicode.Scalar {
    /// What stands for a character that would end a line, steer a terminal or turn text around.
    ///
    /// `nil` for others.
    fileprivate var visible: String? {
        switch value {
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069:
            "\\u{\(String(value, radix: 16, uppercase: true))}"
        default: nil
        }
    }
}

extension Bool {
    /// Both, without a branch.
    fileprivate static func & (left: Bool, right: Bool) -> Bool {
        (left ? 1 : 0) & (right ? 1 : 0) as UInt8 == 1
    }
}
