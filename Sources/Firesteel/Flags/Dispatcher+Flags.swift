import FiresteelFlags
import FiresteelTimeline
import Synchronization

extension Dispatcher {
    /// Notes that the flags that decide about a feature met whoever asked for it.
    func exposeFlags(of feature: RegisteredFeature) {
        guard exposures != nil else { return }
        for flag in feature.flags { _ = flags.value(of: flag) }
    }

    /// Puts reads and changes of flags on the timeline from now on.
    func followFlags() -> [FlagSubscription] {
        guard let exposures else { return [] }
        flags.setExposureObserver(FlagReadObserver(exposures))
        // By way of the runtime: references to an object that is held weakly are counted slowly, and every perform counts
        // some to the dispatcher.
        return [
            flags.onChange { [weak runtime] changes in
                guard let dispatcher = runtime?.dispatcher else { return }
                exposures.record(changes, dispatcher.fieldsOfChange(on: exposures.timeline))
            }
        ]
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

    func flagWasRead(_ read: FlagRead) {
        if let frame = PerformFrame.ambient {
            let dispatcher = frame.session.dispatcher
            if dispatcher.flags === read.stack {
                dispatcher.exposures?.note(read, in: frame)
                return
            }
        }
        owner.withLock { $0.exposures }?.note(read)
    }
}
