import Synchronization

/// The subscribers of a provider.
///
/// A change has the keys of the rules to read again, not the new rules. So handlers may be called from several threads
/// concurrently, and a handler may subscribe, cancel, read flags and cause further changes.
public final class FlagChangeNotifier: Sendable {
    private struct State {
        var next = 0
        var handlers: [(id: Int, call: @Sendable (FlagProviderChange) -> Void)] = []
    }

    private let state = Mutex(State())

    /// Creates a notifier without subscribers.
    public init() {}

    /// Subscribes a handler until the subscription is cancelled or released.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> FlagSubscription {
        let id = state.withLock { state in
            state.next += 1
            state.handlers.append((state.next, handler))
            return state.next
        }
        return FlagSubscription { [weak self] in
            self?.state.withLock { state in state.handlers.removeAll { $0.id == id } }
        }
    }

    /// Calls all subscribers, and returns when they have returned.
    ///
    /// The caller must not hold a lock.
    public func send(_ change: FlagProviderChange) {
        for handler in state.withLock({ $0.handlers }) { handler.call(change) }
    }
}
