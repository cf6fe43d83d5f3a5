import FiresteelTimeline
import Synchronization

/// Notifies attached readers of performs, with the data that the actions provide for them.
///
/// The data is computed when an action begins, because only then the input is available, and only while a reader that
/// needs it is attached. It never leaves the process.
@usableFromInline
final class PerformHooks: Sendable {
    private struct State {
        var next = 0
        var listeners: [Int: Listener] = [:]
        /// The data of actions in flight, by their performs.
        var inFlight: [UInt64: InFlight] = [:]
    }

    private struct InFlight {
        var perform: HookedPerform
        /// The newest listener that was notified of the begin.
        ///
        /// Later ones aren't notified of the end.
        let lastListener: Int
    }

    private struct Listener {
        let kinds: HookKinds
        let queue: HookQueue
    }

    /// The kinds of data that attached readers need.
    private let attached = Atomic<UInt8>(0)
    private let state = Mutex(State())
    /// The attached objects, for look-up and for erasing.
    private let attachments = Mutex<[any HookAttachment]>([])

    deinit {
        state.withLock { state in
            for listener in state.listeners.values { listener.queue.finish() }
        }
    }

    /// Returns the given kinds that attached readers need.
    @usableFromInline
    func asked(for kinds: HookKinds) -> HookKinds {
        HookKinds(rawValue: attached.load(ordering: .relaxed)).intersection(kinds)
    }

    /// Attaches a reader of performs of actions with data of the given kinds.
    func attach(_ kinds: HookKinds, bound: Int) -> HookedPerforms {
        let queue = HookQueue(bound: bound)
        let number = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = Listener(kinds: kinds, queue: queue)
            updateAttached(state)
            return state.next
        }
        return HookedPerforms(queue: queue) { [weak self] in self?.detach(number) }
    }

    private func detach(_ number: Int) {
        state.withLock { state in
            state.listeners.removeValue(forKey: number)?.queue.finish()
            updateAttached(state)
            if state.listeners.isEmpty { state.inFlight = [:] }
        }
    }

    private func updateAttached(_ state: State) {
        let all = state.listeners.values.reduce(into: HookKinds()) { $0.formUnion($1.kinds) }
        attached.store(all.rawValue, ordering: .relaxed)
    }

    func began(_ perform: HookedPerform) {
        state.withLock { state in
            state.inFlight[perform.perform] = InFlight(perform: perform, lastListener: state.next)
            notify(perform, in: state, upTo: state.next)
        }
    }

    func completed(_ perform: UInt64, _ outcome: Outcome, at clock: TimelineClock) {
        guard attached.load(ordering: .relaxed) != 0 else { return }
        state.withLock { state in
            guard var pending = state.inFlight.removeValue(forKey: perform) else { return }
            pending.perform.completion = HookedPerform.Completion(
                outcome: outcome, duration: clock.now &- pending.perform.start)
            notify(pending.perform, in: state, upTo: pending.lastListener)
        }
    }

    /// Notifies readers that a session or its stacks closed.
    ///
    /// Costs one load if no reader needs it.
    func closed(_ closing: @autoclosure () -> HookClosing) {
        guard !asked(for: .activities).isEmpty else { return }
        let closing = closing()
        state.withLock { state in
            for listener in state.listeners.values where listener.kinds.contains(.activities) {
                listener.queue.add(.closed(closing))
            }
        }
    }

    /// Notifies readers while holding the lock, so that a completion never precedes its begin.
    private func notify(_ perform: HookedPerform, in state: State, upTo last: Int) {
        for (number, listener) in state.listeners
        where number <= last && !listener.kinds.isDisjoint(with: perform.kinds) {
            listener.queue.add(.perform(perform))
        }
    }
}

/// An object that is attached to a runtime for longer than one sequence of performs.
protocol HookAttachment: AnyObject, Sendable {
    /// Erases its data about the user.
    func erase() throws
}

extension PerformHooks {
    /// Retains an attached object as long as the runtime.
    func retain(_ attachment: any HookAttachment) { attachments.withLock { $0.append(attachment) } }

    /// The attached objects.
    var retained: [any HookAttachment] { attachments.withLock { $0 } }

    /// Erases the data about the user in all attached objects.
    ///
    /// - Throws: The first error. The others are erased nevertheless.
    func erase() throws {
        var first: (any Error)?
        for attachment in retained {
            do { try attachment.erase() } catch { first = first ?? error }
        }
        if let first { throw first }
    }
}

/// A closed session or stack.
struct HookClosing: Sendable {
    let session: UInt32
    /// The stacks that closed, or `nil` if all of the session did.
    let stacks: Set<UInt32>?
}
