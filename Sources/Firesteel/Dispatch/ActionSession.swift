import FiresteelTimeline
import Synchronization

/// A session in which actions are performed, such as a window, a document, a connection, or a background job.
///
/// A session has separate stacks, and each of its events on the timeline carries it. Create one with
/// ``FeatureRuntime/session(_:userInitiated:)`` and close it when its window or connection closes. A released session
/// closes itself. Ten thousand open sessions are fine.
public final class ActionSession: Sendable {
    @usableFromInline let dispatcher: Dispatcher
    let record: SessionRecord
    /// The context of the user that the session serves, if that isn't the app's user.
    let context: SessionContext?

    init(name: String, isUserInitiated: Bool, context: SessionContext? = nil, dispatcher: Dispatcher) {
        self.dispatcher = dispatcher
        self.context = context
        record = SessionRecord(
            name: name, principal: context?.principal, context: context?.given,
            identifier: dispatcher.nextSession(), isUserInitiated: isUserInitiated, opened: dispatcher.now,
            timelineName: dispatcher.timeline?.nameSession(name) ?? .none)
        dispatcher.sessions.add(record)
        dispatcher.timeline?.sessionOpened(timelineFields(at: record.opened))
        dispatcher.changes.stacksChanged()
    }

    deinit { close() }

    /// The name of the session, which need not be unique.
    public var name: String { record.name }
    /// A number that is unique among the sessions of one run, from 1.
    public var identifier: UInt32 { record.identifier }
    /// Whether performs in the session count as started by the user by default.
    public var isUserInitiated: Bool { record.isUserInitiated }
    /// The time at which the session was opened, on the timeline's clock.
    public var opened: UInt64 { record.opened }

    /// Closes the session's stacks and removes the session from the list of open ones.
    ///
    /// Actions in flight continue and are recorded, with what they perform. So are actions that are performed in the
    /// session later, which is a ``RuntimeFault/closedSession(action:)`` if the runtime has stacks. Closing a session
    /// twice has no effect.
    public func close() {
        let isFirst = record.state.withLock { state in
            let now = dispatcher.now
            record(closed: state.stacks.closeAll(at: now), at: now)
            guard !state.isClosed else { return false }
            state.isClosed = true
            dispatcher.timeline?.sessionClosed(timelineFields(at: now))
            return true
        }
        guard isFirst else { return }
        dispatcher.sessions.remove(identifier)
        dispatcher.hooks.closed(HookClosing(session: identifier, stacks: nil))
        dispatcher.changes.stacksChanged()
    }

    /// Whether ``close()`` was called.
    public var isClosed: Bool { record.state.withLock { $0.isClosed } }

    /// Begins a perform: adds it to its stack and to the timeline, in the same order on both.
    func begin(
        _ numbers: inout PerformNumbers, below cause: PerformCause, of action: RegisteredAction, input: RecordedInput
    ) {
        guard dispatcher.keepsStacks else {
            numbers.began = dispatcher.now
            dispatcher.record(&numbers, below: cause, of: action, in: record, input: input)
            return
        }
        let isClosed = record.state.withLock { state in
            // Read while holding the lock, so that the order on the timeline is that of time.
            let time = dispatcher.now
            numbers.began = time
            state.performs += 1
            state.lastUsed = time
            let index =
                state.stacks.find(action.feature)
                ?? open(action.feature, ledBy: cause.stack, for: cause.perform, at: time, in: &state.stacks)
            numbers.stack = state.stacks.open[index].identifier
            dispatcher.record(&numbers, below: cause, of: action, in: record, input: input)
            state.stacks.push(numbers.perform, action, at: index, time: time)
            return state.isClosed
        }
        // What an action in flight performs is part of it.
        if isClosed, cause.perform == 0 { dispatcher.report(.closedSession(action: action.name)) }
    }

    private func open(
        _ feature: RegisteredFeature, ledBy performer: UInt32, for cause: UInt64, at time: UInt64,
        in stacks: inout SessionStacks
    ) -> Int {
        let parent = stacks.leading(from: performer)
        let identifier = dispatcher.nextStack()
        dispatcher.timeline?.stackOpened(
            StackFields(
                time: time, stack: identifier, parent: parent, feature: feature.timelineName,
                session: record.identifier, sessionName: record.timelineName, perform: cause))
        dispatcher.changes.stacksChanged()
        return stacks.open(feature, identifier: identifier, parent: parent, at: time)
    }

    /// Ends a perform, and closes the stacks that close with it.
    func complete(_ perform: UInt64, in stack: UInt32, outcome: Outcome, at time: UInt64) {
        guard dispatcher.keepsStacks, stack != 0 else { return }
        record.state.withLock { state in
            let closed = state.stacks.complete(perform, in: stack, outcome: outcome, at: time)
            record(closed: closed, at: time)
            // Nothing else closes a stack of an action that began in a closed session.
            if state.isClosed { record(closed: state.stacks.closeAll(at: time), at: time) }
        }
    }

    private func timelineFields(at time: UInt64) -> SessionFields {
        SessionFields(
            time: time, session: record.identifier, sessionName: record.timelineName,
            isUserInitiated: record.isUserInitiated, principal: record.principal?.identifier)
    }

    /// Must be called while holding the lock, so that a stack closes before it is opened again.
    private func record(closed stacks: [OpenStack], at time: UInt64) {
        guard !stacks.isEmpty else { return }
        for stack in stacks {
            dispatcher.timeline?.stackClosed(
                StackFields(
                    time: time, stack: stack.identifier, parent: stack.parent, feature: stack.feature.timelineName,
                    session: record.identifier, sessionName: record.timelineName))
        }
        dispatcher.hooks.closed(HookClosing(session: record.identifier, stacks: Set(stacks.map(\.identifier))))
        dispatcher.changes.stacksChanged()
    }
}

extension ActionSession: Equatable {
    /// Returns whether both are the same session.
    public static func == (left: ActionSession, right: ActionSession) -> Bool { left === right }
}
