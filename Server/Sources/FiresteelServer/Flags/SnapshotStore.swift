import FiresteelDatabase
import FiresteelStore
import Foundation
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
    /// The time of the last read of revisions, in seconds since 1970.
    private let refreshed = Mutex<Double?>(nil)
    /// The damaged items that were logged, by program.
    private let damagedItems = Mutex<[String: Set<DamagedItem>]>([:])
    /// The damaged environments and programs that were logged, by program.
    private let damagedRows = Mutex<[String: Set<String>]>([:])
    /// The last change of each program, also one that affects no environment, read with the revisions.
    private let lastChanges = Mutex<[String: Int64]>([:])
    /// The counts of requests by program, read with the revisions.
    private let requests = Mutex<[String: Int64]>([:])
    private let subscribers = Mutex<[@Sendable (EnvironmentSnapshot) -> Void]>([])

    init(_ database: any Database, changes: ChangeService, logger: Logger) {
        self.database = database
        self.changes = changes
        self.logger = logger
        changes.onCommit { [weak self] in try await self?.refresh() }
    }

    /// Calls a function for each new snapshot, in the order of revisions.
    func onChange(_ body: @escaping @Sendable (EnvironmentSnapshot) -> Void) {
        subscribers.withLock { $0.append(body) }
    }

    /// Returns the current snapshot, or `nil` if there is no such environment.
    func snapshot(_ key: EnvironmentKey) -> EnvironmentSnapshot? { snapshots.withLock { $0[key] } }

    /// The current snapshots of all environments.
    var all: [EnvironmentSnapshot] { snapshots.withLock { Array($0.values) } }

    /// The time of the last read of revisions, in seconds since 1970; `nil` before the first.
    var lastRefresh: Double? { refreshed.withLock { $0 } }

    /// Returns the number of the last change of a program on this node, 0 before the first.
    ///
    /// Pages list changes that affect no environment as well, such as that of a segment without a use.
    func lastChange(of program: String) -> Int64 {
        let compiled = snapshots.withLock { snapshots in
            snapshots.values.lazy.filter { $0.program == program }.map(\.change).max() ?? 0
        }
        return max(compiled, lastChanges.withLock { $0[program] ?? 0 })
    }

    /// Returns a number that increases with each request of a program that is added, decided, withdrawn or fails.
    func requestCount(of program: String) -> Int64 { requests.withLock { $0[program] ?? 0 } }

    /// Returns the errors of stored items, which programs don't receive.
    func diagnostics(of state: ProgramState) -> [ItemDiagnostic] {
        let known = snapshots.withLock { snapshots in
            state.program.environments.flatMap { environment in
                snapshots[EnvironmentKey(program: state.program.id, environment: environment.id)]?.diagnostics ?? []
            }
        }
        var seen: Set<ItemDiagnostic> = []
        return (state.program.damaged.map(\.diagnostic) + state.damaged.map(\.diagnostic) + known).filter {
            seen.insert($0).inserted
        }
    }

    /// Reads revisions, and compiles the environments that changed.
    func refresh() async throws {
        try await turns.run { [self] in
            let (programs, damaged, counts) = try await database.read { database in
                let stored = try ProgramTable(database).stored()
                return (stored.programs, stored.damaged, try CounterTable(database).requests())
            }
            requests.withLock { $0 = counts }
            report(programs, damaged)
            forgetRemoved(programs)
            refreshed.withLock { $0 = Date().timeIntervalSince1970.rounded() }
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
            // Afterwards, so that a page that is notified finds the flags of the change on this node.
            lastChanges.withLock { known in
                for program in programs { known[program.id] = max(known[program.id] ?? 0, program.changes) }
            }
        }
    }

    /// Forgets the snapshots of environments that were removed.
    private func forgetRemoved(_ programs: [Program]) {
        snapshots.withLock { snapshots in
            guard snapshots.count > programs.reduce(0, { $0 + $1.environments.count }) else { return }
            for program in programs {
                let known = program.environments.map(\.id) + program.damaged.map(\.id)
                // The identifier of a damaged row may be unknown.
                guard !known.contains("?") else { continue }
                let removed = snapshots.keys.filter { $0.program == program.id && !known.contains($0.environment) }
                for key in removed { snapshots[key] = nil }
            }
        }
    }

    /// Logs each damaged program and environment once.
    ///
    /// An environment that was read before keeps the flags that it had then.
    private func report(_ programs: [Program], _ damaged: [DamagedProgram]) {
        var current = Dictionary(grouping: damaged, by: \.id).mapValues { Set($0.map { "\($0)" }) }
        for program in programs where !program.damaged.isEmpty {
            current[program.id, default: []].formUnion(program.damaged.map { "\($0)" })
        }
        let known = damagedRows.withLock { known in
            defer { known = current }
            return known
        }
        for (program, texts) in current {
            for text in texts.subtracting(known[program] ?? []).sorted() {
                logger.error(
                    "A stored program or environment is damaged and is left out; the others are served",
                    metadata: ["program": "\(program)", "error": "\(text)"])
            }
        }
    }

    /// Logs each damaged item once.
    private func report(_ damaged: [DamagedItem], of program: String) {
        let new = damagedItems.withLock { known in
            let new = Set(damaged).subtracting(known[program] ?? [])
            known[program] = Set(damaged)
            return new
        }
        for item in damaged where new.contains(item) {
            logger.error(
                "A stored item is damaged and is left out; the others are served",
                metadata: ["program": "\(program)", "error": "\(item)"])
        }
    }

    private func refresh(_ program: String) async throws {
        guard let state = try await changes.state(of: program) else { return }
        report(state.damaged, of: program)
        for environment in state.program.environments {
            let key = EnvironmentKey(program: program, environment: environment.id)
            let known = snapshot(key)
            guard known.map({ $0.revision < environment.revision }) ?? true else { continue }
            // Compiling thousands of flags takes a while, so it has a separate thread.
            let snapshot: EnvironmentSnapshot
            do {
                snapshot = try await Offload.deliver { [changes] in
                    Result {
                        let definitions = changes.definitions(of: state, in: environment.id)
                        return try EnvironmentSnapshot(state, environment: environment, definitions)
                    }
                }
                .get()
            } catch {
                throw StoreError.damaged("The flags of \(environment.id) can't be compiled: \(error)")
            }
            for diagnostic in snapshot.diagnostics {
                logger.error(
                    "A stored item is invalid and is left out of its environment",
                    metadata: [
                        "program": "\(program)", "environment": "\(environment.id)", "item": "\(diagnostic.item)",
                        "error": "\(diagnostic.message)",
                    ])
            }
            snapshots.withLock { $0[key] = snapshot }
            for subscriber in subscribers.withLock({ $0 }) { subscriber(snapshot) }
        }
    }
}
