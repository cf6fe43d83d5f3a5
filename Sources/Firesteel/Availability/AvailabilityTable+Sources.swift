import FiresteelBase
import FiresteelFlags
import Synchronization

extension AvailabilityTable {
    /// Checks constraints again whenever one of their requirements changes.
    ///
    /// - Returns: The subscriptions to the sources.
    func followSources() -> [Subscription] {
        sources.all.map { source in
            let name = source.name
            return source.subscribe { [weak self] change in
                self?.update { $0.users.users(of: change, from: name) }
            }
        }
    }

    /// Checks constraints again whenever one of their flags changes.
    func follow(_ flags: FlagStack) -> [Subscription] {
        let changes = flags.onChange { [weak self] changes in
            guard let self else { return }
            let users = state.withLock { $0.users.users(ofFlags: changes.lazy.map(\.key)) }
            guard !users.isEmpty, !isEndless(users) else { return }
            update { _ in users }
        }
        // A provider that becomes ready without defining a flag changes no flag, but ends the wait for it.
        let statuses = flags.providers.map { provider in
            provider.subscribe { [weak self] _ in self?.update { $0.users.waiting } }
        }
        // A constraint may read the fixed context itself, without any flag.
        let context = flags.onContextChange { [weak self] in
            self?.update { state in state.graph.nodes.indices.filter { state.graph.nodes[$0].isPersonal.contains(true) }
            }
        }
        return [changes, context] + statuses
    }
}
