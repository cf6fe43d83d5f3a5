public import FiresteelBase

/// Storage of a type's values in a slot.
@usableFromInline enum FlagSlotValue<Value> {
    /// Whether the slot holds the value itself.
    ///
    /// A constant where the compiler knows the type.
    @inlinable @inline(__always) static var isInline: Bool {
        isTrivial(Value.self) && MemoryLayout<Value>.size <= 8 && MemoryLayout<Value>.alignment <= 8
    }

    @inlinable @inline(__always) static func copy(_ bits: UInt64) -> Value {
        if isInline {
            return withUnsafePointer(to: bits) { UnsafeRawPointer($0).load(as: Value.self) }
        }
        return pointer(bits).pointee
    }

    /// Returns the address of the value, if the slot doesn't hold the value itself.
    @inlinable @inline(__always) static func pointer(_ bits: UInt64) -> UnsafePointer<Value> {
        // The cell wrote the address, and owns the copy as long as the stack exists.
        UnsafePointer(bitPattern: UInt(truncatingIfNeeded: bits)).unsafelyUnwrapped
    }
}
