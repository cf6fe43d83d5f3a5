/// Turns a flag's values into what stands in its slot.
///
/// Used below the stack's lock only.
protocol FlagCell: AnyObject {
    /// What stands in the slot for a value, or for the program's default.
    func bits(for value: FlagValue?) -> UInt64
}

/// The cell of a flag of a certain type.
///
/// A value that doesn't fit into a slot is copied once and stays as long as the cell, since readers hold no lock on it.
/// A value that comes back gets its earlier copy.
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
