import FiresteelFlags
import FiresteelTimeline
import Logging
import Synchronization

extension Dispatcher {
    /// Reads the flags that decide about a feature for whoever asked for it: they were met, and they are in use.
    ///
    /// Outside actions, where features are asked for again and again as a view is drawn, a look at the flags' numbers is
    /// enough while none of their values changed.
    func exposeFlags(of feature: RegisteredFeature) {
        let state = PerformFrame.isOutsideOfActions(of: self) ? exposedState(of: feature) : nil
        if let state, feature.exposed.load(ordering: .relaxed) == state { return }
        for flag in feature.flags { _ = flags.value(of: flag) }
        if let state { feature.exposed.store(state, ordering: .relaxed) }
    }

    /// A number for the values of a feature's flags in the fixed context: while it is the same, what was noted of them
    /// outside actions needn't be noted again.
    ///
    /// `nil` where each read has to be told.
    private func exposedState(of feature: RegisteredFeature) -> UInt64? {
        let era = exposureEra.load(ordering: .acquiring)
        guard era != 0, let versions = flags.versions(at: feature.flagIndices) else { return nil }
        return era &+ versions
    }

    /// Puts reads and changes of flags on the timeline from now on, and into the log what is wrong with flags.
    func followFlags() -> [FlagSubscription] {
        let diagnostics = logDiagnostics()
        guard let exposures else { return [diagnostics] }
        if let observer = FlagReadObserver(self), flags.setExposureObserver(observer) {
            exposureEra.store(Self.exposureEraLength, ordering: .releasing)
        }
        // By way of the runtime: references to an object that is held weakly are counted slowly, and every perform counts
        // some to the dispatcher.
        let changes = flags.onChange { [weak runtime] changes in
            guard let dispatcher = runtime?.dispatcher else { return }
            exposures.record(changes, dispatcher.fieldsOfChange(on: exposures.timeline))
        }
        return [diagnostics, changes]
    }

    /// Logs each of the stack's diagnostics once, those first that were there before the runtime.
    private func logDiagnostics() -> FlagSubscription {
        let logger = logging.logger
        let logged = LoggedDiagnostics()
        let subscription = flags.onDiagnostic { diagnostic in
            if logged.isFirst(diagnostic) { logger.warning("\(diagnostic)") }
        }
        for diagnostic in flags.diagnostics where logged.isFirst(diagnostic) { logger.warning("\(diagnostic)") }
        return subscription
    }

    /// When and during which perform something changes that is noted now.
    func fieldsOfChange(on timeline: Timeline) -> ChangeFields {
        var fields = ChangeFields(time: timeline.now)
        if let frame = PerformFrame.current, frame.session.dispatcher === self {
            fields.place(frame)
            fields.subject = .none
        }
        return fields
    }

    /// Notes flags anew that were noted before, after the timeline was erased.
    func forgetExposures() {
        exposures?.forget()
        exposures?.main?.exposures.removeAll()
        for session in sessions.open { session.exposures.removeAll() }
        // At the end: what was noted before this is noted again.
        guard exposureEra.load(ordering: .relaxed) != 0 else { return }
        exposureEra.wrappingAdd(Self.exposureEraLength, ordering: .releasing)
    }
}

/// Hears of each read of a flag in a stack, and passes it to the runtime that it belongs to.
///
/// A stack that several runtimes share has one observer; who is meant is said by what is being done.
private final class FlagReadObserver: FlagExposureObserver {
    /// What met those who do nothing.
    private let met: SessionExposures
    /// Who is meant where nothing is being done, without keeping its timeline as long as the stack.
    private let owner: Mutex<Owner>

    private struct Owner {
        weak var runtime: FeatureRuntime?
    }

    /// `nil` where nothing is recorded.
    init?(_ dispatcher: Dispatcher) {
        guard let main = dispatcher.exposures?.main else { return nil }
        met = main.exposures
        owner = Mutex(Owner(runtime: dispatcher.runtime))
    }

    func flagWasRead(_ read: FlagRead, _ resolution: () -> FlagRead.Resolved?) {
        ConstraintReadObserver.recordRead()
        guard let word = FlagExposures.word(read) else { return }
        if let frame = PerformFrame.currentPointer {
            let dispatcher = frame.pointee.session.dispatcher
            if dispatcher.flags === read.stack {
                dispatcher.exposures?.note(word, in: frame.pointee, resolution)
                return
            }
        }
        if met.contains(word) { return }
        owner.withLock { $0.runtime }?.dispatcher.exposures?.recordOutsideSessions(word, resolution)
    }
}

/// The diagnostics that a runtime has logged; a stack has at most a thousand.
private final class LoggedDiagnostics: Sendable {
    private let logged = Mutex<Set<FlagDiagnostic>>([])

    func isFirst(_ diagnostic: FlagDiagnostic) -> Bool { logged.withLock { $0.insert(diagnostic).inserted } }
}

/// Reports that constraints read flags, where no timeline records reads.
///
/// A flag that a constraint reads without declaring it may begin to depend on the context at any time, so the constraint
/// counts as one that differs from person to person.
private final class ConstraintReadObserver: FlagExposureObserver {
    func flagWasRead(_ read: FlagRead, _ resolution: () -> FlagRead.Resolved?) { Self.recordRead() }

    @inline(__always)
    static func recordRead() {
        guard RunningChecks.areThere else { return }
        PerformFrame.innermost?.session.dispatcher.runtime?.availabilityTable.recordContextRead()
    }
}

extension Dispatcher {
    /// Observes the flags that constraints read, from now on.
    func observeReadsOfConstraints() {
        guard exposures == nil else { return }
        _ = flags.setExposureObserver(ConstraintReadObserver())
    }
}
