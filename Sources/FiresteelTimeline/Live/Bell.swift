internal import Synchronization

/// Wakes those who wait for the next event.
///
/// An appender pays one load. Whoever waits first puts up the flag and then looks at the ring again; an appender claims
/// its place in the ring and then looks at the flag. All four are sequentially consistent, so one of the two sees the
/// other, and no event is slept through.
final class Bell: Sendable {
    private struct State {
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var last: UInt64 = 0
    }

    private let isAwaited = Atomic(false)
    private let state = Mutex(State())

    /// Called after each append.
    @inline(__always)
    func ring() {
        if isAwaited.load(ordering: .sequentiallyConsistent) { wake() }
    }

    /// Wakes all who wait.
    ///
    /// The appender that takes the flag down is the only one that does.
    @inline(never)
    private func wake() {
        guard isAwaited.exchange(false, ordering: .sequentiallyConsistent) else { return }
        let waiting = state.withLock { state in
            let waiting = state.waiting
            state.waiting = [:]
            return waiting
        }
        for continuation in waiting.values { continuation.resume() }
    }

    /// Waits for the next ring, unless `isOver` is already true once the flag is up, or the task is cancelled.
    func wait(unless isOver: @Sendable () -> Bool) async {
        let place = state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { state in state.waiting[place] = continuation }
                isAwaited.store(true, ordering: .sequentiallyConsistent)
                // A cancellation that came before the place was taken found nobody there.
                if isOver() || Task.isCancelled { leave(place) }
            }
        } onCancel: {
            leave(place)
        }
    }

    private func leave(_ place: UInt64) {
        let continuation = state.withLock { state in state.waiting.removeValue(forKey: place) }
        continuation?.resume()
    }
}
