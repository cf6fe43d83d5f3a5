public import FiresteelBase

/// Converts a flag's values to the bits of its slot; used while holding the stack's lock.
protocol FlagCell: AnyObject {
    /// Returns the bits for a value; for `nil`, those of the program's default.
    func bits(for value: JSONValue?) -> UInt64
}

/// The cell of a flag with values of one type.
///
/// A value that doesn't fit into a slot is copied once and retained as long as the cell, since readers hold no lock on
/// it. An equal value reuses the copy.
final class TypedFlagCell<Value: FlagValueConvertible>: FlagCell {
    private let defaultValue: Value
    private var copies: [JSONValue?: UnsafeMutablePointer<Value>] = [:]

    init(defaultValue: Value) { self.defaultValue = defaultValue }

    deinit {
        for copy in copies.values {
            copy.deinitialize(count: 1)
            copy.deallocate()
        }
    }

    func bits(for flagValue: JSONValue?) -> UInt64 {
        if FlagSlotValue<Value>.isInline {
            var bits: UInt64 = 0
            withUnsafeMutableBytes(of: &bits) { bytes in
                bytes.storeBytes(of: value(flagValue), as: Value.self)
            }
            return bits
        }
        if let known = copies[flagValue] { return UInt64(UInt(bitPattern: known)) }
        let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        copy.initialize(to: value(flagValue))
        copies[flagValue] = copy
        return UInt64(UInt(bitPattern: copy))
    }

    private func value(_ flagValue: JSONValue?) -> Value {
        flagValue.flatMap { Value(flagValue: $0) } ?? defaultValue
    }
}

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
