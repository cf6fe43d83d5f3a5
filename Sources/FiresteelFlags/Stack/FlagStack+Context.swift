package import FiresteelBase
import Synchronization

extension FlagStack {
    /// The fixed context: the user of the program.
    public var context: EvaluationContext { graph.withLock { $0.context } }

    /// Sets the fixed context, as one change: all flags get their values, and then subscribers are notified once.
    ///
    /// Providers whose server decides for one context at a time are notified first. Must not be called from a
    /// provider's `fixedContextChanged`.
    public func setContext(_ context: EvaluationContext) {
        contextChange.withLock { _ in
            let gathering = ContextGathering(self)
            ContextGathering.$current.withValue(gathering) {
                if let overrides { overrides.fixedContextChanged(context) }
                for provider in providers { provider.fixedContextChanged(context) }
            }
            graph.withLock { graph in
                let old = graph.snapshotOfAnswers()
                graph.context = context
                switch gathering.close() {
                case .all: _ = graph.updateAll()
                case .keys(let keys):
                    _ = graph.update(keys)
                    _ = graph.reevaluate { $0.isContextual }
                }
                changeHub.enqueue(graph.changes(since: old))
            }
        }
        contextChanges.send(())
        notify()
    }

    /// Evaluates flags that depend on the time, so that subscribers are notified of their changes.
    ///
    /// Reads evaluate such flags themselves.
    public func refreshTimedFlags() {
        update { graph in graph.reevaluate { $0.isTimed } }
    }

    /// Calls a handler after each change of the fixed context, when all flags have their values.
    package func onContextChange(_ handler: @escaping @Sendable () -> Void) -> Subscription {
        contextChanges.subscribe { _ in handler() }
    }
}

/// The changes that providers report while they are notified of another context, which become a part of that change.
final class ContextGathering: Sendable {
    @TaskLocal static var current: ContextGathering?

    private struct State {
        var change = FlagProviderChange.keys([])
        var isOpen = true
    }

    private let state = Mutex(State())
    private let stack: ObjectIdentifier

    init(_ stack: FlagStack) { self.stack = ObjectIdentifier(stack) }

    /// Accepts a change, unless it arrives after ``close()``, is from a task that a provider started, or belongs to
    /// another stack.
    func accepts(_ change: FlagProviderChange, of other: FlagStack) -> Bool {
        guard ObjectIdentifier(other) == stack else { return false }
        return state.withLock { state in
            guard state.isOpen else { return false }
            switch (state.change, change) {
            case (.keys(let known), .keys(let keys)): state.change = .keys(known.union(keys))
            default: state.change = .all
            }
            return true
        }
    }

    /// Returns the gathered changes, and takes no more.
    func close() -> FlagProviderChange {
        state.withLock { state in
            state.isOpen = false
            return state.change
        }
    }
}
