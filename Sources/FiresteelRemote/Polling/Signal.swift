import Synchronization

/// What a loop has to do next.
///
/// Things that happen twice before it looks are one.
final class Signal: Sendable {
    /// What has happened.
    struct Work: Sendable {
        /// It is time to fetch.
        var isDue = false
        /// A stream of events was opened or ended: something may have been missed.
        var streamsChanged = false
        /// An event told of a change.
        var hint: RefetchHint?
        /// To be asked without a validator.
        var isUnconditional = false
        /// The values got too old.
        var isStale = false
        /// The program became active or inactive.
        var activityChanged = false
        /// The program was inactive for long enough.
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

    /// What has happened since the last call, as soon as there is something; `nil` when the task is cancelled.
    ///
    /// For one task at a time.
    func next() async -> Work? {
        while !Task.isCancelled {
            let work = state.withLock { state in
                defer { state.work = Work() }
                return state.work
            }
            if !work.isEmpty { return work }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let goesOn = state.withLock { state in
                        // A cancellation before this found nobody to wake.
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
