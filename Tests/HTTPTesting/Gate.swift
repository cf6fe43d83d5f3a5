import Foundation
import Synchronization

/// Something that happens once, to be waited for from tasks and threads.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let group = DispatchGroup()

    package init() { group.enter() }

    package func open() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
            guard !state.isOpen else { return nil }
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        guard let waiters else { return }
        group.leave()
        for waiter in waiters { waiter.resume() }
    }

    package func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func waitBlocking() { group.wait() }
}
