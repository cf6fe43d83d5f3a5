public import Synchronization

/// What a read touches: a flag's value in the fixed context, and what has to be done beside loading it.
///
/// A value that is trivial and fits into eight bytes stands in `value` itself; of any other, `value` is the address of
/// an immutable copy which the flag's cell keeps. Written below the stack's lock, the value before the state.
@usableFromInline struct FlagSlot: ~Copyable {
    @usableFromInline let state = Atomic<UInt64>(FlagSlot.undeclared)
    @usableFromInline let value = Atomic<UInt64>(0)
    /// The flag's ``FlagEntry``, kept by the stack.
    let entry = Atomic<UnsafeRawPointer?>(nil)

    // The lower half of `state`; the upper half counts the values that it had.

    /// There is no value yet.
    @usableFromInline static var undeclared: UInt64 { 1 }
    /// The value depends on the time: it is computed at each read.
    @usableFromInline static var timed: UInt64 { 2 }
    /// Nobody has read it yet.
    @usableFromInline static var unread: UInt64 { 4 }
    /// Somebody wants to be told of each read.
    @usableFromInline static var observed: UInt64 { 8 }
    /// Another context may get another value.
    @usableFromInline static var contextual: UInt64 { 16 }

    /// What keeps a read from using `value`.
    @usableFromInline static var slow: UInt64 { undeclared | timed | unread }

    init() {}

    @usableFromInline static func version(_ state: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: state >> 32) }
}

/// How a type's values stand in a slot.
@usableFromInline enum FlagSlotValue<Value> {
    /// Whether they stand there themselves.
    ///
    /// The compiler knows it for every type that it knows.
    @inlinable @inline(__always) static var isInline: Bool {
        _isPOD(Value.self) && MemoryLayout<Value>.size <= 8 && MemoryLayout<Value>.alignment <= 8
    }

    @inlinable @inline(__always) static func copy(_ bits: UInt64) -> Value {
        if isInline {
            return withUnsafePointer(to: bits) { UnsafeRawPointer($0).load(as: Value.self) }
        }
        return pointer(bits).pointee
    }

    /// Where the value stands, if it doesn't stand in the slot itself.
    @inlinable @inline(__always) static func pointer(_ bits: UInt64) -> UnsafePointer<Value> {
        // The cell wrote the address, and keeps what stands there as long as the stack.
        UnsafePointer(bitPattern: UInt(truncatingIfNeeded: bits)).unsafelyUnwrapped
    }
}
