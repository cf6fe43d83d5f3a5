import Synchronization

/// How the permissions of a program stand: the source that ``Permission`` conditions look at.
///
/// ```swift
/// let permissions = Permissions(LinuxDevices.adapters())
/// try FeatureRuntime.setUp(AppFeatures.self, RuntimeConfiguration(sources: [permissions]))
/// ```
///
/// Each permission that the program can ask for has an adapter; every other one is unsupported, and says so. What the
/// adapters say is read when this is made, when they tell of a change, after each request, and in ``recheck()``. Reading
/// a status here never asks the system.
///
/// An override stands above what the system says, to see how the program does without a permission.
public final class Permissions: ConstraintSource {
    /// What conditions call the source: "permissions".
    public static let sourceName = "permissions"

    /// ``sourceName``.
    public var name: String { Self.sourceName }

    /// By the permissions' identifiers.
    private let adapters: [String: any PermissionAdapter]
    /// Lets one flow ask at a time.
    let turns = AuthorizationTurns()
    private let state = Mutex(State())
    private let following = Mutex<[@Sendable () -> Void]>([])

    private struct State {
        var readings: [String: PermissionReading] = [:]
        var overrides: [String: PermissionReading] = [:]
        /// Counts when readings were begun.
        var ticket: UInt64 = 0
        /// The count that each reading belongs to, so that an older one never comes back.
        var taken: [String: UInt64] = [:]
        var nextHandler = 0
        var handlers: [Int: @Sendable (RequirementChange) -> Void] = [:]

        func reading(of identifier: String) -> PermissionReading? { overrides[identifier] ?? readings[identifier] }

        mutating func nextTicket() -> UInt64 {
            ticket += 1
            return ticket
        }
    }

