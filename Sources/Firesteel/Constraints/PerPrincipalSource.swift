public import FiresteelBase
import Synchronization

/// A source of facts with a separate source for each principal.
///
/// ```swift
/// let purchases = PerPrincipalSource(Purchases.sourceName) { principal in
///     Purchases([SubscriptionTracker(account: principal)])
/// }
/// try FeatureRuntime.setUp(ShopFeatures.self, RuntimeConfiguration(sources: [purchases]))
/// ```
///
/// The source of a principal is created when one of the principal's sessions first needs it, and is retained while it is
/// among the most recently used ones. Give it a capacity beyond the number of people who are served at the same time: one
/// that was released is created again when it is next needed.
public final class PerPrincipalSource<Source: ConstraintSource>: ConstraintSource {
    private struct State {
        var entries: [Principal?: Entry] = [:]
        var uses: UInt64 = 0

        /// Removes and returns the least recently used sources beyond a number, and a tenth more.
        ///
        /// The source for people without a principal stays.
        mutating func evict(to capacity: Int) -> [Entry] {
            guard entries.count > capacity + 1 else { return [] }
            let removed = entries.filter { $0.key != nil }.sorted { $0.value.lastUse < $1.value.lastUse }
                .prefix(entries.count - capacity + capacity / 10)
            for (principal, _) in removed { entries[principal] = nil }
            return removed.map(\.value)
        }
    }

    private struct Entry {
        let source: Source
        let subscription: Subscription
        var lastUse: UInt64
    }

    /// The name by which constraints refer to the source.
    public let name: String
    private let capacity: Int
    private let make: @Sendable (Principal?) -> Source
    private let state = Mutex(State())
    private let changes = Broadcaster<RequirementChange>(.immediate)

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - name: The name by which constraints refer to the source, such as `Purchases.sourceName`.
    ///   - capacity: The number of principals whose sources are retained, at least 1.
    ///   - make: Creates the source of a principal; `nil` is everyone without one. Called on the thread of a request,
    ///     and must not wait.
    public init(_ name: String, capacity: Int = 10_000, _ make: @escaping @Sendable (Principal?) -> Source) {
        self.name = name
        self.capacity = max(1, capacity)
        self.make = make
    }

    /// `true`, since each principal has a separate source.
    public var isPerPrincipal: Bool { true }

    /// Returns the source of a principal.
    public func source(for principal: Principal?) -> any ConstraintSource { typedSource(for: principal) }

    /// Returns the source of a principal with its type.
    public func typedSource(for principal: Principal?) -> Source {
        if let known = use(principal) { return known }
        // Called without the lock, since it runs the caller's code.
        let source = make(principal)
        let subscription = source.subscribe { [weak self] change in self?.changes.send(change) }
        let (known, evicted) = state.withLock { state -> (Source?, [Entry]) in
            state.uses += 1
            // Another thread may have created one meanwhile.
            if let known = state.entries[principal] { return (known.source, []) }
            state.entries[principal] = Entry(source: source, subscription: subscription, lastUse: state.uses)
            return (nil, state.evict(to: capacity))
        }
        if let known { return known }
        // Without waiting for handlers, which may evict other sources themselves.
        for entry in evicted { entry.subscription.end() }
        // Changes of these are no longer reported, so every answer is computed again, with new ones.
        if !evicted.isEmpty { changes.send(.all) }
        return source
    }

    private func use(_ principal: Principal?) -> Source? {
        state.withLock { state in
            guard state.entries[principal] != nil else { return nil }
            state.uses += 1
            state.entries[principal]?.lastUse = state.uses
            return state.entries[principal]?.source
        }
    }

    /// Returns the status of a fact for people without a principal.
    public func status(of name: String) -> RequirementStatus { typedSource(for: nil).status(of: name) }

    /// Returns the reason for the status of a fact for people without a principal.
    public func reason(of name: String) -> String? { typedSource(for: nil).reason(of: name) }

    /// The faults of the source for people without a principal.
    public var faults: [String] { typedSource(for: nil).faults }

    /// Calls the handler after each change of any principal's facts, from any thread, until the subscription is cancelled or
    /// released.
    public func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> Subscription {
        changes.subscribe(handler)
    }
}
