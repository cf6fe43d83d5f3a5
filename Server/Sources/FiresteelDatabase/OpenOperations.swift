internal import Synchronization

/// Counts the running operations of a database, so that closing can wait for them.
final class OpenOperations: Sendable {
    private struct State {
        var count = 0
        var isClosed = false
        var closing: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Begins an operation, or throws ``DatabaseError/closed``.
    ///
    /// Each call needs one of ``end()``.
    func begin() throws {
        try state.withLock { state in
            guard !state.isClosed else { throw DatabaseError.closed }
            state.count += 1
        }
    }

    func end() {
        let closing = state.withLock { state in
            state.count -= 1
            guard state.count == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.closing = [] }
            return state.closing
        }
        for continuation in closing { continuation.resume() }
    }

    /// Prevents new operations, and waits for the running ones.
    func close() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                state.isClosed = true
                if state.count > 0 { state.closing.append(continuation) }
                return state.count == 0
            }
            if isIdle { continuation.resume() }
        }
    }
}
