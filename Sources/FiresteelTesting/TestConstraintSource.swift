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
    /// The name of the source.
    public let name: String
    private let missing: RequirementStatus
    private let statuses: Mutex<[String: RequirementStatus]>
    private let changes = Broadcaster<RequirementChange>(.immediate)

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
        self.statuses = Mutex(statuses)
    }

    /// Returns the current status of a requirement.
    public func status(of name: String) -> RequirementStatus {
        statuses.withLock { $0[name] ?? missing }
    }

    /// Calls the handler after each change until the subscription is cancelled or released.
    public func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> Subscription {
        changes.subscribe(handler)
    }

    /// Sets the status of a requirement, and notifies all subscribers before it returns.
    public func set(_ name: String, _ status: RequirementStatus) { set([name: status]) }

    /// Sets the statuses of several requirements, as one change.
    public func set(_ statuses: [String: RequirementStatus]) {
        self.statuses.withLock { $0.merge(statuses) { $1 } }
        changes.send(.names(Set(statuses.keys)))
    }

    /// The number of subscribers.
    public var subscribers: Int { changes.subscriberCount }
}
