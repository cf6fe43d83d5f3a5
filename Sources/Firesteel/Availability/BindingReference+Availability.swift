import FiresteelBase
import Synchronization

extension BindingReference {
    /// Returns a grant for the action, if its feature is available to the current user.
    ///
    /// That is the user whom the session in effect serves, otherwise the app's user. Costs one load for the app's user,
    /// unless a flag decides as well, which is then recorded as an exposure.
    @usableFromInline
    func grantHere() -> PerformGrant? {
        if SessionContext.mayExist, let session = PerformFrame.innermostSession,
            session.withBorrowed({ $0.context != nil })
        {
            return session.withBorrowed { grant(in: $0) }
        }
        guard let dispatcher = CurrentRuntime.dispatcher else { return nil }
        return dispatcher.withBorrowed { fixedGrant($0, in: nil) }
    }

    /// Returns a grant for the action, if its feature is available in a session.
    @usableFromInline
    func grant(in session: ActionSession) -> PerformGrant? {
        let dispatcher = session.dispatcher
        guard let context = session.context else { return fixedGrant(dispatcher, in: session) }
        guard let feature = dispatcher.features.find(self.feature) else {
            dispatcher.recordRefusal(of: self, in: session)
            return nil
        }
        let isAvailable = feature.withBorrowed { feature in
            dispatcher.isAvailable(feature, in: session, context, records: true)
        }
        if isAvailable { return .session(session) }
        dispatcher.recordRefusal(of: self, in: session)
        return nil
    }

    @inline(__always)
    private func fixedGrant(_ dispatcher: Dispatcher, in session: ActionSession?) -> PerformGrant? {
        let isAvailable =
            dispatcher.features.find(self.feature)?.withBorrowed { feature in
                if feature.isFlagged || RunningChecks.exist { AvailabilityTable.recordRead(of: feature, dispatcher) }
                return feature.isAvailableToAppUser
            } ?? false
        if isAvailable { return .fixed }
        dispatcher.recordRefusal(of: self, in: session)
        return nil
    }
}

extension AvailabilityTable {
    @inline(never)
    fileprivate static func recordRead(of feature: RegisteredFeature, _ dispatcher: Dispatcher) {
        if feature.isFlagged { dispatcher.exposeFlags(of: feature) }
        if RunningChecks.exist { dispatcher.runtime?.availabilityTable.recordRead(of: feature) }
    }
}

extension Dispatcher {
    /// Returns whether a feature is available to the user that a session serves.
    ///
    /// Costs a few loads if the result was computed since the last change.
    ///
    /// - Parameter records: Whether the user is about to use the feature, so that its flags count as read by the action
    ///   in effect.
    func isAvailable(
        _ feature: RegisteredFeature, in session: ActionSession, _ context: SessionContext, records: Bool
    ) -> Bool {
        guard feature.isPersonal.load(ordering: .acquiring) else {
            return feature.isAvailableToAppUser
        }
        let state =
            context.cache.state(of: feature.index, at: context.version(self))
            ?? runtime?.availabilityTable.state(of: feature, in: session, context) ?? .unavailable
        if records, feature.isFlagged { exposures?.recordFlags(of: feature, in: session) }
        return state == .available
    }
}
