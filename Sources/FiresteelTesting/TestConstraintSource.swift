public import Firesteel
import Synchronization

/// A source of facts for tests: what conditions look at outside the program's features has the status that the test says.
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

    /// What conditions call it.
    public let name: String
    private let missing: RequirementStatus
    private let state: Mutex<State>

    /// - Parameters:
    ///   - name: What conditions call it.
    ///   - statuses: How things stand at the beginning.
    ///   - missing: How everything else stands.
    public init(
        _ name: String, _ statuses: [String: RequirementStatus] = [:], otherwise missing: RequirementStatus = .unknown
    ) {
        self.name = name
        self.missing = missing
        state = Mutex(State(statuses: statuses))
    }

    /// How something stands now.
    public func status(of name: String) -> RequirementStatus {
        state.withLock { $0.statuses[name] ?? missing }
    }

    /// Calls the handler after each change until what is returned is called.
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

    /// Lets something stand otherwise, and tells all subscribers before it returns.
    public func set(_ name: String, _ status: RequirementStatus) { set([name: status]) }

    /// Lets several things stand otherwise, as one change.
    public func set(_ statuses: [String: RequirementStatus]) {
        let handlers = state.withLock { state in
            state.statuses.merge(statuses) { $1 }
            return state.handlers.sorted { $0.key < $1.key }.map(\.value)
        }
        for handler in handlers { handler(.names(Set(statuses.keys))) }
    }

    /// How many are subscribed.
    public var subscribers: Int { state.withLock { $0.handlers.count } }
}
