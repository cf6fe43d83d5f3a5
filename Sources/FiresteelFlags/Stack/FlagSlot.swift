public import FiresteelBase
public import Synchronization

/// A flag's value in the fixed context, and the work of a read besides loading it.
///
/// A trivial value of at most eight bytes is stored in `value` itself; of any other, `value` is the address of an
/// immutable copy that the flag's cell owns. Written while holding the stack's lock, the value before the state.
@usableFromInline struct FlagSlot: PagedTableElement, ~Copyable {
    @usableFromInline let state = Atomic<UInt64>(FlagSlot.undeclared)
    @usableFromInline let value = Atomic<UInt64>(0)
    /// The flag's ``FlagEntry``, which the stack retains.
    let entry = Atomic<UnsafeRawPointer?>(nil)

    // The lower half of `state`; the upper half counts the changes of the value.

    /// There is no value yet.
    @usableFromInline static var undeclared: UInt64 { 1 }
    /// The value depends on the time: it is computed at each read.
    @usableFromInline static var timed: UInt64 { 2 }
    /// The flag has not been read yet.
    @usableFromInline static var unread: UInt64 { 4 }
    /// An observer is notified of each read.
    @usableFromInline static var observed: UInt64 { 8 }
    /// Another context may get another value.
    @usableFromInline static var contextual: UInt64 { 16 }

    /// The states in which a read can't use `value`.
    @usableFromInline static var slow: UInt64 { undeclared | timed | unread }

    @inlinable static var pageBits: UInt32 { 8 }

    @usableFromInline init() {}

    @usableFromInline static func version(_ state: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: state >> 32) }
}
