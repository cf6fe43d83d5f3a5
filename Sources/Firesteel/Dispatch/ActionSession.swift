import FiresteelTimeline
import Synchronization

/// Where actions are performed: a window, a document, a connection, a background job.
///
/// A session has stacks of its own and stands beside every one of its events on the timeline. Make one with
/// ``FeatureRuntime/session(_:userInitiated:)`` and close it when what it stands for goes; one that is let go of closes
/// itself. Ten thousand at once are fine.
public final class ActionSession: Sendable {
    @usableFromInline let dispatcher: Dispatcher
    let record: SessionRecord
    /// Who it serves, where that isn't the person of the app.
    let context: SessionContext?

    init(name: String, isUserInitiated: Bool, context: SessionContext? = nil, dispatcher: Dispatcher) {
        self.dispatcher = dispatcher
        self.context = context
        record = SessionRecord(
            name: name, principal: context?.principal, identifier: dispatcher.nextSession(),
            isUserInitiated: isUserInitiated, opened: dispatcher.now,
            timelineName: dispatcher.timeline?.nameSession(name) ?? .none)
        dispatcher.sessions.add(record)
        dispatcher.timeline?.sessionOpened(timelineFields(at: record.opened))
        dispatcher.changes.stacksChanged()
    }

    deinit { close() }

    /// What the session is called, as given.
    ///
    /// Need not be unique.
    public var name: String { record.name }
    /// Unique among the sessions of one run, counting from 1.
    public var identifier: UInt32 { record.identifier }
    /// Whether what is performed here counts as started by the user where the perform doesn't say.
    public var isUserInitiated: Bool { record.isUserInitiated }
    /// When it was opened, on the timeline's clock.
    public var opened: UInt64 { record.opened }

    /// Closes the session's stacks and takes it off the list of open ones.
    ///
    /// What is in flight in it goes on and is recorded, and so is what is performed in it later. Closing twice does
    /// nothing.
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

    /// Begins a perform: puts it on its stack and on the timeline, in the same order on both.
    func begin(
        _ frame: inout PerformFrame, below cause: PerformCause, of action: RegisteredAction, input: RecordedInput
    ) {
        guard dispatcher.keepsStacks else {
            frame.began = dispatcher.now
            dispatcher.record(&frame, below: cause, of: action, in: record, input: input)
            return
        }
        record.state.withLock { state in
            // Read below the lock: the timeline's order is that of time.
            let time = dispatcher.now
            frame.began = time
            state.performs += 1
            state.lastUsed = time
            let index =
                state.stacks.find(action.feature)
                ?? open(action.feature, ledBy: cause.stack, for: cause.perform, at: time, in: &state.stacks)
            frame.stack = state.stacks.open[index].identifier
            dispatcher.record(&frame, below: cause, of: action, in: record, input: input)
            state.stacks.push(frame.perform, action, at: index, time: time)
        }
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
        }
    }

    private func timelineFields(at time: UInt64) -> SessionFields {
        SessionFields(
            time: time, session: record.identifier, sessionName: record.timelineName,
            isUserInitiated: record.isUserInitiated, principal: record.principal?.identifier)
    }

    /// Called below the lock, so that a stack's close comes before it is opened again.
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
    /// Whether both are the same session.
    public static func == (left: ActionSession, right: ActionSession) -> Bool { left === right }
}
