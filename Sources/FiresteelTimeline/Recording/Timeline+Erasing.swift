internal import CFiresteelTimeline

extension Timeline {
    /// Erases a person's timeline: removes all earlier runs that are over, and takes from this one every event so far,
    /// what it remembers of performs in flight but for their bare facts, the names of sessions and the values of flags.
    ///
    /// Recording goes on meanwhile. The bytes are overwritten in place; what a file system or a disk keeps of what it
    /// was told to overwrite is beyond this. Takes some milliseconds.
    /// - Throws: ``RunError``, if an earlier run couldn't be removed. What could be erased is erased all the same.
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
