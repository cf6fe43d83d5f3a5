import FiresteelTimeline

/// Faults of the timeline that don't stop it, reported once.
extension Dispatcher {
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
