public import Firesteel
public import FiresteelPermissions
import Synchronization

/// A permission for tests with a scripted status and scripted responses of the user.
///
/// ```swift
/// let contacts = ScriptedPermission(.contacts, answers: .authorized)
/// try await withTestRuntime(AppFeatures.self, { $0.sources = [Permissions([contacts])] }) { test in
///     let result = try await Sharing.authorize()
///     #expect(result.isGranted)
///     #expect(contacts.requests == [.contacts])
/// }
/// ```
public final class ScriptedPermission: PermissionAdapter {
    private struct State {
        var reading: PermissionReading
        var answers: [PermissionReading]
        var requests: [PermissionKind] = []
        var checks = 0
    }

    /// The permission.
    public let permission: PermissionKind
    private let reportsImmediately: Bool
    private let prompt: @Sendable () async -> Void
    private let state: Mutex<State>
    private let changes = Broadcaster<Void>(.immediate)

    /// Creates a permission.
    ///
    /// - Parameters:
    ///   - permission: The permission.
    ///   - status: The initial status.
    ///   - answers: The user's responses to successive requests. The last one is repeated; without any, the status
    ///     never changes.
    ///   - reportsImmediately: Whether the status is available synchronously; `false` for a status like that of notifications.
    ///   - prompt: Called while the system's question is shown, so that a test can suspend it.
    public init(
        _ permission: PermissionKind, _ status: PermissionStatus = .notDetermined, answers: PermissionStatus...,
        reportsImmediately: Bool = true, prompt: @escaping @Sendable () async -> Void = {}
    ) {
        self.permission = permission
        self.reportsImmediately = reportsImmediately
        self.prompt = prompt
        state = Mutex(State(reading: PermissionReading(status), answers: answers.map { PermissionReading($0) }))
    }

    /// The current status.
    public var status: PermissionReading? { reportsImmediately ? state.withLock { $0.reading } : nil }

    /// Returns the current status.
    public func check() async -> PermissionReading {
        state.withLock { state in
            state.checks += 1
            return state.reading
        }
    }

    /// Applies and returns the next response.
    public func request(_ permission: PermissionKind) async -> PermissionReading {
        state.withLock { $0.requests.append(permission) }
        await prompt()
        return state.withLock { state in
            guard let answer = state.answers.first else { return state.reading }
            if state.answers.count > 1 { state.answers.removeFirst() }
            state.reading = answer
            return answer
        }
    }

    /// Calls the handler on each change, until the subscription is cancelled or released.
    public func subscribe(_ handler: @escaping @Sendable () -> Void) -> Subscription {
        changes.subscribe { _ in handler() }
    }

    /// Changes the status, as the user does in Settings.
    ///
    /// - Parameters:
    ///   - reading: The new status.
    ///   - telling: Whether subscribers are notified. Otherwise the change is found by `Permissions.recheck()`.
    public func set(_ reading: PermissionReading, telling: Bool = true) {
        state.withLock { $0.reading = reading }
        if telling { changes.send(()) }
    }

    /// Changes the status, as the user does in Settings.
    public func set(_ status: PermissionStatus, telling: Bool = true) {
        set(PermissionReading(status), telling: telling)
    }

    /// The requests, in order.
    public var requests: [PermissionKind] { state.withLock { $0.requests } }
    /// The number of asynchronous checks.
    public var checks: Int { state.withLock { $0.checks } }
    /// The number of subscribers.
    public var subscribers: Int { changes.subscriberCount }
}
