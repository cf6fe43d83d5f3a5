import Synchronization

/// One client's place in the live stream: what it hasn't been told yet, and the task that waits to tell it.
final class LiveSubscription: Sendable {
    private struct State {
        var news = LiveNews()
        var waiting: CheckedContinuation<Void, Never>?
        var isOver = false
    }

    private let state = Mutex(State())

    /// Adds to what the client is to be told.
    ///
    /// Takes no longer for a client that doesn't listen.
    func offer(_ news: LiveNews) {
        let waiting = state.withLock { state in
            state.news.merge(news)
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Ends the stream.
    func end() {
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// What is new, as soon as there is something.
    ///
    /// Nil once the stream is over or the task was cancelled.
    func next() async -> LiveNews? {
        while true {
            let (news, isOver) = state.withLock { state in
                defer { state.news = LiveNews() }
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
