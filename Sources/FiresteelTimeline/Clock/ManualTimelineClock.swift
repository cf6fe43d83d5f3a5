internal import Synchronization

/// A clock for tests that advances only when it is moved.
public final class ManualTimelineClock: Sendable {
    private let nanoseconds: Atomic<UInt64>
    private let wallNanoseconds: Atomic<UInt64>

    /// Creates a clock at the given reading.
    /// - Parameters:
    ///   - nanoseconds: The monotonic reading.
    ///   - wallNanoseconds: The reading of the wall clock at that moment, in nanoseconds since 1970. By default
    ///     2026-01-01T00:00:00Z.
    public init(nanoseconds: UInt64 = 1_000_000_000, wallNanoseconds: UInt64 = 1_767_225_600_000_000_000) {
        self.nanoseconds = Atomic(nanoseconds)
        self.wallNanoseconds = Atomic(wallNanoseconds)
    }

    /// The monotonic reading in nanoseconds.
    public var now: UInt64 { nanoseconds.load(ordering: .relaxed) }

    /// The wall clock's reading in nanoseconds since 1970.
    public var wall: UInt64 { wallNanoseconds.load(ordering: .relaxed) }

    /// Advances both clocks.
    ///
    /// Negative durations are ignored: a monotonic clock never moves backwards.
    public func advance(by duration: Duration) {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return }
        let step = UInt64(seconds) &* 1_000_000_000 &+ UInt64(attoseconds / 1_000_000_000)
        nanoseconds.wrappingAdd(step, ordering: .relaxed)
        wallNanoseconds.wrappingAdd(step, ordering: .relaxed)
    }

    /// Sets the wall clock, as the user or a time server does.
    ///
    /// The monotonic reading doesn't change.
    public func setWall(_ nanoseconds: UInt64) {
        wallNanoseconds.store(nanoseconds, ordering: .relaxed)
    }
}
