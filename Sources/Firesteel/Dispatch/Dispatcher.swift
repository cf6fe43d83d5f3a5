import FiresteelBase
import FiresteelFlags
import FiresteelTimeline
import Logging
import Metrics
import Synchronization
import Tracing

/// The single point through which all actions are performed.
///
/// It owns everything that a perform needs: the tables of features and actions, the timeline, the counters. A session
/// retains its dispatcher; ``FeatureRuntime`` retains dispatcher and sessions. There are no strong references in the
/// other direction.
@usableFromInline
final class Dispatcher: Sendable {
    let features = IndexedTable<RegisteredFeature>()
    let actions = IndexedTable<RegisteredAction>()
    let timeline: Timeline?
    let clock: TimelineClock
    let keepsStacks: Bool
    /// The factory of counters and timers, `nil` if the metrics system has no handler.
    let metrics: (any MetricsFactory)?
    let tracer: (any Tracer)?
    /// Whether there is a tracer, readable without reference counting.
    let isTraced: Bool
    let logging: LogControl
    let sessions = SessionDirectory()
    let hooks = PerformHooks()
    let changes: ChangeCounters
    let logStore: LogStore?
    let faults = FaultLog()
    let flags: FlagStack
    /// The recorder of flag exposures, `nil` without a timeline.
    let exposures: FlagExposures?
    /// The number of times that recorded exposures were erased, in steps of ``exposureEraLength``.
    ///
    /// 0 if the dispatcher isn't notified of reads.
    let exposureEra = Atomic<UInt64>(0)
    /// A number greater than the sum of the versions of a feature's flags.
    static let exposureEraLength: UInt64 = 1 << 48

    /// Increases whenever availability can change for any user, apart from changes of flags.
    let availabilityVersion = Atomic<UInt64>(1)

    /// Whether sessions have their own contexts, and constraints were checked for that.
    private let hasContexts = Atomic(false)
    private let enabling = Mutex(false)
    private let enablingThread = Mutex<ThreadIdentity?>(nil)
    private let owner = Mutex(Owner())
    private let sessionNumbers = Atomic<UInt32>(0)
    private let stackNumbers = Atomic<UInt32>(0)
    private let performNumbers = Atomic<UInt64>(0)
    /// Whether the times of a perform are used.
    private let readsClock: Bool

    init(
        timeline: Timeline?, clock: TimelineClock, keepsStacks: Bool, metrics: (any MetricsFactory)?,
        tracer: (any Tracer)?, logStore: LogStore?, flags: FlagStack,
        makeLogger: @escaping @Sendable (_ label: String) -> Logger
    ) {
        self.changes = ChangeCounters()
        self.logging = LogControl(
            changes: changes, keepsLines: logStore != nil, records: timeline != nil, makeLogger: makeLogger)
        self.logStore = logStore
        self.timeline = timeline
        self.clock = clock
        self.keepsStacks = keepsStacks
        self.metrics = metrics
        self.tracer = tracer
        self.flags = flags
        self.exposures = timeline.map { FlagExposures(timeline: $0) }
        self.isTraced = tracer != nil
        self.readsClock = timeline != nil || keepsStacks || metrics != nil
    }

    /// The runtime of this dispatcher, not retained.
    var runtime: FeatureRuntime? {
        get { owner.withLock { $0.runtime } }
        set { owner.withLock { $0.runtime = newValue } }
    }

    private struct Owner {
        weak var runtime: FeatureRuntime?
    }

    /// Increases whenever availability for the app's user may change, apart from changes of flags.
    let fixedVersion = Atomic<UInt64>(1)

    /// Makes sessions with their own context compute their answers again.
    func invalidateSessionAvailability() { availabilityVersion.wrappingAdd(1, ordering: .releasing) }

    /// Invalidates all cached availability, including that of the app's user.
    func invalidateAllAvailability() {
        fixedVersion.wrappingAdd(1, ordering: .releasing)
        invalidateSessionAvailability()
    }

