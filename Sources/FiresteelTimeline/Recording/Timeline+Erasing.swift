internal import CFiresteelTimeline

extension Timeline {
    /// Erases the user's timeline: removes all ended runs, and from this run all events, all data of performs in flight
    /// except their identifiers, the session names and the flag values.
    ///
    /// Recording continues. The bytes are overwritten in place; copies retained by a file system or a disk are not
    /// affected. Takes some milliseconds.
    /// - Throws: ``RunError`` if an earlier run couldn't be removed. Everything else is erased nevertheless.
    public func erase() throws(RunError) {
        names.blankPersonal()
        fst_blank(memory.journal)
        guard let folder else { return }
        var failure: RunError?
        for run in try folder.runs() where run.id != runIdentifier && !run.isRunning {
            do throws(RunError) {
                try folder.remove(run.id)
            } catch {
                if case .running = error { continue }
                if case .notFound = error { continue }
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
