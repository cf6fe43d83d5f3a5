import Synchronization

/// Admits one task at a time, in order of arrival.
final class AuthorizationTurns: Sendable {
    private struct State {
        var isTaken = false
        var next = 0
        var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        /// The tasks that were cancelled before they waited.
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Waits for the turn.
    ///
    /// - Returns: `false` if the task was cancelled while waiting; then there is no turn to give back.
    func acquire() async -> Bool {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        // A task that is cancelled once it has the turn leaves no entry behind.
        defer { state.withLock { _ = $0.cancelled.remove(number) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if state.cancelled.remove(number) != nil { return false }
                    guard state.isTaken else {
                        state.isTaken = true
                        return true
                    }
                    state.waiting.append((number, continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
                guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
                    state.cancelled.insert(number)
                    return nil
                }
                return state.waiting.remove(at: index).continuation
            }
            continuation?.resume(returning: false)
        }
    }

    /// Passes the turn to the task that has waited longest.
    func release() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
