/// Where bytes go: into a hash as they come, or into an array to look at.
package protocol ByteSink {
    /// Takes one byte.
    mutating func take(_ byte: UInt8)
    /// Takes bytes in order.
    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>)
}

extension ByteSink {
    /// Takes a text as UTF-8, without copying it.
    @inlinable
    package mutating func take(_ text: String) {
        let wasTaken: Void? = text.utf8.withContiguousStorageIfAvailable { take($0) }
        if wasTaken == nil {
            // Only strings bridged from Objective-C get here.
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
