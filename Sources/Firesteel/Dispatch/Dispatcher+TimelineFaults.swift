import FiresteelBase
import FiresteelTimeline
import Synchronization

/// Faults of the timeline that don't stop it, reported once.
extension Dispatcher {
    /// Reports what was prepared for a crash and won't be recorded.
    func reportUnrecordedCrashes(recordsSignals: Bool) {
        if let error = CrashDetails.recordingError { report(.timeline(error)) }
        switch timeline?.recording {
        case nil, .memory:
            guard recordsSignals else { return }
            report(
                .timeline(
                    "Can't record the signal that ends the process: the timeline isn't in a file. Set "
                        + "RuntimeConfiguration.storage to a folder, or recordsSignals to false."))
        case .file, .memoryFallback: break
        }
    }

    /// Reports files in the timeline's folder that are named like runs and can't be opened.
    ///
    /// Retention continues without them.
    func reportUnopenedRuns() {
        guard let unopened = timeline?.unopenedRuns, let first = unopened.first,
            case .failure(let error) = first.state
        else { return }
        let others = unopened.count == 1 ? "" : " The same applies to \(unopened.count - 1) more."
        report(
            .timeline(
                "Can't open \(first.path), which is named like an earlier run. Remove it manually "
                    + "(\(error))." + others))
    }

    /// Reports that the file of the run was deleted.
    ///
    /// Costs a system call.
    func reportDeletedRun() {
        guard let timeline, case .file(let path) = timeline.recording, timeline.isFileDeleted else { return }
        report(
            .timeline(
                "The timeline's file \(path) was deleted. Events are recorded, and no longer available once the process "
                    + "ends. Start the program again."))
    }

    /// Reports after a minute which keys no flag declares, since flags are declared after set-up as well, and once a minute,
    /// until the subscription ends, that the file of the run was deleted.
    func watch() -> Subscription? {
        let isFile = if case .file = timeline?.recording { true } else { false }
        guard isFile || !flags.providers.isEmpty else { return nil }
        let watched = WatchedDispatcher(self)
        let task = Task.detached {
            var isFirst = true
            while !Task.isCancelled {
                do { try await Task.sleep(for: .seconds(60)) } catch { return }
                guard let dispatcher = watched.dispatcher.withLock({ $0 }) else { return }
                if isFirst { dispatcher.reportUndeclaredKeys() }
                isFirst = false
                dispatcher.reportDeletedRun()
                if !isFile || dispatcher.timeline?.isFileDeleted != false { return }
            }
        }
        return Subscription {
            watched.dispatcher.withLock { $0 = nil }
            task.cancel()
        }
    }

    /// Reports that the timeline had no room for names, so that events appear without them.
    ///
    /// Costs one load if there was room for all names.
    func reportRefusedNames() {
        guard let timeline, timeline.refusedNames > 0 else { return }
        report(
            .timeline(
                "The timeline has no room for more names: events of new features, sessions and loggers "
                    + "are recorded without their names. Use fewer session names, or larger runs (runSize).")
        )
    }
}

/// A dispatcher that is released when its runtime is, not when a task notices.
///
/// A weak reference would make each retain of the dispatcher slower, and performs with it.
private final class WatchedDispatcher: Sendable {
    let dispatcher: Mutex<Dispatcher?>

    init(_ dispatcher: Dispatcher) { self.dispatcher = Mutex(dispatcher) }
}
