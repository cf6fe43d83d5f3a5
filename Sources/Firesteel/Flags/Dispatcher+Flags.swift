import FiresteelFlags
import FiresteelTimeline
import Logging
import Synchronization

extension Dispatcher {
    /// Reads the flags that decide about a feature for whoever asked for it: they were met, and they are in use.
    func exposeFlags(of feature: RegisteredFeature) {
        for flag in feature.flags { _ = flags.value(of: flag) }
    }

    /// Puts reads and changes of flags on the timeline from now on, and into the log what is wrong with flags.
    func followFlags() -> [FlagSubscription] {
        let diagnostics = logDiagnostics()
        guard let exposures else { return [diagnostics] }
        flags.setExposureObserver(FlagReadObserver(exposures))
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
        for session in sessions.open { session.exposures.removeAll() }
    }
}

/// Hears of each read of a flag in a stack, and passes it to the runtime that it belongs to.
///
/// A stack that several runtimes share has one observer; who is meant is said by what is being done.
private final class FlagReadObserver: FlagExposureObserver {
    /// Who is meant where nothing is being done, without keeping its timeline as long as the stack.
    private let owner: Mutex<Owner>

    private struct Owner {
        weak var exposures: FlagExposures?
    }

    init(_ exposures: FlagExposures) {
        owner = Mutex(Owner(exposures: exposures))
    }

    func flagWasRead(_ read: FlagRead, _ resolution: () -> FlagRead.Resolved?) {
        if let frame = PerformFrame.ambient {
            let dispatcher = frame.session.dispatcher
            if dispatcher.flags === read.stack {
                dispatcher.exposures?.note(read, in: frame, resolution)
                return
            }
        }
        owner.withLock { $0.exposures }?.note(read, resolution)
    }
}

/// The diagnostics that a runtime has logged; a stack has at most a thousand.
private final class LoggedDiagnostics: Sendable {
    private let logged = Mutex<Set<FlagDiagnostic>>([])

    func isFirst(_ diagnostic: FlagDiagnostic) -> Bool { logged.withLock { $0.insert(diagnostic).inserted } }
}
