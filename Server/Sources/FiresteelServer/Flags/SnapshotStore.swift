import FiresteelDatabase
import FiresteelStore
import Logging
import Synchronization

/// The current snapshot of each environment on this node.
///
/// The database's revisions decide which is current: they are polled, and read immediately after a change of this node and
/// after a notification of another.
final class SnapshotStore: Sendable {
    private let database: any Database
    private let changes: ChangeService
    private let logger: Logger
    private let snapshots = Mutex<[EnvironmentKey: EnvironmentSnapshot]>([:])
    /// One refresh at a time, so that an older state never replaces a newer one.
    private let turns = Turns()
    /// The programs whose flags can't be read, so that each is logged once.
    private let failing = Mutex<Set<String>>([])
    private let subscribers = Mutex<[@Sendable (EnvironmentSnapshot) -> Void]>([])

    init(_ database: any Database, changes: ChangeService, logger: Logger) {
        self.database = database
        self.changes = changes
        self.logger = logger
    }

    /// Calls a function for each new snapshot, in the order of revisions.
    func onChange(_ body: @escaping @Sendable (EnvironmentSnapshot) -> Void) {
        subscribers.withLock { $0.append(body) }
    }

    /// Returns the current snapshot, or `nil` if there is no such environment.
    func snapshot(_ key: EnvironmentKey) -> EnvironmentSnapshot? { snapshots.withLock { $0[key] } }

    /// Returns the number of the last change of a program on this node, 0 before the first.
    func lastChange(of program: String) -> Int64 {
        snapshots.withLock { snapshots in
            snapshots.values.lazy.filter { $0.program == program }.map(\.change).max() ?? 0
        }
    }

    /// Reads revisions, and compiles the environments that changed.
    func refresh() async throws {
        try await turns.run { [self] in
            let programs = try await database.read { try ProgramTable($0).all() }
            for program in programs {
                let isCurrent = snapshots.withLock { snapshots in
                    program.environments.allSatisfy { environment in
                        snapshots[EnvironmentKey(program: program.id, environment: environment.id)]?.revision
                            == environment.revision
                    }
                }
                guard !isCurrent else { continue }
                do {
                    try await refresh(program.id)
                    failing.withLock { _ = $0.remove(program.id) }
                } catch let error as StoreError {
                    // The others continue, and this one keeps the flags that it has.
                    if failing.withLock({ $0.insert(program.id).inserted }) {
                        logger.error(
                            "A program's flags can't be read",
                            metadata: ["program": "\(program.id)", "error": "\(error)"])
                    }
                }
            }
        }
    }

    private func refresh(_ program: String) async throws {
        guard let state = try await changes.state(of: program) else { return }
        for environment in state.program.environments {
            let key = EnvironmentKey(program: program, environment: environment.id)
            let known = snapshot(key)
            guard known.map({ $0.revision < environment.revision }) ?? true else { continue }
            // Compiling thousands of flags takes a while, so it has a separate thread.
            let snapshot: EnvironmentSnapshot
            do {
                snapshot = try await Offload.run { Result { try EnvironmentSnapshot(state, environment: environment) } }
                    .get()
            } catch {
                throw StoreError.damaged("The flags of \(environment.id) can't be compiled: \(error)")
            }
            for problem in snapshot.problems {
                logger.error(
                    "A stored item is invalid and is left out of its environment",
                    metadata: ["item": "\(problem.item)", "problem": "\(problem.message)"])
            }
            snapshots.withLock { $0[key] = snapshot }
            for subscriber in subscribers.withLock({ $0 }) { subscriber(snapshot) }
        }
    }
}