    /// Makes a source of the adapters' permissions.
    ///
    /// - Parameter adapters: One for each permission; of two for the same permission the first one counts.
    public init(_ adapters: [any PermissionAdapter]) {
        self.adapters = Dictionary(
            adapters.map { ($0.permission.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        let ticket = state.withLock { $0.nextTicket() }
        following.withLock { following in
            following = self.adapters.map { identifier, adapter in
                adapter.subscribe { [weak self] in self?.changed(identifier) }
            }
        }
        let readings = self.adapters.compactMapValues(\.status)
        take(readings, ticket)
        guard readings.count < self.adapters.count else { return }
        Task { [weak self] in await self?.recheck() }
    }

    deinit {
        following.withLock { following in
            for end in following { end() }
        }
    }

    // MARK: Reading

    /// How a permission stands, `nil` as long as the system didn't say.
    public func reading(of kind: PermissionKind) -> PermissionReading? { reading(of: kind.identifier) }

    /// How the permission of an identifier stands for conditions.
    public func status(of name: String) -> RequirementStatus { RequirementStatus(reading(of: name)?.status) }

    /// Why the permission of an identifier stands so, where there is more to say than its status does.
    public func reason(of name: String) -> String? {
        guard let reading = reading(of: name) else { return nil }
        return reading.isAuthorized ? reading.detail?.words : reading.reason ?? reading.detail?.words
    }

    private func reading(of identifier: String) -> PermissionReading? {
        guard adapters[identifier] != nil else {
            return state.withLock { $0.overrides[identifier] } ?? Self.withoutAdapter(identifier)
        }
        return state.withLock { $0.reading(of: identifier) }
    }

    /// How a permission stands without its override, `nil` as long as the system didn't say.
    func systemReading(of identifier: String) -> PermissionReading? {
        guard adapters[identifier] != nil else { return Self.withoutAdapter(identifier) }
        return state.withLock { $0.readings[identifier] }
    }

    /// How a permission stands that the program gave no adapter for.
    private static func withoutAdapter(_ identifier: String) -> PermissionReading {
        #if os(Linux)
        guard LinuxDevices.kinds.contains(where: { $0.identifier == identifier }) else {
            return PermissionReading(.unsupported, because: "Linux has no such permission")
        }
        return PermissionReading(
            .unsupported, because: "the program has no adapter for it. `LinuxDevices.adapters()` has one")
        #else
        return PermissionReading(.unsupported, because: "the program has no adapter for it")
        #endif
    }

    /// The permissions that the program can ask for, in the order of ``PermissionKind/all``.
    public var supported: [PermissionKind] { PermissionKind.all.filter { adapters[$0.identifier] != nil } }

    /// Calls the handler after each change until what is returned is called.
    public func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.nextHandler += 1
            state.handlers[state.nextHandler] = handler
            return state.nextHandler
        }
        return { [weak self] in
            self?.state.withLock { _ = $0.handlers.removeValue(forKey: number) }
        }
    }

    // MARK: Looking again

    /// Asks the system again how everything stands.
    ///
    /// Call it when the program becomes active: the user may have been in the settings. What changed is told at once.
    public func recheck() async { await recheck { _ in true } }

    private func recheck(_ isMeant: (PermissionKind) -> Bool) async {
        let ticket = state.withLock { $0.nextTicket() }
        var readings: [String: PermissionReading] = [:]
        for (identifier, adapter) in adapters where isMeant(adapter.permission) {
            readings[identifier] = await adapter.check()
        }
        take(readings, ticket)
    }

    /// An adapter said that its permission may be another one.
    private func changed(_ identifier: String) {
        guard let adapter = adapters[identifier] else { return }
        let ticket = state.withLock { $0.nextTicket() }
        if let reading = adapter.status {
            take([identifier: reading], ticket)
        } else {
            Task { [weak self] in await self?.recheck { $0.identifier == identifier } }
        }
    }

    /// Keeps readings, and tells what changed as one change.
    private func take(_ readings: [String: PermissionReading], _ ticket: UInt64) {
        change { state in
            for (identifier, reading) in readings where state.taken[identifier, default: 0] < ticket {
                state.taken[identifier] = ticket
                state.readings[identifier] = reading
            }
        }
    }

    /// Changes something, and tells of the permissions that stand otherwise after it.
    private func change(_ body: (inout State) -> Void) {
        let (names, handlers) = state.withLock { state in
            let before = state
            body(&state)
            let touched = Set(state.readings.keys).union(state.overrides.keys).union(before.overrides.keys)
            let names = touched.filter { before.reading(of: $0) != state.reading(of: $0) }
            return (names, state.handlers.sorted { $0.key < $1.key }.map(\.value))
        }
        guard !names.isEmpty else { return }
        for handler in handlers { handler(.names(names)) }
    }

    // MARK: Asking

    /// Asks for a permission where the user can be asked; returns how it stands then.
    ///
    /// One that is overridden isn't asked for.
    func request(_ kind: PermissionKind) async -> PermissionReading {
        let identifier = kind.identifier
        guard let adapter = adapters[identifier] else {
            return reading(of: identifier) ?? Self.withoutAdapter(identifier)
        }
        if let override = state.withLock({ $0.overrides[identifier] }) { return override }
        let reading = await adapter.request(kind)
        // It is as new as its end: what was read while the question was shown is older.
        take([identifier: reading], state.withLock { $0.nextTicket() })
        await recheck { $0.identifier != identifier && $0.isRelated(to: kind) }
        return reading
    }

    // MARK: Overrides

    /// Lets a permission stand otherwise than the system says, until the override is removed or the program ends.
    ///
    /// It is for looking at the program as it would be. The system still refuses what it refuses, and is not asked.
    public func setOverride(_ reading: PermissionReading, for kind: PermissionKind) {
        change { $0.overrides[kind.identifier] = reading }
    }

    /// Lets a permission stand as the system says.
    public func removeOverride(for kind: PermissionKind) {
        change { $0.overrides[kind.identifier] = nil }
    }

    /// Lets all permissions stand as the system says, as one change.
    public func removeOverrides() {
        change { $0.overrides = [:] }
    }

    /// What a permission is overridden with.
    public func override(of kind: PermissionKind) -> PermissionReading? {
        state.withLock { $0.overrides[kind.identifier] }
    }
}

extension PermissionReading.Detail {
    /// What is said of it beside the permission's name.
    fileprivate var words: String {
        switch self {
        case .provisional: "Allowed for now"
        case .limited: "Allowed in part"
        case .temporary: "Allowed for a while"
        case .lesser: "less is allowed so far"
        }
    }
}
