public import Synchronization

/// The stack that a flag's container was registered with.
///
/// It keeps the stack, so that a container's flags can be read as long as somebody has them. `@unchecked Sendable`: the
/// pointer is set once, from nil, with a retain that `deinit` gives back.
@usableFromInline final class FlagBinding: @unchecked Sendable {
    @usableFromInline let pointer = Atomic<UnsafeRawPointer?>(nil)

    init() {}

    deinit {
        if let pointer = pointer.load(ordering: .acquiring) { Unmanaged<FlagStack>.fromOpaque(pointer).release() }
    }

    /// The stack, kept by this binding.
    @inlinable @inline(__always) var stack: Unmanaged<FlagStack>? {
        guard let pointer = pointer.load(ordering: .acquiring) else { return nil }
        return Unmanaged.fromOpaque(pointer)
    }

    /// Binds it; `false` where it belongs to another stack already.
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
