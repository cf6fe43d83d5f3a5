public import Firesteel

extension FeatureRuntime {
    /// The permissions among the runtime's sources, `nil` if it has none.
    public var permissions: Permissions? { source(Permissions.self, named: Permissions.sourceName) }

    /// Returns the permissions that a feature needs: those of its own constraints, of its groups, and of the features
    /// that these require, in this order.
    ///
    /// Notifications have all declared options combined. Empty if the feature isn't registered.
    public func permissions(of type: any FeatureDefinition.Type) -> [PermissionKind] {
        PermissionKind.merged(declaredConstraints(affecting: type).flatMap(\.constraints).flatMap(\.permissions))
    }

    /// Requests the permissions that a feature needs, if they can be requested.
    ///
    /// ```swift
    /// try await runtime.authorize(PhotoImport.self, coordinator: explanation) {
    ///     await PhotoImport.choose.request()?.perform(presenter: window)
    /// }
    /// ```
    ///
    /// Only one flow runs at a time; others wait in order of arrival. The feature's availability is up to date when
    /// this returns and when `retry` is called; the feature may need more than permissions.
    ///
    /// - Parameters:
    ///   - type: The feature.
    ///   - coordinator: Explains the requests, and decides which of them to make.
    ///   - retry: The operation that the user attempted. Called only if all needed permissions are authorized, after
    ///     the coordinator received the result; immediately if no permission was missing.
    /// - Returns: The result of the flow.
    /// - Throws: ``AuthorizationError`` if nothing could be requested.
    @MainActor
    @discardableResult
    public func authorize(
        _ type: any ConditionalFeature.Type,
        coordinator: any AuthorizationCoordinator = NoAuthorizationCoordinator(),
        retry: (@MainActor () async -> Void)? = nil
    ) async throws(AuthorizationError) -> AuthorizationResult {
        guard let permissions else { throw .noPermissions }
        guard let feature = declaredConstraints(affecting: type).first else {
            throw .unregisteredFeature(type.identifier)
        }
        let result = try await permissions.authorize(self.permissions(of: type), of: feature, coordinator)
        if result.isGranted { await retry?() }
        return result
    }
}

extension ConditionalFeature {
    /// Requests the permissions that the feature needs, in the runtime in effect.
    ///
    /// See `FeatureRuntime.authorize(_:coordinator:retry:)`.
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
    /// The permissions that the constraint reads.
    var permissions: [PermissionKind] {
        if let permission = self as? Permission { return [permission.kind] }
        return requirements.filter { $0.source == Permissions.sourceName }
            .compactMap { PermissionKind(identifier: $0.name) }
    }
}
