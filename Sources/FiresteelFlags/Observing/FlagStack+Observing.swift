import Synchronization

extension FlagStack {
    /// Calls a handler after each change in the fixed context, with all flags that it changed, until the subscription
    /// is cancelled or released.
    ///
    /// Each change is delivered once, in order, on a thread that causes changes. When a method of this stack or of a
    /// provider that changes something returns, its change has been delivered, unless another thread or a handler was
    /// already delivering: then that one delivers it next. Handlers may read, set and subscribe.
    public func onChange(_ handler: @escaping @Sendable ([FlagChange]) -> Void) -> FlagSubscription {
        changeHub.subscribe(handler)
    }

    /// Returns all changes in the fixed context from now on.
    ///
    /// No change is lost, however slow the reader is. The stream ends with the stack, which it doesn't retain.
    public func changes() -> AsyncStream<FlagChange> {
        AsyncStream(bufferingPolicy: .unbounded) { continuation in
            let end = StreamEnd { continuation.finish() }
            let subscription = onChange { changes in
                withExtendedLifetime(end) { for change in changes { continuation.yield(change) } }
            }
            continuation.onTermination = { _ in subscription.cancel() }
        }
    }

    /// Returns the changes of one flag's value in the fixed context from now on.
    ///
    /// No change is lost, however slow the reader is. The stream ends with the stack, which it doesn't retain.
    public func changes<Value>(of flag: Flag<Value>) -> AsyncStream<TypedFlagChange<Value>> {
        AsyncStream(bufferingPolicy: .unbounded) { continuation in
            let end = StreamEnd { continuation.finish() }
            let subscription = onChange(of: flag) { change in
                withExtendedLifetime(end) { _ = continuation.yield(change) }
            }
            continuation.onTermination = { _ in subscription.cancel() }
        }
    }

    /// Calls a handler after each change of one flag's value in the fixed context.
    public func onChange<Value>(
        of flag: Flag<Value>, _ handler: @escaping @Sendable (TypedFlagChange<Value>) -> Void
    ) -> FlagSubscription {
        // Resolving the flag declares it; an undeclared flag has no changes.
        _ = resolution(of: flag, countsAsRead: false)
        let key = flag.key
        let defaultValue = flag.defaultValue
        return onChange { changes in
            for change in changes where change.key == key && change.valueChanged {
                let old = change.old.with(value: Value(flagValue: change.old.value) ?? defaultValue)
                let new = change.new.with(value: Value(flagValue: change.new.value) ?? defaultValue)
                handler(TypedFlagChange(key: key, old: old, new: new))
            }
        }
    }

    /// All diagnostics so far, each once, and those of parents and overrides that are unknown at present.
    ///
    /// Whether a parent or an overridden key is unknown can change with every declaration, so handlers aren't called for
    /// these.
    public var diagnostics: [FlagDiagnostic] { log.all + graph.withLock { $0.unknownReferences() } }

    /// Calls a handler with each diagnostic from now on.
    public func onDiagnostic(_ handler: @escaping @Sendable (FlagDiagnostic) -> Void) -> FlagSubscription {
        diagnosticHub.subscribe(handler)
    }
}

/// Ends a stream when the handler that feeds it is released.
private final class StreamEnd: Sendable {
    private let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
}

/// The subscribers to diagnostics.
final class FlagDiagnosticHub: Sendable {
    private struct State {
        var next = 0
        var handlers: [Int: @Sendable (FlagDiagnostic) -> Void] = [:]
    }

    private let state = Mutex(State())

    func subscribe(_ handler: @escaping @Sendable (FlagDiagnostic) -> Void) -> FlagSubscription {
        let id = state.withLock { state in
            state.next += 1
            state.handlers[state.next] = handler
            return state.next
        }
        return FlagSubscription { [weak self] in
            self?.state.withLock { _ = $0.handlers.removeValue(forKey: id) }
        }
    }

    func notify(_ diagnostics: [FlagDiagnostic]) {
        let handlers = state.withLock { $0.handlers.sorted { $0.key < $1.key }.map(\.value) }
        for diagnostic in diagnostics { for handler in handlers { handler(diagnostic) } }
    }
}
