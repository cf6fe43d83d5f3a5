/// A destination of bytes: a hash that is computed incrementally, or an array for inspection.
package protocol ByteSink {
    /// Writes one byte.
    mutating func write(_ byte: UInt8)
    /// Writes bytes in order.
    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>)
}

extension ByteSink {
    /// Writes the UTF-8 of a text, without copying it.
    @inlinable
    package mutating func write(_ text: String) {
        let wasWritten: Void? = text.utf8.withContiguousStorageIfAvailable { write($0) }
        if wasWritten == nil {
            // Only strings bridged from Objective-C reach this line.
            for byte in text.utf8 { write(byte) }
        }
    }
}

extension [UInt8]: ByteSink {
    @inlinable
    package mutating func write(_ byte: UInt8) { append(byte) }
    @inlinable
    package mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) { append(contentsOf: bytes) }
}
