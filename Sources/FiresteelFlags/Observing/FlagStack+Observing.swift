public import FiresteelBase
import Synchronization

extension FlagStack {
    /// Calls a handler after each change in the fixed context, with all flags that it changed, until the subscription
    /// is cancelled or released.
    ///
    /// Each change is delivered once, in order, on a thread that causes changes. When a method of this stack or of a
    /// provider that changes something returns, its change has been delivered, unless another thread or a handler was
    /// already delivering: then that one delivers it next. Handlers may read, set and subscribe.
    public func onChange(_ handler: @escaping @Sendable ([FlagChange]) -> Void) -> Subscription {
        changeHub.subscribe(handler)
    }

    /// Returns all changes in the fixed context from now on.
    ///
    /// No change is lost, however slow the reader is. The stream ends with the stack, which it doesn't retain.
    public func changes() -> AsyncStream<FlagChange> {
        AsyncStream(subscribing: { yield in onChange { changes in for change in changes { yield(change) } } })
    }

    /// Returns the changes of one flag's value in the fixed context from now on.
    ///
    /// No change is lost, however slow the reader is. The stream ends with the stack, which it doesn't retain.
    public func changes<Value>(of flag: Flag<Value>) -> AsyncStream<TypedFlagChange<Value>> {
        AsyncStream(subscribing: { yield in onChange(of: flag, yield) })
    }

    /// Calls a handler after each change of one flag's value in the fixed context.
    public func onChange<Value>(
        of flag: Flag<Value>, _ handler: @escaping @Sendable (TypedFlagChange<Value>) -> Void
    ) -> Subscription {
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
    public func onDiagnostic(_ handler: @escaping @Sendable (FlagDiagnostic) -> Void) -> Subscription {
        reportedDiagnostics.subscribe(handler)
    }
}
