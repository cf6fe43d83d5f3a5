import Synchronization

/// A client of the live stream: its unsent changes, and the task that waits to send them.
final class LiveSubscription: Sendable {
    private struct State {
        var news = LiveChanges()
        var waiting: CheckedContinuation<Void, Never>?
        var isOver = false
    }

    private let state = Mutex(State())

    /// Adds changes for the client.
    ///
    /// The cost doesn't depend on the client's speed.
    func offer(_ news: LiveChanges) {
        let waiting = state.withLock { state in
            state.news.merge(news)
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    func end() {
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Returns the changes, as soon as there are any.
    ///
    /// `nil` once the stream has ended or the task was cancelled.
    func next() async -> LiveChanges? {
        while true {
            let (news, isOver) = state.withLock { state in
                defer { state.news = LiveChanges() }
                return (state.news, state.isOver)
            }
            if isOver || Task.isCancelled { return nil }
            if !news.isEmpty { return news }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isNeeded = state.withLock { state in
                        guard state.news.isEmpty, !state.isOver, !Task.isCancelled else { return false }
                        state.waiting = continuation
                        return true
                    }
                    if !isNeeded { continuation.resume() }
                }
            } onCancel: {
                let waiting = state.withLock { state in
                    defer { state.waiting = nil }
                    return state.waiting
                }
                waiting?.resume()
            }
        }
    }
}
