/// A value of a text, or the name of an object's member, in 16 bytes.
///
/// A document is a sequence of tokens in the text's order. An object is followed by its members, alternating name and
/// value; an array by its elements. A container stores the index of its end, so that it can be skipped in one step.
package struct JSONToken: Sendable {
    package enum Kind: UInt8, Sendable {
        case null
        case no
        case yes
        /// The payload is the number.
        case int
        /// The payload is the number's bit pattern.
        case double
        /// The payload is the number of bytes between the quotes.
        case text
        /// As `text`, with escapes.
        case escapedText
        /// The payload is the number of elements, with the index of the token after the last one in the upper half.
        case array
        /// As `array`, with the number of members.
        case object
    }

    package var kind: Kind
    /// Whether a text has bytes beyond ASCII, or escapes.
    var isUnusual = false
    /// The offset of its first byte in the text: a string's opening quote, a container's bracket.
    package let offset: UInt32
    package var payload: UInt64

    init(_ kind: Kind, at offset: Int, payload: UInt64 = 0) {
        self.kind = kind
        self.offset = UInt32(truncatingIfNeeded: offset)
        self.payload = payload
    }

    /// The number of a container's elements or members.
    @inlinable package var count: Int { Int(payload & 0xFFFF_FFFF) }
    /// The index after a container's last token.
    @inlinable package var end: Int { Int(payload >> 32) }
    /// The number of a text's bytes.
    @inlinable package var length: Int { Int(payload) }

    @inlinable package var isText: Bool { kind == .text || kind == .escapedText }
    @inlinable package var isContainer: Bool { kind == .array || kind == .object }
}
