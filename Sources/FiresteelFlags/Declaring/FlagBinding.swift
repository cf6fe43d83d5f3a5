public import Synchronization

/// The stack with which a flag's container is registered.
///
/// It retains the stack, so that a container's flags can be read as long as they exist. `@unchecked Sendable`: the
/// pointer is set once, from nil, with a retain that `deinit` balances.
@usableFromInline final class FlagBinding: @unchecked Sendable {
    @usableFromInline let pointer = Atomic<UnsafeRawPointer?>(nil)

    init() {}

    deinit {
        if let pointer = pointer.load(ordering: .acquiring) { Unmanaged<FlagStack>.fromOpaque(pointer).release() }
    }

    /// The stack, which this binding retains.
    @inlinable @inline(__always) var stack: Unmanaged<FlagStack>? {
        guard let pointer = pointer.load(ordering: .acquiring) else { return nil }
        return Unmanaged.fromOpaque(pointer)
    }

    /// Sets the stack; returns `false` if the flag already belongs to another one.
    func bind(_ stack: FlagStack) -> Bool {
        let new = Unmanaged.passRetained(stack)
        let opaque = UnsafeRawPointer(new.toOpaque())
        let (done, original) = pointer.compareExchange(
            expected: nil, desired: opaque, ordering: .acquiringAndReleasing)
        guard !done else { return true }
        new.release()
        return original == opaque
    }
}
