import FiresteelTimeline

extension FeatureRuntime {
    /// Erases the recorded data of one principal: their sessions in this run and in the folder's earlier runs, the log
    /// lines of their actions in memory, and their toggles.
    ///
    /// Open sessions remain open, and names of sessions remain: name a session after its kind. Data of analytics
    /// providers and activity indexes isn't attributed to principals and remains; erase it at the service, or erase
    /// everything with ``eraseTimeline()``. Lines in log files, which contain the principal's identifier, are erased by
    /// their ``FileLogOutput``.
    ///
    /// - Throws: The first error of a run or of the toggle store. The rest is erased nevertheless.
    public func eraseTimeline(of principal: Principal) throws {
        let last = dispatcher.lastSession
        let own = dispatcher.sessions.open.filter { $0.principal == principal }
        var sessions = Set(own.map(\.identifier))
        var failure: (any Error)?
        do {
            try dispatcher.timeline.map {
                sessions.formUnion(
                    try $0.erase(
                        principal: principal.identifier, lastSession: last,
                        openSessions: {
                            dispatcher.sessions.open.map { ($0.identifier, $0.principal?.identifier) }
                        }))
            }
        } catch {
            failure = error
        }
        dispatcher.logStore?.erase(sessions)
        for record in own {
            record.exposures.removeAll()
            record.refusals.removeAll()
        }
        do {
            try availabilityTable.eraseChoices(of: principal)
        } catch {
            failure = failure ?? error
        }
        dispatcher.changes.erased()
        if let failure { throw failure }
    }
}
