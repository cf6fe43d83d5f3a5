import Synchronization

/// Sends changes to any number of listeners, to each in order and without losses.
final class ChangeBroadcast<Change: Sendable>: Sendable {
    private struct State {
        var next = 0
        var listeners: [Int: AsyncStream<Change>.Continuation] = [:]
    }

    private let state = Mutex(State())

    deinit {
        state.withLock { state in
            for listener in state.listeners.values { listener.finish() }
        }
    }

    func stream() -> AsyncStream<Change> {
        AsyncStream { continuation in
            let number = state.withLock { state in
                state.next += 1
                state.listeners[state.next] = continuation
                return state.next
            }
            continuation.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
            }
        }
    }

    func send(_ changes: [Change]) {
        state.withLock { state in
            for listener in state.listeners.values {
                for change in changes { listener.yield(change) }
            }
        }
    }
}
