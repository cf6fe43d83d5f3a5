import Dispatch
import Synchronization

/// Admits calls of a synchronous handler until its subscription ends.
package final class HandlerGate: SubscriptionSource {
    private struct State {
        var hasEnded = false
        /// Called when the subscription ends.
        var onEnd: (@Sendable () -> Void)?
        /// The threads of the calls in progress, once for each call.
        var calls: [ThreadIdentity] = []
        /// Threads that wait for a call to return.
        var blocked: [DispatchSemaphore] = []
        /// Tasks that wait for the end and the last call.
        var suspended: [CheckedContinuation<Void, Never>] = []

        /// Removes and returns the tasks whose wait is over.
        mutating func takeFinished() -> [CheckedContinuation<Void, Never>] {
            guard hasEnded, calls.isEmpty else { return [] }
            defer { suspended = [] }
            return suspended
        }
    }

    private let state: Mutex<State>

    /// Creates an open gate.
    ///
    /// - Parameter onEnd: Called once, when the gate closes. ``waitForCalls()`` waits for it as for a call.
    package init(_ onEnd: @escaping @Sendable () -> Void) {
        state = Mutex(State(onEnd: onEnd))
    }

    /// Calls a handler, unless the subscription has ended.
    package func call(_ handler: () -> Void) {
        let thread = ThreadIdentity.current
        let isOpen = state.withLock { state in
            guard !state.hasEnded else { return false }
            state.calls.append(thread)
            return true
        }
        guard isOpen else { return }
        handler()
        leave(thread)
    }

    private func leave(_ thread: ThreadIdentity) {
        let (blocked, finished) = state.withLock { state in
            if let call = state.calls.lastIndex(of: thread) { state.calls.remove(at: call) }
            defer { state.blocked = [] }
            return (state.blocked, state.takeFinished())
        }
        for semaphore in blocked { semaphore.signal() }
        for continuation in finished { continuation.resume() }
    }

    package func end() {
        let thread = ThreadIdentity.current
        let onEnd = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.hasEnded else { return nil }
            state.hasEnded = true
            // Counts as a call, so that another thread's `waitForCalls()` includes it.
            state.calls.append(thread)
            defer { state.onEnd = nil }
            return state.onEnd
        }
        guard let onEnd else { return }
        onEnd()
        leave(thread)
    }

    package func waitForCalls() {
        let thread = ThreadIdentity.current
        while true {
            let semaphore = state.withLock { state -> DispatchSemaphore? in
                // Two threads in concurrent calls of one handler would wait for each other.
                guard !state.calls.isEmpty, !state.calls.contains(thread) else { return nil }
                let semaphore = DispatchSemaphore(value: 0)
                state.blocked.append(semaphore)
                return semaphore
            }
            guard let semaphore else { return }
            semaphore.wait()
        }
    }

    package func finished() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isFinished = state.withLock { state in
                guard !state.hasEnded || !state.calls.isEmpty else { return true }
                state.suspended.append(continuation)
                return false
            }
            if isFinished { continuation.resume() }
        }
    }
}
