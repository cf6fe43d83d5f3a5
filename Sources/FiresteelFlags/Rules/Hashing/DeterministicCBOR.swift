package import FiresteelBase

/// Deterministic CBOR encoding of values (RFC 8949, section 4.2.1), so that each value has one encoding.
///
/// A number without a fraction from −2⁶³ to 2⁶⁴ − 1 is encoded as an integer, regardless of its spelling; any other
/// number as the shortest float that represents it exactly.
package enum DeterministicCBOR {
    /// The maximum nesting of arrays and objects.
    static let depth = 256

    /// Writes a value.
    ///
    /// - Returns: `false` if it is nested too deeply; the bytes written are then invalid.
    package static func encode(_ value: JSONValue, into sink: inout some ByteSink) -> Bool {
        encode(value, into: &sink, depth: 0)
    }

    /// Writes the head of an item: its major type, and a length or a value.
    package static func encodeHead(_ major: UInt8, _ argument: UInt64, into sink: inout some ByteSink) {
        switch argument {
        case ..<24: sink.write(major << 5 | UInt8(truncatingIfNeeded: argument))
        case ...0xFF: encode(major << 5 | 24, argument, width: 1, into: &sink)
        case ...0xFFFF: encode(major << 5 | 25, argument, width: 2, into: &sink)
        case ...0xFFFF_FFFF: encode(major << 5 | 26, argument, width: 4, into: &sink)
        default: encode(major << 5 | 27, argument, width: 8, into: &sink)
        }
    }

    package static func encode(text: String, into sink: inout some ByteSink) {
        encodeHead(3, UInt64(text.utf8.count), into: &sink)
        sink.write(text)
    }

    private static func encode(_ value: JSONValue, into sink: inout some ByteSink, depth: Int) -> Bool {
        guard depth <= Self.depth else { return false }
        switch value {
        case .null: sink.write(0xF6)
        case .bool(let value): sink.write(value ? 0xF5 : 0xF4)
        case .int(let value): encode(integer: value, into: &sink)
        case .double(let value): encode(number: value, into: &sink)
        case .string(let value): encode(text: value, into: &sink)
        case .array(let values):
            encodeHead(4, UInt64(values.count), into: &sink)
            for value in values where !encode(value, into: &sink, depth: depth + 1) { return false }
        case .object(let members):
            encodeHead(5, UInt64(members.count), into: &sink)
            for (name, value) in members.sorted(by: { precedes($0.key, $1.key) }) {
                encode(text: name, into: &sink)
                guard encode(value, into: &sink, depth: depth + 1) else { return false }
            }
        }
        return true
    }

    /// Returns whether one name's encoding precedes another's: a head contains the length, so the shorter name comes
    /// first.
    private static func precedes(_ first: String, _ second: String) -> Bool {
        let (one, other) = (first.utf8.count, second.utf8.count)
        return one != other ? one < other : first.utf8.lexicographicallyPrecedes(second.utf8)
    }

    private static func encode(integer value: Int, into sink: inout some ByteSink) {
        if value >= 0 {
            encodeHead(0, UInt64(value), into: &sink)
        } else {
            encodeHead(1, UInt64(bitPattern: Int64(~value)), into: &sink)
        }
    }

    private static func encode(number value: Double, into sink: inout some ByteSink) {
        if let integer = Int(exactly: value) { return encode(integer: integer, into: &sink) }
        if let integer = UInt64(exactly: value) { return encodeHead(0, integer, into: &sink) }
        if value.isNaN {
            encode(0xF9, 0x7E00, width: 2, into: &sink)
        } else if case let single = Float(value), Double(single) == value {
            if let half = half(of: single) {
                encode(0xF9, UInt64(half), width: 2, into: &sink)
            } else {
                encode(0xFA, UInt64(single.bitPattern), width: 4, into: &sink)
            }
        } else {
            encode(0xFB, value.bitPattern, width: 8, into: &sink)
        }
    }

    /// Returns the bits of the 16-bit float that represents a number exactly, or `nil`.
    ///
    /// The type `Float16` isn't available on all platforms.
    private static func half(of value: Float) -> UInt16? {
        let sign = UInt16(truncatingIfNeeded: value.bitPattern >> 16 & 0x8000)
        guard value.isFinite else { return sign | 0x7C00 }
        let exponent = Int(value.bitPattern >> 23 & 0xFF) - 127
        let significand = value.bitPattern & 0x7F_FFFF
        if exponent >= -14, exponent <= 15 {
            guard significand & 0x1FFF == 0 else { return nil }
            return sign | UInt16(exponent + 15) << 10 | UInt16(truncatingIfNeeded: significand >> 13)
        }
        // Subnormal numbers: a multiple of 2⁻²⁴ with up to ten bits.
        guard exponent >= -24, exponent < -14 else { return nil }
        let full = significand | 0x80_0000
        let shift = UInt32(-exponent - 14 + 13)
        guard full & (1 << shift - 1) == 0 else { return nil }
        return sign | UInt16(truncatingIfNeeded: full >> shift)
    }

    private static func encode(_ first: UInt8, _ argument: UInt64, width: Int, into sink: inout some ByteSink) {
        sink.write(first)
        for index in (0..<width).reversed() { sink.write(UInt8(truncatingIfNeeded: argument >> (8 * UInt64(index)))) }
    }
}
