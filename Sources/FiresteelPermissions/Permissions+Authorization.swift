import Firesteel

extension Permissions {
    /// The sources for which the surrounding task runs a flow.
    @TaskLocal private static var asking: Set<ObjectIdentifier> = []

    /// Requests permissions, if they can be requested.
    ///
    /// Only one flow runs at a time; others wait in order of arrival, and request what is missing then.
    ///
    /// - Parameters:
    ///   - kinds: The needed permissions.
    ///   - coordinator: Explains the requests, and decides which of them to make.
    /// - Returns: The result of the flow. If the task is cancelled, there are no more prompts, and the flow is
    ///   cancelled.
    /// - Throws: ``AuthorizationError/nested``.
    @MainActor
    @discardableResult
    public func authorize(
        _ kinds: [PermissionKind], coordinator: any AuthorizationCoordinator = NoAuthorizationCoordinator()
    ) async throws(AuthorizationError) -> AuthorizationResult {
        try await authorize(kinds, of: nil, coordinator)
    }

    @MainActor
    func authorize(
        _ kinds: [PermissionKind], of feature: DeclaredConstraints?, _ coordinator: any AuthorizationCoordinator
    ) async throws(AuthorizationError) -> AuthorizationResult {
        let needed = PermissionKind.merged(kinds)
        let source = ObjectIdentifier(self)
        guard !Self.asking.contains(source) else { throw .nested }
        guard await turns.acquire() else {
            return AuthorizationResult(ending: .cancelled, requested: [], missing: missing(of: needed))
        }
        defer { turns.release() }
        // The user may have changed the settings, or responded in a previous flow.
        await recheck()
        guard !missing(of: needed).isEmpty else {
            return AuthorizationResult(ending: .granted, requested: [], missing: [])
        }
        return await Self.$asking.withValue(Self.asking.union([source])) {
            var flow = AuthorizationFlow(permissions: self, needed: needed, coordinator: coordinator)
            return await flow.run(for: feature)
        }
    }

    /// Returns the needed permissions that are not authorized.
    func missing(of needed: [PermissionKind]) -> [MissingPermission] {
        needed.compactMap { kind in
            let reading = reading(of: kind)
            return reading?.isAuthorized == true ? nil : MissingPermission(kind: kind, reading: reading)
        }
    }
}

/// One run through a coordinator.
@MainActor
struct AuthorizationFlow {
    let permissions: Permissions
    let needed: [PermissionKind]
    let coordinator: any AuthorizationCoordinator
    private var requested: [PermissionKind] = []

    init(permissions: Permissions, needed: [PermissionKind], coordinator: any AuthorizationCoordinator) {
        self.permissions = permissions
        self.needed = needed
        self.coordinator = coordinator
    }

    mutating func run(for feature: DeclaredConstraints?) async -> AuthorizationResult {
        let isCompleted = await request(for: feature)
        let missing = permissions.missing(of: needed)
        let ending: AuthorizationResult.Ending =
            !isCompleted || Task.isCancelled ? .cancelled : missing.isEmpty ? .granted : .missing
        let result = AuthorizationResult(ending: ending, requested: requested, missing: missing)
        await coordinator.didComplete(result)
        return result
    }

    /// Requests the permissions that the coordinator agrees to.
    ///
    /// - Returns: `false` if the flow was cancelled.
    private mutating func request(for feature: DeclaredConstraints?) async -> Bool {
        let missing = permissions.missing(of: needed)
        let requestable = missing.filter { $0.reading?.canBeRequested == true }.map(\.kind)
        let chosen = await coordinator.willBegin(
            AuthorizationRequest(
                feature: feature?.feature, featureName: feature?.featureName, permissions: requestable,
                refused: missing.filter { $0.reading?.canBeRequested != true }))
        for kind in PermissionKind.merged(chosen) {
            // The feature's options take precedence over those the coordinator returned.
            guard let kind = requestable.first(where: { $0.identifier == kind.identifier }) else { continue }
            // The response to a related permission may have decided this one as well.
            guard permissions.reading(of: kind)?.canBeRequested == true else { continue }
            if Task.isCancelled { return false }
            switch await coordinator.willRequest(kind) {
            case .request: break
            case .skip: continue
            case .cancelAll: return false
            }
            if Task.isCancelled { return false }
            requested.append(kind)
            let reading = await permissions.request(kind)
            switch await coordinator.didRequest(kind, reading) {
            case .continue: break
            case .cancelAll: return false
            }
        }
        return true
    }
}
