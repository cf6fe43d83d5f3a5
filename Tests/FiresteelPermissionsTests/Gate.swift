import Synchronization

/// Lets a test wait until code has reached a point, and release it.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var arrived = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watching: [(Int, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// Waits until the gate is open.
    func pass() async {
        await withCheckedContinuation { continuation in
            let (isOpen, watching) = state.withLock { state in
                state.arrived += 1
                if !state.isOpen { state.waiting.append(continuation) }
                let ready = state.watching.filter { $0.0 <= state.arrived }.map(\.1)
                state.watching.removeAll { $0.0 <= state.arrived }
                return (state.isOpen, ready)
            }
            for watcher in watching { watcher.resume() }
            if isOpen { continuation.resume() }
        }
    }

    /// Waits until so many came to the gate.
    func arrivals(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.arrived >= count { return true }
                state.watching.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Releases all.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    var arrived: Int { state.withLock { $0.arrived } }
}
