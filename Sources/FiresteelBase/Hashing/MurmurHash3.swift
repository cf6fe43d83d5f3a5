/// An incremental MurmurHash3 for x86 with 32 bits.
///
/// The public-domain algorithm by Austin Appleby; its verification value is `0xB0F57EE3`. It allocates no memory and
/// joins no parts: a key of two parts has the same hash as the joined key.
package struct MurmurHash3: ByteSink {
    @usableFromInline var state: UInt32
    @usableFromInline var length: UInt32 = 0
    /// Up to three bytes of an incomplete block, the first one lowest.
    @usableFromInline var tail: UInt32 = 0

    /// Creates a hash of no bytes.
    @inlinable
    package init(seed: UInt32 = 0) {
        state = seed
    }

    /// Returns the hash of a text's UTF-8.
    @inlinable
    package static func hash(_ text: String, seed: UInt32 = 0) -> UInt32 {
        var hash = MurmurHash3(seed: seed)
        hash.write(text)
        return hash.value
    }

    /// Writes one byte.
    @inlinable
    package mutating func write(_ byte: UInt8) {
        tail |= UInt32(byte) << (8 * (length & 3))
        length &+= 1
        if length & 3 == 0 {
            mix(tail)
            tail = 0
        }
    }

    /// Writes bytes in order.
    @inlinable
    package mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < bytes.count, length & 3 != 0 {
            write(bytes[index])
            index += 1
        }
        let raw = UnsafeRawBufferPointer(bytes)
        while index + 4 <= bytes.count {
            mix(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt32.self)))
            length &+= 4
            index += 4
        }
        while index < bytes.count {
            write(bytes[index])
            index += 1
        }
    }

    /// The hash of all bytes taken so far.
    @inlinable
    package var value: UInt32 {
        var hash = state
        if length & 3 != 0 { hash ^= Self.scramble(tail) }
        hash ^= length
        hash ^= hash >> 16
        hash &*= 0x85EB_CA6B
        hash ^= hash >> 13
        hash &*= 0xC2B2_AE35
        hash ^= hash >> 16
        return hash
    }

    @inlinable
    mutating func mix(_ block: UInt32) {
        state ^= Self.scramble(block)
        state = state << 13 | state >> 19
        state = state &* 5 &+ 0xE654_6B64
    }

    @inlinable
    static func scramble(_ block: UInt32) -> UInt32 {
        let product = block &* 0xCC9E_2D51
        return (product << 15 | product >> 17) &* 0x1B87_3593
    }
}