    /// Prepares for sessions with their own contexts, once.
    ///
    /// Other threads wait until that is done.
    ///
    /// - Parameter prepare: May open such sessions itself, as a constraint that it checks may.
    func enableContexts(_ prepare: () -> Void) {
        guard !hasContexts.load(ordering: .acquiring), enablingThread.withLock({ $0 }) != .current else { return }
        enabling.withLock { isDone in
            guard !isDone else { return }
            enablingThread.withLock { $0 = .current }
            prepare()
            enablingThread.withLock { $0 = nil }
            isDone = true
            hasContexts.store(true, ordering: .releasing)
        }
    }

    var now: UInt64 { readsClock ? clock.now : 0 }

    func nextSession() -> UInt32 { sessionNumbers.wrappingAdd(1, ordering: .relaxed).newValue }
    /// The number of the session that was opened last.
    var lastSession: UInt32 { sessionNumbers.load(ordering: .relaxed) }
    func nextStack() -> UInt32 { stackNumbers.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Returns the registered action of a binding, and registers it if the feature graph doesn't contain it.
    func resolve(_ reference: BindingReference) -> Unmanaged<RegisteredAction>? {
        if let known = actions.find(reference.action) { return known }
        return resolveUndeclared(reference)
    }

    /// Records the begin of a perform on the timeline and sets its identifier.
    func record(
        _ numbers: inout PerformNumbers, below cause: PerformCause, of action: RegisteredAction,
        in session: SessionRecord,
        input: RecordedInput
    ) {
        numbers.parent = cause.perform
        numbers.depth = cause.nextDepth
        guard let timeline else {
            numbers.perform = performNumbers.wrappingAdd(1, ordering: .relaxed).newValue
            numbers.root = cause.root == 0 ? numbers.perform : cause.root
            return
        }
        let token = timeline.begin(
            BeginFields(
                time: numbers.began, root: cause.root, isInputCut: input.isCut,
                perform: PerformFields(numbers, of: action, in: session)),
            input: input.bytes)
        numbers.perform = token.perform
        numbers.entry = token.entry
        numbers.root = cause.root == 0 ? token.perform : cause.root
    }

    /// Ends a perform on the timeline, on its stack, and in the metrics.
    func complete(
        _ frame: PerformFrame, of action: RegisteredAction, in session: ActionSession,
        _ outcome: ActionOutcome
    ) {
        let time = now
        let recorded = outcome.recorded
        if action.logsItself { frame.logCompletion(outcome, at: time) }
        if action.recording != .hidden {
            timeline?.complete(frame, of: action, in: session.record, outcome, at: time)
            session.complete(frame.perform, in: frame.stack, outcome: recorded, at: time)
        }
        action.metrics?.record(recorded, duration: time &- frame.began)
        if !action.hooks.isEmpty { hooks.completed(frame.perform, recorded, at: clock) }
    }

    func report(_ fault: RuntimeFault) {
        guard faults.add(fault) else { return }
        // A fault of the log can't be reported by logging.
        if case .log = fault {} else { logging.logger.warning("\(fault)") }
        guard let timeline else { return }
        var words = fault.description
        words.withUTF8 { timeline.note(NoteFields(time: timeline.now, kind: .fault), text: UnsafeRawBufferPointer($0)) }
    }
}

extension Timeline {
    fileprivate func complete(
        _ frame: PerformFrame, of action: RegisteredAction, in session: SessionRecord,
        _ outcome: ActionOutcome, at time: UInt64
    ) {
        let fields = CompletionFields(
            time: time, began: frame.began, outcome: outcome.recorded,
            perform: PerformFields(frame.numbers, of: action, in: session))
        let token = PerformToken(perform: frame.perform, entry: frame.entry)
        guard let error = outcome.error else {
            complete(token, fields, error: UnsafeRawBufferPointer(start: nil, count: 0))
            return
        }
        ErrorText(error).withRecorded { complete(token, fields, error: $0) }
    }
}

extension PerformFields {
    /// Creates the fields that the begin and the completion of a perform share.
    @inline(__always)
    fileprivate init(_ numbers: PerformNumbers, of action: RegisteredAction, in session: SessionRecord) {
        self.init(
            parent: numbers.parent, session: session.identifier, sessionName: session.timelineName,
            stack: numbers.stack, action: action.timelineName, source: numbers.source,
            isUserInitiated: numbers.isUserInitiated, depth: numbers.depth)
    }
}
