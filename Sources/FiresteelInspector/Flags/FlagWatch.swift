import FiresteelFlags
import Synchronization

/// Counts changes of flags: values, overrides, providers' data, and the status of providers.
final class FlagWatch: Sendable {
    private let stack: FlagStack
    private let count = Atomic<UInt64>(0)
    private let subscriptions = Mutex<[Subscription]>([])

    init(_ stack: FlagStack) {
        self.stack = stack
        // An override equal to the value, or an undeclared key, changes no flag and is shown nevertheless.
        let providers = (stack.overrides.map { [$0] } ?? []) + stack.providers
        let all =
            providers.map { provider in provider.subscribe { [weak self] _ in self?.countChange() } }
            + [stack.onChange { [weak self] _ in self?.countChange() }]
        subscriptions.withLock { $0 = all }
    }

    private func countChange() { count.wrappingAdd(1, ordering: .relaxed) }

    /// The state that is compared with the previous one.
    struct State: Equatable {
        let changes: UInt64
        let statuses: [FlagProviderStatus]
    }

    var state: State {
        State(
            changes: count.load(ordering: .relaxed),
            statuses: ((stack.overrides.map { [$0] } ?? []) + stack.providers).map(\.status))
    }
}
