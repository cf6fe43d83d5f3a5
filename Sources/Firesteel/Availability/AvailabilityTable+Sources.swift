import FiresteelFlags
import Synchronization

extension AvailabilityTable {
    /// Checks conditions again whenever what they look at outside the program's features changes.
    ///
    /// - Returns: Ends that.
    func followSources() -> [@Sendable () -> Void] {
        sources.all.map { source in
            let name = source.name
            return source.subscribe { [weak self] change in
                self?.update { $0.users.users(of: change, from: name) }
            }
        }
    }

    /// Checks conditions again whenever a flag that they look at changes.
    func follow(_ flags: FlagStack) -> [FlagSubscription] {
        let changes = flags.onChange { [weak self] changes in
            guard let self else { return }
            let users = state.withLock { $0.users.users(ofFlags: changes.lazy.map(\.key)) }
            guard !users.isEmpty, !isEndless(users) else { return }
            update { _ in users }
        }
        // That a provider is ready, and still doesn't know a flag, changes no flag.
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
