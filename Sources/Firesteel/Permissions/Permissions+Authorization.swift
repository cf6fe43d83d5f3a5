extension Permissions {
    /// The sources that the task around is asking for permissions of.
    @TaskLocal private static var asking: Set<ObjectIdentifier> = []

    /// Asks the user for permissions, as far as they can be asked for.
    ///
    /// One flow asks at a time; another one waits for its turn, in the order in which they came, and asks for what is
    /// missing then.
    ///
    /// - Parameters:
    ///   - kinds: What is needed.
    ///   - coordinator: Explains, and decides what is asked for.
    /// - Returns: What came of it. A task that is cancelled asks for nothing more, and its flow is cancelled.
    /// - Throws: ``AuthorizationError/withinAnother``.
    @MainActor
    @discardableResult
    public func authorize(
        _ kinds: [PermissionKind], coordinator: any AuthorizationCoordinator = NoAuthorizationCoordinator()
    ) async throws(AuthorizationError) -> AuthorizationResult {
        try await authorize(kinds, of: nil, coordinator)
    }

    @MainActor
    func authorize(
        _ kinds: [PermissionKind], of feature: RegisteredFeature?, _ coordinator: any AuthorizationCoordinator
    ) async throws(AuthorizationError) -> AuthorizationResult {
        let needed = PermissionKind.merged(kinds)
        let source = ObjectIdentifier(self)
        guard !Self.asking.contains(source) else { throw .withinAnother }
        guard await turns.take() else {
            return AuthorizationResult(ending: .cancelled, requested: [], missing: missing(of: needed))
        }
        defer { turns.give() }
        // The user may have been in the settings, or have answered a flow before this one.
        await recheck()
        guard !missing(of: needed).isEmpty else {
            return AuthorizationResult(ending: .granted, requested: [], missing: [])
        }
        return await Self.$asking.withValue(Self.asking.union([source])) {
            var flow = AuthorizationFlow(permissions: self, needed: needed, coordinator: coordinator)
            return await flow.run(for: feature)
        }
    }

    /// What isn't allowed of what is needed.
    func missing(of needed: [PermissionKind]) -> [MissingPermission] {
        needed.compactMap { kind in
            let reading = reading(of: kind)
            return reading?.isAuthorized == true ? nil : MissingPermission(kind: kind, reading: reading)
        }
    }
}

/// One way through a coordinator.
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

    mutating func run(for feature: RegisteredFeature?) async -> AuthorizationResult {
        let isCompleted = await ask(for: feature)
        let missing = permissions.missing(of: needed)
        let ending: AuthorizationResult.Ending =
            !isCompleted || Task.isCancelled ? .cancelled : missing.isEmpty ? .granted : .missing
        let result = AuthorizationResult(ending: ending, requested: requested, missing: missing)
        await coordinator.didComplete(result)
        return result
    }

    /// Asks for what the coordinator agrees to.
    ///
    /// - Returns: `false` if it was given up.
    private mutating func ask(for feature: RegisteredFeature?) async -> Bool {
        let missing = permissions.missing(of: needed)
        let askable = missing.filter { $0.reading?.canBeAsked == true }.map(\.kind)
        let chosen = await coordinator.willBegin(
            AuthorizationRequest(
                feature: feature?.path, featureName: feature?.name, permissions: askable,
                refused: missing.filter { $0.reading?.canBeAsked != true }))
        for kind in PermissionKind.merged(chosen) {
            // With the options that the feature needs, whatever the coordinator made of them.
            guard let kind = askable.first(where: { $0.identifier == kind.identifier }) else { continue }
            // An answer to a related one may have decided this one as well.
            guard permissions.reading(of: kind)?.canBeAsked == true else { continue }
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
            case .goOn: break
            case .cancelAll: return false
            }
        }
        return true
    }
}
