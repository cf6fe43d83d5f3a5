import FiresteelTimeline
import Synchronization

/// Publishes the activities of actions that succeeded, and records the current activity of each session.
///
/// Created by ``FeatureRuntime/publishActivities(to:donatingTo:)`` and retained by the runtime. Publishers are called
/// in a separate task, so no perform waits for them.
///
/// An activity is current in its session until another one is published there, the session closes, or the stack of its
/// feature closes. An action that succeeds and closes its stack publishes an activity that can be found, but isn't
/// current. Failed and cancelled actions publish none.
public final class ActivityCenter: Sendable {
    /// An activity that is the current one of a session.
    public struct Current: Sendable, Hashable {
        /// The session's number.
        public let session: UInt32
        /// The name of the session.
        public let sessionName: String
        /// The activity.
        public let activity: PublishedActivity
        /// The stack that it closes with, 0 for none.
        let stack: UInt32
    }

    private struct State {
        var current: [UInt32: Current] = [:]
        var donations = DonationRules()
        /// The erased activities, until all earlier events were published.
        var erased: [Int: ActivitySelection] = [:]
        var erasures = 0
    }

    /// The publishers of activities that can be continued.
    public let publishers: [any ActivityPublisher]
    /// The donors of shortcuts.
    public let donors: [any ShortcutDonor]
    private let runtime: RuntimeLink
    private let performs: HookedPerforms
    /// The lock held while publishers are called, so that erased activities aren't published afterwards.
    private let state = Mutex(State())

    /// The maximum number of queued begins, completions and closings.
    static let bound = 1_024

    init(publishers: [any ActivityPublisher], donors: [any ShortcutDonor], runtime: FeatureRuntime) {
        self.publishers = publishers
        self.donors = donors
        self.runtime = RuntimeLink(runtime)
        performs = runtime.dispatcher.hooks.attach(.activities, bound: Self.bound)
        Task.detached { [performs, self] in
            for await element in performs { notify(element) }
        }
    }

    /// The current activities, in the order of their sessions.
    public var current: [Current] {
        state.withLock { Array($0.current.values) }.sorted { $0.session < $1.session }
    }

    /// Erases activities everywhere, including current ones.
    ///
    /// - Throws: The error of a publisher or a donor that couldn't remove an activity. The others remove it
    ///   nevertheless.
    public func remove(_ selection: ActivitySelection) throws {
        // Queued events happened before, and are no longer published.
        let erasure = state.withLock { state in
            state.erasures += 1
            state.erased[state.erasures] = selection
            return state.erasures
        }
        performs.inOrder { [self] in state.withLock { $0.erased[erasure] = nil } }
        try state.withLock { state in
            for (session, current) in state.current where selection.contains(current.activity) {
                state.current[session] = nil
                notifyPublishers { try $0.resign(current.activity) }
            }
            state.donations.erase(selection)
            var first: (any Error)?
            for publisher in publishers {
                do { try publisher.remove(selection) } catch { first = first ?? error }
            }
            for donor in donors {
                do { try donor.remove(selection) } catch { first = first ?? error }
            }
            if let first { throw first }
        }
    }

    /// Waits until publishers have processed all earlier events.
    public func settle() async { await performs.barrier() }

    private func notify(_ element: HookedPerforms.Element) {
        switch element {
        case .perform(let perform): completed(perform)
        case .closed(let closing):
            state.withLock { state in
                guard let current = state.current[closing.session] else { return }
                if closing.stacks?.contains(current.stack) ?? true { resign(closing.session, in: &state) }
            }
        case .missed:
            runtime.report(
                "Activities were dropped because publishers are too slow. Use publishers that return sooner.")
            resignClosed()
        case .barrier(let body): body()
        }
    }

    private func completed(_ perform: HookedPerform) {
        guard let outcome = perform.completion?.outcome, outcome == .success || outcome == .successClosing,
            let continuation = perform.activity
        else { return }
        if let fault = continuation.fault {
            return runtime.report("Can't publish the activity of \(perform.action): \(fault).")
        }
        let activity = PublishedActivity(perform, continuation)
        let isOpen = outcome == .success && isOpen(session: perform.session, stack: perform.stack)
        state.withLock { state in
            guard !state.erased.values.contains(where: { $0.contains(activity) }) else { return }
            notifyPublishers { try $0.publish(activity) }
            let current = Current(
                session: perform.session, sessionName: perform.sessionName, activity: activity, stack: perform.stack)
            let before = state.current.updateValue(current, forKey: perform.session)
            if let before { resign(before, in: state) }
            if !isOpen { resign(perform.session, in: &state) }
            let time = perform.start &+ (perform.completion?.duration ?? 0)
            guard !donors.isEmpty, state.donations.donates(activity, of: perform, at: time) else { return }
            for donor in donors {
                do { try donor.donate(activity) } catch { report(donor.name, error) }
            }
        }
    }

    private func resign(_ session: UInt32, in state: inout State) {
        guard let current = state.current.removeValue(forKey: session) else { return }
        resign(current, in: state)
    }

    /// Resigns an activity, unless it is current in another session.
    private func resign(_ before: Current, in state: State) {
        guard !state.current.values.contains(where: { $0.activity.id == before.activity.id }) else { return }
        notifyPublishers { try $0.resign(before.activity) }
    }

    /// Resigns activities of sessions and stacks that were closed without an event.
    private func resignClosed() {
        state.withLock { state in
            for current in Array(state.current.values)
            where !isOpen(session: current.session, stack: current.stack) {
                resign(current.session, in: &state)
            }
        }
    }

    private func isOpen(session: UInt32, stack: UInt32) -> Bool {
        guard let dispatcher = runtime.runtime()?.dispatcher, let record = dispatcher.sessions.find(session) else {
            return false
        }
        return stack == 0 || record.snapshot().stacks.open.contains { $0.identifier == stack }
    }

    private func notifyPublishers(_ body: (any ActivityPublisher) throws -> Void) {
        for publisher in publishers {
            do { try body(publisher) } catch { report(publisher.name, error) }
        }
    }

    private func report(_ name: String, _ error: any Error) {
        runtime.report("\(name): \(ErrorText(error).message)")
    }
}

extension ActivityCenter: HookAttachment {
    func erase() throws { try remove(.all) }
}
