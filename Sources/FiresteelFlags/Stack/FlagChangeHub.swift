import FiresteelBase

/// Notifies handlers of changes with the number of changes that led to each; see ``FlagChangeCauses``.
///
/// Changes are enqueued while holding the stack's lock, so that they have its order, and delivered without it.
struct FlagChangeHub: Sendable {
    private struct Batch: Sendable {
        let changes: [FlagChange]
        let causes: Int
    }

    private let batches = Broadcaster<Batch>()

    /// Subscribes a handler to all changes that are enqueued from now on.
    func subscribe(_ handler: @escaping @Sendable ([FlagChange]) -> Void) -> Subscription {
        batches.subscribe { batch in FlagChangeCauses.$count.withValue(batch.causes) { handler(batch.changes) } }
    }

    /// Enqueues one change of the stack, which may affect several flags.
    func enqueue(_ changes: [FlagChange]) {
        guard !changes.isEmpty else { return }
        batches.enqueue(Batch(changes: changes, causes: FlagChangeCauses.count))
    }

    /// Delivers the queued changes, unless another thread, or a caller of this one, already does.
    func notify() { batches.deliver() }
}

/// The number of changes that led to a change of flags.
///
/// Subscribers are notified of a handler's change after the handler has returned, so the call stack doesn't show that changes
/// cause each other without end. Subscribers are called with the count that was in effect when the change was made; code that
/// makes changes because of changes increments it around those.
package enum FlagChangeCauses {
    /// The number of changes that led to the current code: 0 if none did.
    @TaskLocal package static var count = 0
}
