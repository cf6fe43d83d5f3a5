extension FeatureRuntime {
    /// Returns the availability of a registered feature in a session, or `nil` for an unregistered one.
    ///
    /// - Parameter session: The session; `nil` for the app's user.
    package func availability(of feature: FeaturePath, in session: ActionSession?) -> Availability? {
        registry.find(feature).map { availabilityTable.availability(of: $0, in: session) }
    }

    /// Returns the availability of a declared action in a session, or `nil` for one that isn't declared.
    ///
    /// - Parameter session: The session; `nil` for the app's user.
    package func availability(of action: ActionPath, in session: ActionSession?) -> Availability? {
        registry.find(action).map { availabilityTable.availability(of: $0.feature, in: session) }
    }

    /// Returns why a router can't present an action now, or `nil` if it can, or if the action needs no presenter.
    ///
    /// - Parameters:
    ///   - action: The path of the action.
    ///   - router: The router of the program.
    ///   - session: The selected session, if any.
    @MainActor
    package func obstacle(
        to action: ActionPath, presentedBy router: any PresentationRouter, in session: ActionSession?
    ) async -> String? {
        guard let type = registry.find(action)?.type else { return nil }
        return await obstacle(to: type, router, session)
    }

    @MainActor
    private func obstacle<Presented: ActionDefinition>(
        to type: Presented.Type, _ router: any PresentationRouter, _ session: ActionSession?
    ) async -> String? {
        guard Self.presenter(for: type) == nil else { return nil }
        return await router.obstacle(to: type, in: session)
    }
}
