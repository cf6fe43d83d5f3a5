internal import Synchronization

/// Wakes the readers that wait for the next event.
///
/// An appender pays one load. A waiting reader first raises the flag and then checks the ring again; an appender first
/// claims its position in the ring and then checks the flag. All four operations are sequentially consistent, so one of
/// the two sees the other, and no event is missed.
final class Bell: Sendable {
    private struct State {
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var last: UInt64 = 0
    }

    private let isAwaited = Atomic(false)
    private let state = Mutex(State())

    /// Wakes the readers after an append.
    @inline(__always)
    func ring() {
        if isAwaited.load(ordering: .sequentiallyConsistent) { wake() }
    }

    /// Wakes all waiting readers.
    ///
    /// Only the appender that lowers the flag calls this.
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
        let ticket = state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { state in state.waiting[ticket] = continuation }
                isAwaited.store(true, ordering: .sequentiallyConsistent)
                // If the task was cancelled before the continuation was stored, the handler found none to resume.
                if isOver() || Task.isCancelled { leave(ticket) }
            }
        } onCancel: {
            leave(ticket)
        }
    }

    private func leave(_ ticket: UInt64) {
        let continuation = state.withLock { state in state.waiting.removeValue(forKey: ticket) }
        continuation?.resume()
    }
}
