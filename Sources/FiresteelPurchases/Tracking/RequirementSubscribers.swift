package import Firesteel
import Synchronization

/// The subscribers to changes of a source or tracker.
package final class RequirementSubscribers: Sendable {
    private struct State {
        var next = 0
        var handlers: [Int: @Sendable (RequirementChange) -> Void] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Adds a subscriber until the returned closure is called.
    package func add(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.next += 1
            state.handlers[state.next] = handler
            return state.next
        }
        return { [weak self] in
            // Released outside the lock: deinitializers of captured values may run arbitrary code.
            _ = self?.state.withLock { $0.handlers.removeValue(forKey: number) }
        }
    }

    /// Calls all subscribers in the order in which they were added, without holding a lock.
    package func notify(_ change: RequirementChange) {
        let handlers = state.withLock { $0.handlers.sorted { $0.key < $1.key }.map(\.value) }
        for handler in handlers { handler(change) }
    }

    package var count: Int { state.withLock { $0.handlers.count } }
}
