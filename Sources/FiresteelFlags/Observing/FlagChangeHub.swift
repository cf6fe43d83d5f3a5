import Synchronization

/// Notifies handlers of changes, each once and in order, while no lock is held.
///
/// Changes are enqueued while holding the stack's lock, so the queue has their order. One thread at a time calls the handlers;
/// a change that a handler makes is delivered after the one that the handler was called with.
final class FlagChangeHub: Sendable {
    private final class Handler: Sendable {
        let call: @Sendable ([FlagChange]) -> Void
        let isCancelled = Atomic(false)

        init(_ call: @escaping @Sendable ([FlagChange]) -> Void) { self.call = call }
    }

    private struct State {
        var next = 0
        var handlers: [Int: Handler] = [:]
        var queue: [(changes: [FlagChange], handlers: [Handler], causes: Int)] = []
        var isNotifying = false
    }

    private let state = Mutex(State())

    /// Subscribes a handler to all changes that are enqueued from now on.
    func subscribe(_ call: @escaping @Sendable ([FlagChange]) -> Void) -> FlagSubscription {
        let handler = Handler(call)
        let id = state.withLock { state in
            state.next += 1
            state.handlers[state.next] = handler
            return state.next
        }
        return FlagSubscription { [weak self, weak handler] in
            handler?.isCancelled.store(true, ordering: .releasing)
            self?.state.withLock { _ = $0.handlers.removeValue(forKey: id) }
        }
    }

    /// Enqueues one change of the stack, which may affect several flags.
    func enqueue(_ changes: [FlagChange]) {
        guard !changes.isEmpty else { return }
        state.withLock { state in
            guard !state.handlers.isEmpty else { return }
            let handlers = state.handlers.sorted { $0.key < $1.key }.map(\.value)
            state.queue.append((changes, handlers, FlagChangeCauses.count))
        }
    }

    /// Delivers the queued changes, unless another thread, or a caller of this one, already does.
    func notify() {
        guard start() else { return }
        while let (changes, handlers, causes) = next() {
            FlagChangeCauses.$count.withValue(causes) {
                for handler in handlers where !handler.isCancelled.load(ordering: .acquiring) { handler.call(changes) }
            }
        }
    }

    private func start() -> Bool {
        state.withLock { state in
            guard !state.isNotifying, !state.queue.isEmpty else { return false }
            state.isNotifying = true
            return true
        }
    }

    private func next() -> (changes: [FlagChange], handlers: [Handler], causes: Int)? {
        state.withLock { state in
            guard !state.queue.isEmpty else {
                state.isNotifying = false
                return nil
            }
            return state.queue.removeFirst()
        }
    }
}
