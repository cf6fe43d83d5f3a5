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
        let context: ActionContext<Performed.Input>
        do { context = try begin(type, reference, grant, input, options) } catch { return .failure(error) }
        let outcome: ActionOutcome
        if context.frame.isTraced {
            outcome = await runTraced(type, context, presenter, isolation: #isolation)
        } else {
            outcome = await run(type, context, presenter, isolation: #isolation)
        }
        complete(context.frame, outcome)
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
        let context: ActionContext<Performed.Input>
        do { context = try begin(type, reference, grant, input, options) } catch { return .failure(error) }
        let outcome: ActionOutcome
        if context.frame.isTraced {
            outcome = context.frame.traced { run(ui: type, context, presenter) }
        } else {
            outcome = run(ui: type, context, presenter)
        }
        complete(context.frame, outcome)
        return outcome
    }

    /// Runs an action with its frame in the task local.
    ///
    /// The isolation is a parameter because the closure of `withValue` would leave it otherwise: the standard library
    /// declares that closure as a function that runs on no actor, unless it captures the actor that it runs on.
    @inlinable
    static func run<Performed: Action>(
        _ type: Performed.Type, _ context: ActionContext<Performed.Input>, _ presenter: Performed.Presenter,
        isolation: isolated (any Actor)?
    ) async -> ActionOutcome {
        await PerformFrame.ambientLocal.withValue(context.frame) {
            _ = isolation
            do {
                return try await type.perform(context, presenter: presenter)
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
        _ type: Performed.Type, _ context: ActionContext<Performed.Input>, _ presenter: Performed.Presenter,
        isolation: isolated (any Actor)?
    ) async -> ActionOutcome {
        await context.frame.traced(isolation: isolation) {
            await run(type, context, presenter, isolation: isolation)
        }
    }

    @MainActor
    @inlinable
    static func run<Performed: UIAction>(
        ui type: Performed.Type, _ context: ActionContext<Performed.Input>, _ presenter: Performed.Presenter
    ) -> ActionOutcome {
        PerformFrame.ambientLocal.withValue(context.frame) {
            do {
                return try type.perform(context, presenter: presenter)
            } catch {
                return ActionOutcome(thrown: error)
            }
        }
    }

    /// Begins a perform and returns its context, which owns the frame: each copy of a frame counts references.
    ///
    /// If the grant doesn't allow the perform, nothing begins.
    ///
    /// The summary of the input is written to the stack of this call and copied to the timeline.
    ///
    /// Not inlined, for the same reason as ``runTraced``: its memory is on the thread's stack and not in the task's.
    @inline(never)
    @inlinable
    static func begin<Performed: ActionDefinition>(
        _ type: Performed.Type, _ reference: BindingReference, _ grant: PerformGrant, _ input: Performed.Input,
        _ options: PerformOptions
    ) throws -> ActionContext<Performed.Input> {
        // An opening doesn't retain the session in the options.
        try withExtendedLifetime(options) {
            let opening = try Opening(reference, grant, options)
            let asked = opening.asked
            // Returned at once, the frame isn't copied.
            if asked.isEmpty {
                return ActionContext(input: input, frame: begin(type, input, opening, options))
            }
            let frame = begin(type, input, opening, options)
            notifyBegin(type, input, frame, asked)
            return ActionContext(input: input, frame: frame)
        }
    }

    @inlinable
    static func begin<Performed: ActionDefinition>(
        _ type: Performed.Type, _ input: Performed.Input, _ opening: Opening, _ options: PerformOptions
    ) -> PerformFrame {
        guard opening.recordsInput else {
            return opening.begin(input: UnsafeRawBufferPointer(start: nil, count: 0), isCut: false, options)
        }
        return withUnsafeTemporaryAllocation(byteCount: TextLimits.input, alignment: 8) { buffer in
            var summary = InputSummary(writingTo: buffer)
            let amount = type.amount
            if let number = amount.number?(input) { summary.add(amount: number, unit: amount.unit) }
            type.describe(input, to: &summary)
            guard let kept = type.keptInput(input) else {
                return opening.begin(input: summary.bytes, isCut: summary.isCut, options)
            }
            return opening.begin(input: summary.bytes, isCut: summary.isCut, options, keeping: kept)
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
            guard let ambient, ambient.pointee.isCause(in: session) else { return (session, PerformCause()) }
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
    func begin(input: UnsafeRawBufferPointer, isCut: Bool, _ options: PerformOptions) -> PerformFrame {
        let input = RecordedInput(bytes: input, isCut: isCut)
        var numbers = PerformNumbers(source: source, isUserInitiated: isUserInitiated)
        let logsItself = session.withBorrowed { session in
            action.withBorrowed { action in
                if action.recording == .hidden {
                    numbers.began = session.dispatcher.now
                    numbers.hide(below: cause)
                } else {
                    session.begin(&numbers, below: cause, of: action, input: input)
                }
                return action.logsItself
            }
        }
        if logsItself { frame(numbers, options).logBegin(input) }
        return frame(numbers, options)
    }

    /// Begins a perform whose input the timeline retains.
    ///
    /// Not inlined, so that the path of other inputs is unchanged.
    @inline(never)
    @usableFromInline
    func begin(
        input: UnsafeRawBufferPointer, isCut: Bool, _ options: PerformOptions, keeping kept: KeptInput
    ) -> PerformFrame {
        let frame = begin(input: input, isCut: isCut, options)
        session.withBorrowed { session in
            action.withBorrowed { action in
                session.dispatcher.timeline?.keep(
                    kept,
                    ChangeFields(
                        time: frame.began, perform: frame.perform, session: session.identifier,
                        sessionName: session.record.timelineName, stack: frame.stack, subject: action.timelineName))
            }
        }
        return frame
    }

    @inline(__always)
    private func frame(_ numbers: PerformNumbers, _ options: PerformOptions) -> PerformFrame {
        let metadata =
            cause.hasMetadata ? PerformFrame.innermost?.metadata.adding(options.metadata) : options.metadata
        return PerformFrame(
            session: session.takeUnretainedValue(), action: action, numbers: numbers, metadata: metadata)
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
    /// Whether the log lines of the cause have metadata.
    let hasMetadata: Bool

    /// Creates the cause of a perform that no action causes.
    init() {
        perform = 0
        root = 0
        stack = 0
        depth = 0
        source = .application
        hasMetadata = false
    }

    /// Creates a cause.
    ///
    /// - Parameters:
    ///   - frame: The innermost frame, which is a cause in the session.
    ///   - session: The session of the new perform.
    init(_ frame: UnsafePointer<PerformFrame>, in session: Unmanaged<ActionSession>) {
        perform = frame.pointee.perform
        root = frame.pointee.root
        stack = frame.pointee.unownedSession.toOpaque() == session.toOpaque() ? frame.pointee.stack : 0
        depth = frame.pointee.depth
        source = frame.pointee.source
        hasMetadata = frame.pointee.metadata != nil
    }

    /// The depth of the performs that it causes.
    var nextDepth: UInt8 { perform == 0 ? 0 : depth == .max ? .max : depth + 1 }
}

extension PerformFrame {
    /// Returns whether it causes performs in a session.
    ///
    /// A bare frame causes nothing, and a frame of another runtime is on another timeline.
    @inline(__always)
    fileprivate func isCause(in session: Unmanaged<ActionSession>) -> Bool {
        reference != nil
            && unownedSession.withBorrowed { mine in session.withBorrowed { mine.dispatcher === $0.dispatcher } }
    }
}

/// The summary of an input.
struct RecordedInput {
    let bytes: UnsafeRawBufferPointer
    /// Whether the summary was truncated.
    let isCut: Bool
}
