import Synchronization

/// The subscribers to events, such as the changes of a provider.
///
/// ```swift
/// private let changes = Broadcaster<FlagProviderChange>(.immediate)
///
/// func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription {
///     changes.subscribe(handler)
/// }
/// ```
///
/// Handlers are called in the order in which they subscribed, without any lock, on threads that send. They may
/// subscribe, cancel and send. An event is delivered to the handlers that are subscribed when it is sent, except
/// those that are cancelled before their turn.
public final class Broadcaster<Event: Sendable>: Sendable {
    private struct Subscriber: Sendable {
        let number: Int
        let gate: HandlerGate
        let handler: @Sendable (Event) -> Void

        func receive(_ event: Event) { gate.call { handler(event) } }
    }

    private struct QueuedEvent {
        let event: Event
        let subscribers: [Subscriber]
    }

    private struct State {
        var next = 0
        var subscribers: [Subscriber] = []
        var queue: [QueuedEvent] = []
        var isDelivering = false
    }

    private let delivery: BroadcastDelivery
    private let state = Mutex(State())

    /// Creates a broadcaster without subscribers.
    public init(_ delivery: BroadcastDelivery = .ordered) {
        self.delivery = delivery
    }

    deinit {
        for subscriber in state.withLock({ $0.subscribers }) { subscriber.gate.end() }
    }

    /// Subscribes a handler to all events from now on.
    ///
    /// Neither retains the other: the subscription ends with the broadcaster.
    public func subscribe(_ handler: @escaping @Sendable (Event) -> Void) -> Subscription {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        let gate = HandlerGate { [weak self] in self?.remove(number) }
        state.withLock { $0.subscribers.append(Subscriber(number: number, gate: gate, handler: handler)) }
        return Subscription(gate)
    }

    private func remove(_ number: Int) {
        // Released without the lock: deinitializers of captured values run arbitrary code.
        _ = state.withLock { state in
            state.subscribers.firstIndex { $0.number == number }.map { state.subscribers.remove(at: $0) }
        }
    }

    /// Delivers an event to all subscribers.
    ///
    /// The caller must hold no lock that a handler takes.
    public func send(_ event: Event) {
        switch delivery {
        case .immediate:
            for subscriber in state.withLock({ $0.subscribers }) { subscriber.receive(event) }
        case .ordered:
            enqueue(event)
            deliver()
        }
    }

    /// The number of subscribers.
    package var subscriberCount: Int { state.withLock { $0.subscribers.count } }
}

/// The delivery of a broadcaster's events.
public enum BroadcastDelivery: Sendable {
    /// Each subscriber receives events one at a time, in the order in which they are sent.
    ///
    /// An event is delivered when ``Broadcaster/send(_:)`` returns, unless another thread or a handler was already
    /// delivering: then that one delivers it next.
    case ordered
    /// Each event is delivered by its sender before ``Broadcaster/send(_:)`` returns.
    ///
    /// A handler may be called by several threads concurrently, and again while it runs if it sends itself. For
    /// events that say which state to read again, and not the new state: their order is irrelevant.
    case immediate
}

extension Broadcaster {
    /// Queues an event for the present subscribers until ``deliver()``.
    ///
    /// For senders that determine the order while holding a lock: handlers run after they released it.
    package func enqueue(_ event: Event) {
        state.withLock { state in
            guard !state.subscribers.isEmpty else { return }
            state.queue.append(QueuedEvent(event: event, subscribers: state.subscribers))
        }
    }

    /// Delivers the queued events, unless another thread, or a caller of this one, already does.
    package func deliver() {
        guard startDelivering() else { return }
        while let queue = takeQueue() {
            for queued in queue {
                for subscriber in queued.subscribers { subscriber.receive(queued.event) }
            }
        }
    }

    private func startDelivering() -> Bool {
        state.withLock { state in
            guard !state.isDelivering, !state.queue.isEmpty else { return false }
            state.isDelivering = true
            return true
        }
    }

    /// Removes and returns the queued events; with none, ends the delivery.
    private func takeQueue() -> [QueuedEvent]? {
        state.withLock { state in
            guard !state.queue.isEmpty else {
                state.isDelivering = false
                return nil
            }
            defer { state.queue = [] }
            return state.queue
        }
    }
}
