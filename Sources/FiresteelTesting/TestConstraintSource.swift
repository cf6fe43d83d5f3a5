public import Firesteel
import Synchronization

/// A constraint source for tests with scripted statuses.
///
/// ```swift
/// let permissions = TestConstraintSource("permissions", ["contacts": .notDetermined])
/// try await withTestRuntime(AppFeatures.self, { $0.sources = [permissions] }) { test in
///     #expect(Sharing.share.request() == nil)
///     permissions.set("contacts", .granted)
///     #expect(Sharing.share.request() != nil)
/// }
/// ```
public final class TestConstraintSource: ConstraintSource {
    private struct State {
        var statuses: [String: RequirementStatus]
        var next = 0
        var handlers: [Int: @Sendable (RequirementChange) -> Void] = [:]
    }

    /// The name of the source.
    public let name: String
    private let missing: RequirementStatus
    private let state: Mutex<State>

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - name: The name of the source.
    ///   - statuses: The initial statuses.
    ///   - missing: The status of all other requirements.
    public init(
        _ name: String, _ statuses: [String: RequirementStatus] = [:], otherwise missing: RequirementStatus = .unknown
    ) {
        self.name = name
        self.missing = missing
        state = Mutex(State(statuses: statuses))
    }

    /// Returns the current status of a requirement.
    public func status(of name: String) -> RequirementStatus {
        state.withLock { $0.statuses[name] ?? missing }
    }

    /// Calls the handler after each change until the returned closure is called.
    public func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.next += 1
            state.handlers[state.next] = handler
            return state.next
        }
        return { [weak self] in
            self?.state.withLock { _ = $0.handlers.removeValue(forKey: number) }
        }
    }

    /// Sets the status of a requirement, and notifies all subscribers before it returns.
    public func set(_ name: String, _ status: RequirementStatus) { set([name: status]) }

    /// Sets the statuses of several requirements, as one change.
    public func set(_ statuses: [String: RequirementStatus]) {
        let handlers = state.withLock { state in
            state.statuses.merge(statuses) { $1 }
            return state.handlers.sorted { $0.key < $1.key }.map(\.value)
        }
        for handler in handlers { handler(.names(Set(statuses.keys))) }
    }

    /// The number of subscribers.
    public var subscribers: Int { state.withLock { $0.handlers.count } }
}
