import FiresteelBase
public import FiresteelTimeline
import Logging
import Tracing

extension Dispatcher {
    /// Performs an action.
    ///
    /// The single path for all actions that may suspend.
    @inlinable
    static func perform<Performed: Action>(
        _ type: Performed.Type, _ reference: BindingReference, _ grant: PerformGrant, _ input: Performed.Input,
        _ presenter: Performed.Presenter, _ options: PerformOptions
    ) async -> ActionOutcome {
        let frame: PerformFrame
        do { frame = try begin(type, reference, grant, input, options) } catch { return .failure(error) }
        let outcome: ActionOutcome
        if frame.isTraced {
            outcome = await runTraced(type, input, presenter, frame, isolation: #isolation)
        } else {
            outcome = await run(type, input, presenter, frame, isolation: #isolation)
        }
        complete(frame, outcome)
        return outcome
    }

    /// Performs an action from synchronous code.
    ///
    /// Starts it immediately if the system has immediate tasks, otherwise on the main actor's next turn.
    @MainActor
    @inlinable
    static func start<Performed: Action>(
        _ type: Performed.Type, _ reference: BindingReference, _ grant: PerformGrant, _ input: Performed.Input,
        _ presenter: Performed.Presenter, _ options: PerformOptions
    ) -> Task<ActionOutcome, Never> {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            Task.immediate { @MainActor in await perform(type, reference, grant, input, presenter, options) }
        } else {
            Task { @MainActor in await perform(type, reference, grant, input, presenter, options) }
        }
    }

    /// Performs a `UIAction`, which is complete when the method returns.
    @MainActor
    @inlinable
    static func perform<Performed: UIAction>(
        ui type: Performed.Type, _ reference: BindingReference, _ grant: PerformGrant, _ input: Performed.Input,
        _ presenter: Performed.Presenter, _ options: PerformOptions
    ) -> ActionOutcome {
        let frame: PerformFrame
        do { frame = try begin(type, reference, grant, input, options) } catch { return .failure(error) }
        let outcome: ActionOutcome
        if frame.isTraced {
            outcome = frame.traced { run(ui: type, input, presenter, frame) }
        } else {
            outcome = run(ui: type, input, presenter, frame)
        }
        complete(frame, outcome)
        return outcome
    }

    /// Runs an action with its frame in the task local.
    ///
    /// The isolation is a parameter because the closure of `withValue` would leave it otherwise: the standard library
    /// declares that closure as a function that runs on no actor, unless it captures the actor that it runs on.
    @inlinable
    static func run<Performed: Action>(
        _ type: Performed.Type, _ input: Performed.Input, _ presenter: Performed.Presenter, _ frame: PerformFrame,
        isolation: isolated (any Actor)?
    ) async -> ActionOutcome {
        await PerformFrame.ambientLocal.withValue(frame) {
            _ = isolation
            do {
                return try await type.perform(ActionContext(input: input, frame: frame), presenter: presenter)
            } catch {
                return ActionOutcome(thrown: error)
            }
        }
    }

    /// Runs an action in a separate span.
    ///
    /// Not inlined, so that a perform without a tracer has no space reserved for it. Otherwise the task's frame would
    /// exceed the memory that a task starts with, and each perform from synchronous code would need one more
    /// allocation.
    @inline(never)
    @inlinable
    static func runTraced<Performed: Action>(
        _ type: Performed.Type, _ input: Performed.Input, _ presenter: Performed.Presenter, _ frame: PerformFrame,
        isolation: isolated (any Actor)?
    ) async -> ActionOutcome {
        await frame.traced(isolation: isolation) {
            await run(type, input, presenter, frame, isolation: isolation)
        }
    }

    @MainActor
    @inlinable
    static func run<Performed: UIAction>(
        ui type: Performed.Type, _ input: Performed.Input, _ presenter: Performed.Presenter, _ frame: PerformFrame
    ) -> ActionOutcome {
        PerformFrame.ambientLocal.withValue(frame) {
            do {
                return try type.perform(ActionContext(input: input, frame: frame), presenter: presenter)
            } catch {
                return ActionOutcome(thrown: error)
            }
        }
    }

    /// Begins a perform, unless its grant doesn't allow it: then nothing begins.
    ///
    /// The summary of the input is written to the stack of this call and copied to the timeline.
    ///
    /// Not inlined, for the same reason as ``runTraced``: its memory is on the thread's stack and not in the task's.
    @inline(never)
    @inlinable
    static func begin<Performed: ActionDefinition>(
        _ type: Performed.Type, _ reference: BindingReference, _ grant: PerformGrant, _ input: Performed.Input,
        _ options: PerformOptions
    ) throws -> PerformFrame {
        // An opening doesn't retain the session in the options.
        try withExtendedLifetime(options) {
            let opening = try Opening(reference, grant, options)
            let frame = begin(type, input, opening)
            let asked = opening.asked
            if !asked.isEmpty { notifyBegin(type, input, frame, asked) }
            return frame
        }
    }

    @inlinable
    static func begin<Performed: ActionDefinition>(
        _ type: Performed.Type, _ input: Performed.Input, _ opening: Opening
    ) -> PerformFrame {
        guard opening.recordsInput else {
            return opening.begin(input: UnsafeRawBufferPointer(start: nil, count: 0), isCut: false)
        }
        return withUnsafeTemporaryAllocation(byteCount: TextLimits.input, alignment: 8) { buffer in
            var summary = InputSummary(writingTo: buffer)
            type.describe(input, to: &summary)
            return opening.begin(input: summary.bytes, isCut: summary.isCut)
        }
    }

    @usableFromInline
    static func complete(_ frame: PerformFrame, _ outcome: ActionOutcome) {
        Unmanaged.passUnretained(frame.session).withBorrowed { session in
            frame.registered.withBorrowed { action in
                session.dispatcher.complete(frame, of: action, in: session, outcome)
            }
        }
    }

    /// Records that no runtime is set up, and returns the error.
    fileprivate static func withoutRuntime(_ reference: BindingReference) -> NoRuntimeError {
        let error = NoRuntimeError(reference)
        FaultLog.process.add(.noRuntime(action: error.action))
        return error
    }
}

/// A perform that is about to begin.
///
/// Reference counting is most of the possible cost of a perform, so an opening retains nothing. The session is retained
/// for longer than the opening lasts: by the options, by the frame in the task local, or permanently as that of the
/// default runtime.
@usableFromInline
struct Opening {
    private let session: Unmanaged<ActionSession>
    private let action: Unmanaged<RegisteredAction>
    private let cause: PerformCause
    private let source: ActionSource
    private let isUserInitiated: Bool
    private let metadata: Logger.Metadata?
    /// Whether the timeline records the summary of the input.
    @usableFromInline let recordsInput: Bool
    /// The kinds of data that attached readers request from the action.
    @usableFromInline let asked: HookKinds

