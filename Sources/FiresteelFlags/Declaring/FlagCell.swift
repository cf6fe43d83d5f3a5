/// Converts a flag's values to the bits of its slot; used while holding the stack's lock.
protocol FlagCell: AnyObject {
    /// Returns the bits for a value; for `nil`, those of the program's default.
    func bits(for value: FlagValue?) -> UInt64
}

/// The cell of a flag with values of one type.
///
/// A value that doesn't fit into a slot is copied once and retained as long as the cell, since readers hold no lock on
/// it. An equal value reuses the copy.
final class TypedFlagCell<Value: FlagValueConvertible>: FlagCell {
    private let defaultValue: Value
    private var copies: [FlagValue?: UnsafeMutablePointer<Value>] = [:]

    init(defaultValue: Value) { self.defaultValue = defaultValue }

    deinit {
        for copy in copies.values {
            copy.deinitialize(count: 1)
            copy.deallocate()
        }
    }

    func bits(for flagValue: FlagValue?) -> UInt64 {
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

    private func value(_ flagValue: FlagValue?) -> Value {
        flagValue.flatMap { Value(flagValue: $0) } ?? defaultValue
    }
}
