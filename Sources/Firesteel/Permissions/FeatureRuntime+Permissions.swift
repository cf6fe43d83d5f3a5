extension FeatureRuntime {
    /// The permissions among the runtime's sources, `nil` where it has none.
    public var permissions: Permissions? { source(Permissions.self, named: Permissions.sourceName) }

    /// What has to be allowed for a feature: by its own conditions, then those of its groups, then those of the features
    /// that they require.
    ///
    /// Notifications have all options that are asked for. Empty where the feature isn't registered.
    public func permissions(of type: any FeatureDefinition.Type) -> [PermissionKind] {
        guard let feature = dispatcher.features[Interning.shared.feature(type)] else { return [] }
        var kinds: [PermissionKind] = []
        var seen: Set<UInt32> = []
        var open = [feature]
        while !open.isEmpty {
            let current = open.removeFirst()
            guard seen.insert(current.index).inserted else { continue }
            kinds += current.constraints.flatMap(\.permissions)
            if let parent = current.parent { open.append(parent) }
            for relation in current.constraints.flatMap(\.relations) where relation.kind == .requires {
                open += relation.features.compactMap { dispatcher.features[Interning.shared.feature($0)] }
            }
        }
        return PermissionKind.merged(kinds)
    }

    /// Asks the user for all that has to be allowed for a feature, as far as it can be asked for.
    ///
    /// ```swift
    /// try await runtime.authorize(PhotoImport.self, coordinator: explanation) {
    ///     await PhotoImport.choose.request()?.perform(presenter: window)
    /// }
    /// ```
    ///
    /// One flow asks at a time; another one waits for its turn, in the order in which they came. The feature's
    /// availability is up to date when this returns and when `retry` is called; it may need more than permissions.
    ///
    /// - Parameters:
    ///   - type: The feature.
    ///   - coordinator: Explains, and decides what is asked for.
    ///   - retry: What the user wanted to do. Called only if all that is needed is allowed, and after the coordinator was
    ///     told; at once where nothing was missing.
    /// - Returns: What came of it.
    /// - Throws: ``AuthorizationError`` where nothing could be asked for.
    @MainActor
    @discardableResult
    public func authorize(
        _ type: any ConditionalFeature.Type,
        coordinator: any AuthorizationCoordinator = NoAuthorizationCoordinator(),
        retry: (@MainActor () async -> Void)? = nil
    ) async throws(AuthorizationError) -> AuthorizationResult {
        guard let permissions else { throw .noPermissions }
        guard let feature = dispatcher.features[Interning.shared.feature(type)], feature.isRegistered else {
            throw .unregisteredFeature(type.identifier)
        }
        let result = try await permissions.authorize(self.permissions(of: type), of: feature, coordinator)
        if result.isGranted { await retry?() }
        return result
    }
}

extension ConditionalFeature {
    /// Asks the user for all that has to be allowed for the feature, in the runtime in effect.
    ///
    /// See ``FeatureRuntime/authorize(_:coordinator:retry:)``.
    @MainActor
    @discardableResult
    public static func authorize(
        coordinator: any AuthorizationCoordinator = NoAuthorizationCoordinator(),
        retry: (@MainActor () async -> Void)? = nil
    ) async throws(AuthorizationError) -> AuthorizationResult {
        guard let runtime = FeatureRuntime.current else { throw .noRuntime }
        return try await runtime.authorize(Self.self, coordinator: coordinator, retry: retry)
    }
}

extension Constraint {
    /// The permissions that the condition looks at.
    var permissions: [PermissionKind] {
        if let permission = self as? Permission { return [permission.kind] }
        return requirements.filter { $0.source == Permissions.sourceName }
            .compactMap { PermissionKind(identifier: $0.name) }
    }
}
