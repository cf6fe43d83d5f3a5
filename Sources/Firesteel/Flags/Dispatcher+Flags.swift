import FiresteelBase
import FiresteelFlags
import FiresteelTimeline
import Logging
import Synchronization

extension Dispatcher {
    /// Reads the flags that decide about a requested feature, which exposes them and counts as a read.
    ///
    /// Outside actions, views request the same features with each drawing. There, the reads are skipped while the
    /// versions of the flags are unchanged.
    func exposeFlags(of feature: RegisteredFeature) {
        let state = PerformFrame.isOutsideOfActions(of: self) ? exposedState(of: feature) : nil
        if let state, feature.exposed.load(ordering: .relaxed) == state { return }
        for flag in feature.flags { _ = flags.value(of: flag) }
        if let state { feature.exposed.store(state, ordering: .relaxed) }
    }

    /// Returns a number that identifies the values of a feature's flags in the fixed context.
    ///
    /// While it is unchanged, reads outside actions don't have to be recorded again. `nil` if each read must be
    /// reported.
    private func exposedState(of feature: RegisteredFeature) -> UInt64? {
        let era = exposureEra.load(ordering: .acquiring)
        guard era != 0, let versions = flags.versions(at: feature.flagIndices) else { return nil }
        return era &+ versions
    }

    /// Starts to record reads and changes of flags on the timeline, and to log diagnostics of flags.
    func followFlags() -> [Subscription] {
        let diagnostics = logDiagnostics()
        guard let exposures else { return [diagnostics] }
        if let observer = FlagReadObserver(self), flags.setExposureObserver(observer) {
            exposureEra.store(Self.exposureEraLength, ordering: .releasing)
        }
        // Captures the runtime, because an object with a weak reference is slower to count, and every perform counts
        // references to the dispatcher.
        let changes = flags.onChange { [weak runtime] changes in
            guard let dispatcher = runtime?.dispatcher else { return }
            exposures.record(changes, dispatcher.fieldsOfChange(on: exposures.timeline))
        }
        return [diagnostics, changes]
    }

    /// Logs each of the stack's diagnostics once, including those from before the runtime.
    private func logDiagnostics() -> Subscription {
        let logger = logging.logger
        let logged = LoggedDiagnostics()
        let subscription = flags.onDiagnostic { diagnostic in
            if logged.isFirst(diagnostic) { logger.warning("\(diagnostic)") }
        }
        for diagnostic in flags.diagnostics where logged.isFirst(diagnostic) { logger.warning("\(diagnostic)") }
        return subscription
    }

    /// Reports the keys that no flag declares, once for each provider.
    ///
    /// Not those of servers, which have the flags of several programs and versions; overrides have their own diagnostic.
    func reportUndeclaredKeys() {
        let local = Set(flags.providers.filter { $0.status.address == nil }.map(\.name))
        var keys: [String: [String]] = [:]
        for flag in flags.hygiene().undeclared {
            for provider in flag.providers where local.contains(provider) {
                keys[provider, default: []].append("“\(flag.key)”")
            }
        }
        for (provider, keys) in keys.sorted(by: { $0.key < $1.key }) {
            let others = keys.count > 10 ? " and \(keys.count - 10) more" : ""
            report(
                .flags(
                    "\(provider) defines \(keys.prefix(10).joined(separator: ", "))\(others), which no flag declares. Correct "
                        + "the keys there, or declare the flags and register their containers."))
        }
    }

    /// Clears the record of exposures after the timeline was erased, so that they are recorded again.
    func forgetExposures() {
        exposures?.forget()
        exposures?.main?.exposures.removeAll()
        for session in sessions.open { session.exposures.removeAll() }
        // Last, so that an exposure that was recorded before this is recorded again.
        guard exposureEra.load(ordering: .relaxed) != 0 else { return }
        exposureEra.wrappingAdd(Self.exposureEraLength, ordering: .releasing)
    }
}

/// Receives each read of a flag in a stack, and forwards it to its runtime.
///
/// Several runtimes that share a stack have one observer; the frame in effect determines the runtime.
private final class FlagReadObserver: FlagExposureObserver {
    /// The exposures outside sessions.
    private let met: SessionExposures
    /// The runtime of reads outside sessions, held weakly because the stack may outlive its timeline.
    private let owner: Mutex<Owner>

    private struct Owner {
        weak var runtime: FeatureRuntime?
    }

    /// Returns `nil` without a timeline.
    init?(_ dispatcher: Dispatcher) {
        guard let main = dispatcher.exposures?.main else { return nil }
        met = main.exposures
        owner = Mutex(Owner(runtime: dispatcher.runtime))
    }

    func flagWasRead(_ read: FlagRead, _ resolution: () -> FlagRead.Resolved?) {
        ConstraintReadObserver.recordRead()
        guard let word = FlagExposures.word(read) else { return }
        let isRecorded = PerformFrame.withInnermost { frame in
            guard let frame else { return false }
            let dispatcher = frame.pointee.session.dispatcher
            guard dispatcher.flags === read.stack else { return false }
            dispatcher.exposures?.record(word, in: frame.pointee, resolution)
            return true
        }
        if isRecorded || met.contains(word) { return }
        owner.withLock { $0.runtime }?.dispatcher.exposures?.recordOutsideSessions(word, resolution)
    }
}

/// The diagnostics that a runtime has logged, at most a thousand for each stack.
private final class LoggedDiagnostics: Sendable {
    private let logged = Mutex<Set<FlagDiagnostic>>([])

    func isFirst(_ diagnostic: FlagDiagnostic) -> Bool { logged.withLock { $0.insert(diagnostic).inserted } }
}

/// Reports that constraints read flags, where no timeline records reads.
///
/// A flag that a constraint reads without declaring it may begin to depend on the context at any time, so the constraint
/// counts as one that depends on the user.
private final class ConstraintReadObserver: FlagExposureObserver {
    func flagWasRead(_ read: FlagRead, _ resolution: () -> FlagRead.Resolved?) { Self.recordRead() }

    @inline(__always)
    static func recordRead() {
        guard RunningChecks.exist else { return }
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
