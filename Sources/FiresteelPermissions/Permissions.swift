public import Firesteel
public import FiresteelBase
import Synchronization

/// The permissions of a program: the source that ``Permission`` constraints read.
///
/// ```swift
/// let permissions = Permissions(LinuxDevices.adapters())
/// try FeatureRuntime.setUp(AppFeatures.self, RuntimeConfiguration(sources: [permissions]))
/// ```
///
/// Each permission that the program can request has an adapter; all others are unsupported, with a reason. The adapters
/// are read when this is created, when they report a change, after each request, and in ``recheck()``. Reading a status
/// here never queries the system.
///
/// An override takes precedence over the system's reading, to test the program without a permission.
public final class Permissions: ConstraintSource {
    /// The name of the source in requirements: "permissions".
    public static let sourceName = "permissions"

    /// The name of the source, ``sourceName``.
    public var name: String { Self.sourceName }

    /// The adapters by permission identifier.
    private let adapters: [String: any PermissionAdapter]
    /// Admits one flow at a time.
    let turns = AuthorizationTurns()
    private let state = Mutex(State())
    private let following = Mutex<[Subscription]>([])
    private let changes = Broadcaster<RequirementChange>(.immediate)

    private struct State {
        var readings: [String: PermissionReading] = [:]
        var overrides: [String: PermissionReading] = [:]
        /// The number of reads begun so far.
        var ticket: UInt64 = 0
        /// The number of the read that each reading comes from, so that an older one never replaces a newer one.
        var taken: [String: UInt64] = [:]

        func reading(of identifier: String) -> PermissionReading? { overrides[identifier] ?? readings[identifier] }

        mutating func nextTicket() -> UInt64 {
            ticket += 1
            return ticket
        }
    }

    /// Creates a source from adapters.
    ///
    /// - Parameter adapters: One for each permission; the first of several for the same permission is used.
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
        store(readings, ticket)
        guard readings.count < self.adapters.count else { return }
        Task { [weak self] in await self?.recheck() }
    }

    // MARK: Reading

    /// Returns the reading of a permission, `nil` until the system reports one.
    public func reading(of kind: PermissionKind) -> PermissionReading? { reading(of: kind.identifier) }

    /// Returns the status of a permission as constraints read it, by its identifier.
    public func status(of name: String) -> RequirementStatus { RequirementStatus(reading(of: name)?.status) }

    /// Returns the reason for the reading of a permission, by its identifier, if there is more to say than its status.
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

    /// Returns the reading of a permission without its override, `nil` until the system reports one.
    func systemReading(of identifier: String) -> PermissionReading? {
        guard adapters[identifier] != nil else { return Self.withoutAdapter(identifier) }
        return state.withLock { $0.readings[identifier] }
    }

    /// Returns the reading of a permission for which the program has no adapter.
    private static func withoutAdapter(_ identifier: String) -> PermissionReading {
        #if os(Linux)
        guard LinuxDevices.kinds.contains(where: { $0.identifier == identifier }) else {
            return PermissionReading(.unsupported, because: "Linux has no such permission")
        }
        return PermissionReading(
            .unsupported, because: "the program has no adapter for it. Add `LinuxDevices.adapters()`")
        #else
        return PermissionReading(.unsupported, because: "the program has no adapter for it")
        #endif
    }

    /// The permissions that the program can request, in the order of ``PermissionKind/all``.
    public var supported: [PermissionKind] { PermissionKind.all.filter { adapters[$0.identifier] != nil } }

    /// Calls the handler after each change until the subscription is cancelled or released.
    public func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> Subscription {
        changes.subscribe(handler)
    }

    // MARK: Rechecking

    /// Reads all permissions from the system again.
    ///
    /// Call it when the program becomes active, because the user may have changed the settings. Changes are reported
    /// immediately, as one change.
    public func recheck() async { await recheck { _ in true } }

    private func recheck(_ isMeant: (PermissionKind) -> Bool) async {
        let ticket = state.withLock { $0.nextTicket() }
        var readings: [String: PermissionReading] = [:]
        for (identifier, adapter) in adapters where isMeant(adapter.permission) {
            readings[identifier] = await adapter.check()
        }
        store(readings, ticket)
    }

    /// Reads a permission again after its adapter reported a possible change.
    private func changed(_ identifier: String) {
        guard let adapter = adapters[identifier] else { return }
        let ticket = state.withLock { $0.nextTicket() }
        if let reading = adapter.status {
            store([identifier: reading], ticket)
        } else {
            Task { [weak self] in await self?.recheck { $0.identifier == identifier } }
        }
    }

    /// Stores readings, and reports all changes as one.
    private func store(_ readings: [String: PermissionReading], _ ticket: UInt64) {
        change { state in
            for (identifier, reading) in readings where state.taken[identifier, default: 0] < ticket {
                state.taken[identifier] = ticket
                state.readings[identifier] = reading
            }
        }
    }

    /// Applies a change, and reports the permissions with a different reading after it.
    private func change(_ body: (inout State) -> Void) {
        let names = state.withLock { state in
            let before = state
            body(&state)
            let touched = Set(state.readings.keys).union(state.overrides.keys).union(before.overrides.keys)
            return touched.filter { before.reading(of: $0) != state.reading(of: $0) }
        }
        if !names.isEmpty { changes.send(.names(names)) }
    }

    // MARK: Requests

    /// Requests a permission if the system can prompt, and returns the resulting reading.
    ///
    /// An overridden permission isn't requested.
    func request(_ kind: PermissionKind) async -> PermissionReading {
        let identifier = kind.identifier
        guard let adapter = adapters[identifier] else {
            return reading(of: identifier) ?? Self.withoutAdapter(identifier)
        }
        if let override = state.withLock({ $0.overrides[identifier] }) { return override }
        let reading = await adapter.request(kind)
        // Numbered when it ends: readings taken while the prompt was shown are older.
        store([identifier: reading], state.withLock { $0.nextTicket() })
        await recheck { $0.identifier != identifier && $0.isRelated(to: kind) }
        return reading
    }

    // MARK: Overrides

    /// Overrides the reading of a permission until the override is removed or the program ends.
    ///
    /// Use it to preview the program's behaviour. The system's own decisions don't change, and it isn't queried.
    public func setOverride(_ reading: PermissionReading, for kind: PermissionKind) {
        change { $0.overrides[kind.identifier] = reading }
    }

    /// Removes the override of a permission.
    public func removeOverride(for kind: PermissionKind) {
        change { $0.overrides[kind.identifier] = nil }
    }

    /// Removes all overrides as one change.
    public func removeOverrides() {
        change { $0.overrides = [:] }
    }

    /// Returns the override of a permission.
    public func override(of kind: PermissionKind) -> PermissionReading? {
        state.withLock { $0.overrides[kind.identifier] }
    }
}

extension PermissionReading.Detail {
    /// The text shown beside the permission's name.
    fileprivate var words: String {
        switch self {
        case .provisional: "Allowed provisionally"
        case .limited: "Partly allowed"
        case .temporary: "Allowed temporarily"
        case .lesser: "only a lesser permission is allowed"
        }
    }
}
