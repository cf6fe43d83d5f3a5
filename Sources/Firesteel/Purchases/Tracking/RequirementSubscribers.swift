import Synchronization

/// Those who want to hear of changes of a source or a tracker.
package final class RequirementSubscribers: Sendable {
    private struct State {
        var next = 0
        var handlers: [Int: @Sendable (RequirementChange) -> Void] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Adds one, until what is returned is called.
    package func add(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.next += 1
            state.handlers[state.next] = handler
            return state.next
        }
        return { [weak self] in
            // Let go of outside the lock: what a handler holds may do anything as it goes.
            _ = self?.state.withLock { $0.handlers.removeValue(forKey: number) }
        }
    }

    /// Tells all of them, in the order in which they came, outside any lock.
    package func notify(_ change: RequirementChange) {
        let handlers = state.withLock { $0.handlers.sorted { $0.key < $1.key }.map(\.value) }
        for handler in handlers { handler(change) }
    }

    /// How many there are.
    package var count: Int { state.withLock { $0.handlers.count } }
}
