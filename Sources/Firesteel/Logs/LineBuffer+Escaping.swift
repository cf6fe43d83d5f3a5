import FiresteelBase

extension LineBuffer {
    /// Appends a text, escaping line breaks and terminal control characters.
    mutating func append(visible text: String) {
        append(text, hasSpecial: { $0.hasInvisible }) { $0.visible }
    }

    /// Appends a text in quotes, escaping line breaks, terminal control characters and quotes.
    mutating func append(quoted text: String) {
        append(.quote)
        append(text, hasSpecial: { $0.hasInvisible | $0.has(.quote) | $0.has(.backslash) }) { scalar in
            scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : scalar.visible
        }
        append(.quote)
    }

    /// Appends a string of JSON (RFC 8259, section 7).
    mutating func append(json text: String) {
        append(.quote)
        append(text, hasSpecial: { $0.hasControl | $0.has(.quote) | $0.has(.backslash) }) { scalar in
            JSONEscape.escape(of: scalar)
        }
        append(.quote)
    }

    /// Appends a text unchanged if none of its bytes is special, otherwise scalar by scalar with replacements.
    ///
    /// Inlined, so that inspecting bytes needs no call.
    /// - Parameters:
    ///   - text: The text.
    ///   - hasSpecial: Returns a value other than 0 if one of eight bytes may be part of a character with a
    ///     replacement.
    ///   - escaped: Returns the replacement of a character, or `nil` if it has none.
    @inline(__always)
    private mutating func append(
        _ text: String, hasSpecial: (EightBytes) -> UInt64, _ escaped: (Unicode.Scalar) -> String?
    ) {
        // Only a string that isn't native UTF-8, such as one bridged from Objective-C, has no contiguous bytes.
        let isDone = text.utf8.withContiguousStorageIfAvailable { utf8 in
            let bytes = UnsafeRawBufferPointer(utf8)
            var special: UInt64 = 0
            var offset = 0
            while offset + 8 <= bytes.count {
                special |= hasSpecial(EightBytes(bytes, at: offset))
                offset += 8
            }
            // The last eight bytes overlap those already checked.
            if offset < bytes.count, bytes.count >= 8 {
                special |= hasSpecial(EightBytes(bytes, at: bytes.count - 8))
            } else if offset < bytes.count {
                special |= hasSpecial(EightBytes(lastOf: bytes, from: offset))
            }
            guard special == 0 else { return false }
            append(bytes)
            return true
        }
        guard isDone != true else { return }
        for scalar in text.unicodeScalars {
            if let escaped = escaped(scalar) {
                append(verbatim: escaped)
            } else {
                for byte in scalar.utf8 { append(byte) }
            }
        }
    }
}

/// Eight bytes of a text, tested together in a word.
///
/// The result of a test is the highest bit of each byte. A byte above a match may match as well, so only 0 (no byte at
/// all) is exact.
private struct EightBytes {
    private let word: UInt64

    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    /// Fewer than eight bytes at the end, with spaces for the others.
    @inline(__always)
    init(lastOf bytes: UnsafeRawBufferPointer, from offset: Int) {
        var word = Self.each(.space)
        for byte in bytes[offset...] { word = word << 8 | UInt64(byte) }
        self.word = word
    }

    /// Returns whether one is this byte.
    @inline(__always)
    func has(_ byte: UInt8) -> UInt64 {
        let difference = word ^ Self.each(byte)
        return (difference &- Self.each(1)) & ~difference & Self.each(0x80)
    }

    /// The bytes below 0x20.
    var hasControl: UInt64 {
        @inline(__always) get { (word &- Self.each(0x20)) & ~word & Self.each(0x80) }
    }

    /// The bytes that may be part of a character that ``Unicode/Scalar/visible`` replaces: control characters, and lead
    /// bytes of the two blocks that contain some beside ASCII.
    var hasInvisible: UInt64 {
        @inline(__always) get { hasControl | has(0x7F) | has(0xC2) | has(0xE2) }
    }

    @inline(__always)
    private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}

extension Unicode.Scalar {
    /// The replacement of a character that would end a line, control a terminal or change the direction of text.
    ///
    /// `nil` for other characters.
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
