import Synchronization

/// Retains replaced decisions until no reader can have them, without making readers wait or contend.
///
/// A reader announces itself in one of several counters, each in its own cache line, before it loads a pointer, and
/// withdraws when it is done. A replaced decision is stored together with the counters that have not been seen at zero
/// since. A reader that announced itself before the replacement keeps its counter above zero until it is done. A later
/// one loads the new pointer, because announcement, load, exchange and the reading of the counters are in one order for
/// all threads. So once each counter has been at zero, no reader can have the old pointer.
///
/// `@unchecked Sendable` because it owns memory: the counters are allocated once and are atomic, and the list of
/// replaced decisions is guarded by a lock.
final class ReaderGuard: @unchecked Sendable {
    private static var count: Int { 16 }
    /// Counters are 128 bytes apart, the most that processors fetch at a time.
    private static var stride: Int { 16 }

    private let counters: UnsafeMutablePointer<Atomic<Int>>

    private struct Retired {
        let compiled: Unmanaged<CompiledDecision>
        /// A bit for each counter that was not yet seen at zero.
        var busy: UInt32
    }

    // Unmanaged isn't Sendable; these are used while holding the lock.
    private struct Waiting: @unchecked Sendable { var decisions: [Retired] = [] }
    private let waiting = Mutex(Waiting())

    init() {
        counters = .allocate(capacity: Self.count * Self.stride)
        for index in 0..<Self.count * Self.stride { (counters + index).initialize(to: Atomic(0)) }
    }

    deinit {
        waiting.withLock { waiting in for retired in waiting.decisions { retired.compiled.release() } }
        counters.deinitialize(count: Self.count * Self.stride)
        counters.deallocate()
    }

    /// Announces a reader, and returns the ticket for ``leave(_:)``.
    @inline(__always) func enter() -> Int {
        let slot = Self.slotOfThread()
        counters[slot].add(1, ordering: .sequentiallyConsistent)
        return slot
    }

    @inline(__always) func leave(_ slot: Int) {
        counters[slot].subtract(1, ordering: .sequentiallyConsistent)
    }

    /// Releases decisions as soon as no reader can have them.
    func retire(_ decisions: [Unmanaged<CompiledDecision>]) {
        let free = waiting.withLock { waiting -> [Unmanaged<CompiledDecision>] in
            let all = UInt32(1) << Self.count - 1
            waiting.decisions.append(contentsOf: decisions.map { Retired(compiled: $0, busy: all) })
            var idle: UInt32 = 0
            for index in 0..<Self.count
            where counters[index * Self.stride].load(ordering: .sequentiallyConsistent) == 0 {
                idle |= 1 << UInt32(index)
            }
            var free: [Unmanaged<CompiledDecision>] = []
            var kept: [Retired] = []
            for var retired in waiting.decisions {
                retired.busy &= ~idle
                if retired.busy == 0 { free.append(retired.compiled) } else { kept.append(retired) }
            }
            waiting.decisions = kept
            return free
        }
        for compiled in free { compiled.release() }
    }

    /// Returns a counter that is derived from an address on the thread's stack.
    ///
    /// Two threads with the same counter are correct, only slower.
    @inline(__always) private static func slotOfThread() -> Int {
        var local: UInt8 = 0
        let address = withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
        let mixed = (UInt64(address) >> 16) &* 0x9E37_79B9_7F4A_7C15
        return Int(mixed >> 60) * stride
    }
}
