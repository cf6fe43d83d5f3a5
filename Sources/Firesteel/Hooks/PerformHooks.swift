import FiresteelTimeline
import Synchronization

/// Tells those who are attached of performs, with what the actions say of their inputs for them.
///
/// What an action says of its input is computed when it begins, since the input is at hand only there, and only while
/// somebody is attached who asks for it. It stays in the process.
@usableFromInline
final class PerformHooks: Sendable {
    private struct State {
        var next = 0
        var listeners: [Int: Listener] = [:]
        /// What actions in flight said when they began, by their performs.
        var inFlight: [UInt64: InFlight] = [:]
    }

    private struct InFlight {
        var perform: HookedPerform
        /// The newest listener that heard of its begin: those after it don't hear of its end.
        let lastListener: Int
    }

    private struct Listener {
        let kinds: HookKinds
        let queue: HookQueue
    }

    /// What somebody is attached for.
    private let attached = Atomic<UInt8>(0)
    private let state = Mutex(State())
    /// Who is attached, for those who look, and for erasing.
    private let attachments = Mutex<[any HookAttachment]>([])

    deinit {
        state.withLock { state in
            for listener in state.listeners.values { listener.queue.finish() }
        }
    }

    /// What of the given kinds somebody is attached for.
    @usableFromInline
    func asked(for kinds: HookKinds) -> HookKinds {
        HookKinds(rawValue: attached.load(ordering: .relaxed)).intersection(kinds)
    }

    /// Attaches a reader of performs of actions that have something of the given kinds to say.
    func attach(_ kinds: HookKinds, bound: Int) -> HookedPerforms {
        let queue = HookQueue(bound: bound)
        let number = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = Listener(kinds: kinds, queue: queue)
            noteAttached(state)
            return state.next
        }
        return HookedPerforms(queue: queue) { [weak self] in self?.detach(number) }
    }

    private func detach(_ number: Int) {
        state.withLock { state in
            state.listeners.removeValue(forKey: number)?.queue.finish()
            noteAttached(state)
            if state.listeners.isEmpty { state.inFlight = [:] }
        }
    }

    private func noteAttached(_ state: State) {
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
            guard var told = state.inFlight.removeValue(forKey: perform) else { return }
            told.perform.completion = HookedPerform.Completion(
                outcome: outcome, duration: clock.now &- told.perform.start)
            notify(told.perform, in: state, upTo: told.lastListener)
        }
    }

    /// Tells that a session closed, or stacks of it.
    ///
    /// One load where nobody is attached who asks for it.
    func closed(_ closing: @autoclosure () -> HookClosing) {
        guard !asked(for: .activities).isEmpty else { return }
        let closing = closing()
        state.withLock { state in
            for listener in state.listeners.values where listener.kinds.contains(.activities) {
                listener.queue.add(.closed(closing))
            }
        }
    }

    /// Below the lock, so that a completion never comes before its begin.
    private func notify(_ perform: HookedPerform, in state: State, upTo last: Int) {
        for (number, listener) in state.listeners
        where number <= last && !listener.kinds.isDisjoint(with: perform.kinds) {
            listener.queue.add(.perform(perform))
        }
    }
}

/// Somebody who is attached to a runtime for longer than one sequence of performs.
protocol HookAttachment: AnyObject, Sendable {
    /// Erases what it keeps of the person who uses the program.
    func erase() throws
}

extension PerformHooks {
    /// Keeps somebody as long as the runtime.
    func keep(_ attachment: any HookAttachment) { attachments.withLock { $0.append(attachment) } }

    /// Who is kept.
    var kept: [any HookAttachment] { attachments.withLock { $0 } }

    /// Has everybody erase what they keep of the person who uses the program.
    ///
    /// - Throws: The first error; the rest is erased all the same.
    func erase() throws {
        var first: (any Error)?
        for attachment in kept {
            do { try attachment.erase() } catch { first = first ?? error }
        }
        if let first { throw first }
    }
}

/// What closed.
struct HookClosing: Sendable {
    let session: UInt32
    /// The stacks that closed, or `nil` where all of the session did.
    let stacks: Set<UInt32>?
}

/// What an action can say of its input for those who are attached.
@usableFromInline
struct HookKinds: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt8

    @usableFromInline
    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Attributes of an analytics event.
    @usableFromInline static let analytics = HookKinds(rawValue: 1)
    /// An activity to continue later.
    @usableFromInline static let activities = HookKinds(rawValue: 2)

    /// What an action has to say.
    init(_ action: any ActionDefinition.Type) {
        self = []
        if action.analyticsIdentifier != nil { insert(.analytics) }
        if !action.activityEligibility.isEmpty { insert(.activities) }
    }
}
