public import Firesteel
import Synchronization

/// A permission for tests: it stands as the test says, and the user answers as the test says.
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
        var next = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
    }

    /// The permission that it stands for.
    public let permission: PermissionKind
    private let tellsAtOnce: Bool
    private let prompt: @Sendable () async -> Void
    private let state: Mutex<State>

    /// - Parameters:
    ///   - permission: The permission that it stands for.
    ///   - status: How it stands at the beginning.
    ///   - answers: What the user answers, one request after the other. The last one is that of every further request;
    ///     without any, the user answers nothing and it stays as it is.
    ///   - tellsAtOnce: `false` lets it be known only after asking the system, as notifications are.
    ///   - prompt: Runs while the system's question is shown: a test lets it wait here.
    public init(
        _ permission: PermissionKind, _ status: PermissionStatus = .notDetermined, answers: PermissionStatus...,
        tellsAtOnce: Bool = true, prompt: @escaping @Sendable () async -> Void = {}
    ) {
        self.permission = permission
        self.tellsAtOnce = tellsAtOnce
        self.prompt = prompt
        state = Mutex(State(reading: PermissionReading(status), answers: answers.map { PermissionReading($0) }))
    }

    /// How it stands.
    public var status: PermissionReading? { tellsAtOnce ? state.withLock { $0.reading } : nil }

    /// How it stands.
    public func check() async -> PermissionReading {
        state.withLock { state in
            state.checks += 1
            return state.reading
        }
    }

    /// Gives the next answer.
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

    /// Calls the handler whenever it is set, until what is returned is called.
    public func subscribe(_ handler: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.next += 1
            state.handlers[state.next] = handler
            return state.next
        }
        return { [weak self] in
            self?.state.withLock { _ = $0.handlers.removeValue(forKey: number) }
        }
    }

    /// Lets it stand otherwise, as when the user was in the settings.
    ///
    /// - Parameters:
    ///   - reading: How it stands from now on.
    ///   - telling: Whether the system tells of it. If not, it is found by `Permissions.recheck()`.
    public func set(_ reading: PermissionReading, telling: Bool = true) {
        let handlers = state.withLock { state in
            state.reading = reading
            return telling ? Array(state.handlers.values) : []
        }
        for handler in handlers { handler() }
    }

    /// Lets it stand otherwise, as when the user was in the settings.
    public func set(_ status: PermissionStatus, telling: Bool = true) {
        set(PermissionReading(status), telling: telling)
    }

    /// What was asked for, in order.
    public var requests: [PermissionKind] { state.withLock { $0.requests } }
    /// How often it was looked at by asking.
    public var checks: Int { state.withLock { $0.checks } }
    /// How many are subscribed.
    public var subscribers: Int { state.withLock { $0.handlers.count } }
}
