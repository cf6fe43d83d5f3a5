internal import Synchronization

/// A call that waits for a thread of the database.
///
/// Cancelling its task ends the wait, but not a call that is running.
final class PendingCall<Value: Sendable>: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Value, any Error>)
        case taken
    }

    private let state = Mutex(State.new)

    /// Starts the call and waits for its value.
    ///
    /// - Parameter start: Enqueues a call of ``run(_:)``.
    func value(_ start: () throws -> Void) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // A cancellation before this is seen here; one after it finds the continuation.
                let isCancelled = state.withLock { state in
                    let isCancelled = Task.isCancelled
                    state = isCancelled ? .taken : .waiting(continuation)
                    return isCancelled
                }
                guard !isCancelled else { return continuation.resume(throwing: CancellationError()) }
                do {
                    try start()
                } catch {
                    take()?.resume(throwing: error)
                }
            }
        } onCancel: {
            take()?.resume(throwing: CancellationError())
        }
    }

    /// Runs a closure for the waiting task, unless the task was cancelled.
    func run(_ body: () throws -> Value) {
        guard let continuation = take() else { return }
        continuation.resume(with: Result { try body() })
    }

    private func take() -> CheckedContinuation<Value, any Error>? {
        state.withLock { state in
            guard case .waiting(let continuation) = state else { return nil }
            state = .taken
            return continuation
        }
    }
}
