import Synchronization

/// Counts the states of a stack's flags: what is cached for one number is out of date for any other.
final class FlagGeneration: Sendable {
    private let number = Atomic<UInt64>(0)

    var current: UInt64 { number.load(ordering: .acquiring) }

    /// Increments the number.
    ///
    /// Must be called while holding the stack's lock, when compiled decisions and cells are in place.
    func advance() { number.add(1, ordering: .releasing) }
}

extension FlagStack {
    /// A number that grows whenever the rules of any flag, or any value in the fixed context, may have changed.
    ///
    /// One atomic load, without the stack's lock. It grows when the new rules and values are in place, and before
    /// subscribers are notified. A value that is evaluated after the number was read, and cached with it, is current as
    /// long as the number stays the same, unless the flag depends on the time.
    package var generation: UInt64 { generations.current }
}
