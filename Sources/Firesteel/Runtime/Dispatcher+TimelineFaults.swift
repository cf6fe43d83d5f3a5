import FiresteelTimeline

/// What the timeline puts up with, reported once.
extension Dispatcher {
    /// Tells of files in the timeline's folder that are named like runs and can't be opened.
    ///
    /// Retention goes on without them.
    func reportUnopenedRuns() {
        guard let unopened = timeline?.unopenedRuns, let first = unopened.first,
            case .failure(let error) = first.state
        else { return }
        let others = unopened.count == 1 ? "" : " So do \(unopened.count - 1) more."
        report(
            .timeline(
                "\(first.path) is named like an earlier run and can't be opened, so it stays until you remove it "
                    + "(\(error))." + others))
    }

    /// Tells that names found no room on the timeline, so that events stand there without them.
    ///
    /// Costs one load where all did.
    func reportRefusedNames() {
        guard let timeline, timeline.refusedNames > 0 else { return }
        report(
            .timeline(
                "The timeline has no room for more names: what happens in features, sessions and loggers met from now on "
                    + "is recorded without theirs. Give sessions fewer different names, or make runs larger (runSize).")
        )
    }
}