    /// Creates an opening.
    ///
    /// - Throws: `NoRuntimeError`, or `GrantError` if the grant doesn't allow the perform, which is recorded.
    @usableFromInline
    init(_ reference: BindingReference, _ grant: borrowing PerformGrant, _ options: PerformOptions) throws {
        let named = options.session.map(Unmanaged.passUnretained)
        let found = PerformFrame.withInnermost { ambient -> (Unmanaged<ActionSession>, PerformCause)? in
            guard let session = named ?? ambient?.pointee.unownedSession ?? CurrentRuntime.defaultMain else {
                return nil
            }
            return (session, PerformCause(ambient, in: session))
        }
        guard let (session, cause) = found,
            let action = session.withBorrowed({ $0.dispatcher.resolve(reference) })
        else { throw Dispatcher.withoutRuntime(reference) }
        self.session = session
        self.action = action
        self.cause = cause
        source = options.source ?? cause.source
        isUserInitiated =
            options.isUserInitiated
            ?? (cause.perform == 0 && session.withBorrowed { $0.isUserInitiated })
        metadata = cause.metadata.adding(options.metadata)
        recordsInput =
            session.withBorrowed { $0.dispatcher.timeline != nil }
            && action.withBorrowed { $0.recording == .full }
        asked = action.withBorrowed { action in
            guard !action.hooks.isEmpty else { return HookKinds() }
            return session.withBorrowed { $0.dispatcher.hooks.asked(for: action.hooks) }
        }
        guard let error = Dispatcher.refusal(grant, of: action, in: session) else { return }
        recordRefusal(error)
        throw error
    }

    private func recordRefusal(_ error: GrantError) {
        session.withBorrowed { session in
            action.withBorrowed { action in
                session.dispatcher.recordRefusal(
                    of: action, in: session, below: cause, from: source, isUserInitiated: isUserInitiated, error)
            }
        }
    }

    @usableFromInline
    func begin(input: UnsafeRawBufferPointer, isCut: Bool) -> PerformFrame {
        var frame = PerformFrame(
            session: session.takeUnretainedValue(), action: action, source: source, isUserInitiated: isUserInitiated,
            metadata: metadata)
        let input = RecordedInput(bytes: input, isCut: isCut)
        begin(&frame, input)
        if frame.logsItself { frame.logBegin(input) }
        return frame
    }

    private func begin(_ frame: inout PerformFrame, _ input: RecordedInput) {
        session.withBorrowed { session in
            action.withBorrowed { action in
                if action.recording == .hidden {
                    frame.began = session.dispatcher.now
                    frame.hide(below: cause)
                } else {
                    session.begin(&frame, below: cause, of: action, input: input)
                }
            }
        }
    }
}

/// The cause of a perform, with the values that its events record.
struct PerformCause {
    let perform: UInt64
    let root: UInt64
    /// The cause's stack, or 0 if it is in another session.
    let stack: UInt32
    let depth: UInt8
    let source: ActionSource
    /// The metadata of the cause's log lines.
    let metadata: Logger.Metadata?

    /// Creates a cause.
    ///
    /// - Parameters:
    ///   - frame: The innermost frame. A bare frame causes nothing, and a frame of another runtime is on another
    ///     timeline.
    ///   - session: The session of the new perform.
    init(_ frame: UnsafePointer<PerformFrame>?, in session: Unmanaged<ActionSession>) {
        guard let frame, frame.pointee.reference != nil,
            frame.pointee.unownedSession.isOfSameRuntime(as: session)
        else {
            perform = 0
            root = 0
            stack = 0
            depth = 0
            source = .application
            metadata = nil
            return
        }
        perform = frame.pointee.perform
        root = frame.pointee.root
        stack = frame.pointee.unownedSession.toOpaque() == session.toOpaque() ? frame.pointee.stack : 0
        depth = frame.pointee.depth
        source = frame.pointee.source
        metadata = frame.pointee.metadata
    }

    /// The depth of the performs that it causes.
    var nextDepth: UInt8 { perform == 0 ? 0 : depth == .max ? .max : depth + 1 }
}

extension Unmanaged<ActionSession> {
    @inline(__always)
    fileprivate func isOfSameRuntime(as other: Unmanaged<ActionSession>) -> Bool {
        withBorrowed { mine in other.withBorrowed { mine.dispatcher === $0.dispatcher } }
    }
}

/// The summary of an input.
struct RecordedInput {
    let bytes: UnsafeRawBufferPointer
    /// Whether the summary was truncated.
    let isCut: Bool
}
