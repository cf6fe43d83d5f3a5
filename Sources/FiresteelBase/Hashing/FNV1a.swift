/// An incremental 64-bit FNV-1a hash.
///
/// Fast for short keys, and the same in every process and on every platform. It resists neither forgery nor chosen
/// collisions. The algorithm and its constants: <http://www.isthe.com/chongo/tech/comp/fnv/>.
package struct FNV1a: ByteSink, Sendable {
    /// The hash of all bytes taken so far.
    package var value: UInt64

    /// Creates a hash of no bytes.
    ///
    /// - Parameter basis: The offset basis; other values result in other hashes of the same bytes.
    @inlinable
    package init(basis: UInt64 = 0xCBF2_9CE4_8422_2325) { value = basis }

    /// Writes one byte.
    @inlinable
    package mutating func write(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    /// Writes bytes in order.
    @inlinable
    package mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) { for byte in bytes { write(byte) } }

    /// Writes bytes in order.
    @inlinable
    package mutating func write(_ bytes: some Sequence<UInt8>) { for byte in bytes { write(byte) } }

    /// Returns the hash of bytes.
    @inlinable
    package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash = FNV1a()
        hash.write(bytes)
        return hash.value
    }
}

/// An incremental 128-bit FNV-1a hash.
package struct FNV1a128: ByteSink, Sendable {
    /// The hash of all bytes taken so far.
    package var value: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D

    /// Creates a hash of no bytes.
    @inlinable
    package init() {}

    /// Writes one byte.
    @inlinable
    package mutating func write(_ byte: UInt8) {
        value = (value ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B
    }

    /// Writes bytes in order.
    @inlinable
    package mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) { for byte in bytes { write(byte) } }
}
