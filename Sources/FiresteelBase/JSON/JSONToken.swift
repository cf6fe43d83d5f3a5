/// One value of a text, or the name of an object's member, in sixteen bytes.
///
/// A document is a row of them in the text's order. An object is followed by its members, name and value in turn; an array
/// by its elements. A container knows where it ends, so that it is passed over in one step.
package struct JSONToken: Sendable {
    package enum Kind: UInt8, Sendable {
        case null
        case no
        case yes
        /// The payload is the number.
        case int
        /// The payload is the number's bits.
        case double
        /// The payload is the length of what is between the quotes.
        case text
        /// As `text`, with escapes in it.
        case escapedText
        /// The payload is the count of elements, and above it the index of the token behind the last.
        case array
        /// As `array`, with the count of members.
        case object
    }

    package var kind: Kind
    /// Whether a text has bytes beyond ASCII, or escapes.
    var isUnusual = false
    /// Where it begins in the text: a string's opening quote, a container's bracket.
    package let offset: UInt32
    package var payload: UInt64

    init(_ kind: Kind, at offset: Int, payload: UInt64 = 0) {
        self.kind = kind
        self.offset = UInt32(truncatingIfNeeded: offset)
        self.payload = payload
    }

    /// The count of a container's elements or members.
    @inlinable package var count: Int { Int(payload & 0xFFFF_FFFF) }
    /// The index behind a container's last token.
    @inlinable package var end: Int { Int(payload >> 32) }
    /// The length of a text's bytes.
    @inlinable package var length: Int { Int(payload) }

    @inlinable package var isText: Bool { kind == .text || kind == .escapedText }
    @inlinable package var isContainer: Bool { kind == .array || kind == .object }
}
