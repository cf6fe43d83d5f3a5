internal import Synchronization

/// A call that waits for a thread or a connection of the database.
///
/// Cancelling its task ends the wait, but not a call that has begun.
final class PendingCall<Value: Sendable>: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Value, any Error>)
        case begun(CheckedContinuation<Value, any Error>)
        case ended
    }

    private let state = Mutex(State.new)

    /// Starts the call and waits for its value.
    ///
    /// - Parameter start: Enqueues a call of ``run(_:)``, or of ``begin()`` and ``end(_:)``.
    func value(_ start: () throws -> Void) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // A cancellation before this is seen here; one after it finds the continuation.
                let isCancelled = state.withLock { state in
                    let isCancelled = Task.isCancelled
                    state = isCancelled ? .ended : .waiting(continuation)
                    return isCancelled
                }
                guard !isCancelled else { return continuation.resume(throwing: CancellationError()) }
                do {
                    try start()
                } catch {
                    fail(error)
                }
            }
        } onCancel: {
            fail(CancellationError())
        }
    }

    /// Runs a closure for the waiting task, unless the task was cancelled.
    func run(_ body: () throws -> Value) {
        guard begin() else { return }
        end(Result { try body() })
    }

    /// Ends the wait for a thread or connection, and returns whether the task still waits for the value.
    ///
    /// The call may begin again, for another attempt.
    func begin() -> Bool {
        state.withLock { state in
            switch state {
            case .waiting(let continuation):
                state = .begun(continuation)
                return true
            case .begun: return true
            case .new, .ended: return false
            }
        }
    }

    /// Whether the task no longer waits for the value.
    var hasEnded: Bool {
        state.withLock { state in
            if case .ended = state { true } else { false }
        }
    }

    /// Returns a result to the task, unless it no longer waits.
    func end(_ result: Result<Value, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            switch state {
            case .waiting(let continuation), .begun(let continuation):
                state = .ended
                return continuation
            case .new, .ended: return nil
            }
        }
        continuation?.resume(with: result)
    }

    /// Throws an error to the task if the call has not begun, and returns whether that was the case.
    @discardableResult
    func fail(_ error: any Error) -> Bool {
        let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            guard case .waiting(let continuation) = state else { return nil }
            state = .ended
            return continuation
        }
        continuation?.resume(throwing: error)
        return continuation != nil
    }
}
