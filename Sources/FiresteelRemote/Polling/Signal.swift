import Synchronization

/// The pending work of a loop.
///
/// Repeated events before the next read are combined.
final class Signal: Sendable {
    struct Work: Sendable {
        /// A fetch is due.
        var isDue = false
        /// An event stream was opened or ended: changes may have been missed.
        var streamsChanged = false
        /// An event reported a change.
        var hint: RefetchHint?
        /// The next request must not have a validator.
        var isUnconditional = false
        /// The values became stale.
        var isStale = false
        /// The program became active or inactive.
        var activityChanged = false
        /// The inactivity delay has passed.
        var isInactive = false

        var callsForFetch: Bool { isDue || streamsChanged || hint != nil || isUnconditional }
        var isEmpty: Bool { !callsForFetch && !isStale && !activityChanged && !isInactive }
    }

    private struct State {
        var work = Work()
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func raise(_ change: (inout Work) -> Void) {
        let waiter = state.withLock { state in
            change(&state.work)
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Waits for work, and returns everything since the last call; `nil` when the task is cancelled.
    ///
    /// Only one task may call it.
    func next() async -> Work? {
        while !Task.isCancelled {
            let work = state.withLock { state -> Work? in
                // A loop that was stopped leaves the work for the one that was started after it.
                guard !Task.isCancelled else { return nil }
                defer { state.work = Work() }
                return state.work
            }
            guard let work else { return nil }
            if !work.isEmpty { return work }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let goesOn = state.withLock { state in
                        // An earlier cancellation had no waiting task to resume.
                        guard state.work.isEmpty, !Task.isCancelled else { return true }
                        state.waiter = continuation
                        return false
                    }
                    if goesOn { continuation.resume() }
                }
            } onCancel: {
                state.withLock { $0.waiter.take() }?.resume()
            }
        }
        return nil
    }
}
