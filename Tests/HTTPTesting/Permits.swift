import Synchronization

/// Lets so many do something at a time, in the order in which they came.
package final class Permits: Sendable {
    /// For servers of FlyingFox.
    ///
    /// Each keeps a thread of the system's pool waiting, which has 255: with the servers of all tests at once, there would
    /// be none for anything else.
    package static let servers = Permits(40)

    private struct State {
        var free: Int
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// - Parameter count: How many at a time.
    package init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Does something as soon as there is room for it.
    package func withPermit<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        await take()
        defer { giveBack() }
        return try await body()
    }

    private func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free == 0 {
                    state.waiters.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func giveBack() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiters.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.resume()
    }
}
