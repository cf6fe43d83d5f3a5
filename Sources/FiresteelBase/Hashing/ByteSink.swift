/// A destination of bytes: a hash that is computed incrementally, or an array for inspection.
package protocol ByteSink {
    /// Takes one byte.
    mutating func take(_ byte: UInt8)
    /// Takes bytes in order.
    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>)
}

extension ByteSink {
    /// Takes the UTF-8 of a text, without copying it.
    @inlinable
    package mutating func take(_ text: String) {
        let wasTaken: Void? = text.utf8.withContiguousStorageIfAvailable { take($0) }
        if wasTaken == nil {
            // Only strings bridged from Objective-C reach this line.
            for byte in text.utf8 { take(byte) }
        }
    }
}

extension [UInt8]: ByteSink {
    /// Appends the byte.
    @inlinable
    package mutating func take(_ byte: UInt8) { append(byte) }
    /// Appends the bytes.
    @inlinable
    package mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) { append(contentsOf: bytes) }
}
