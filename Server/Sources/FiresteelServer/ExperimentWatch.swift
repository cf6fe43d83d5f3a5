import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelStore
import Synchronization

/// The result of reading an experiment.
struct ExperimentLook: Sendable {
    let program: String
    let key: ItemKey
    let outcome: GuardLook.Outcome
}

/// Reads the results of running experiments regularly, and reports what is certain: to webhooks, and harm to the guard.
final class ExperimentWatch: Sendable {
    private struct State {
        var book = ExperimentBook()
        /// When phases whose results can't be read or recorded are read again.
        var postponed: [PhaseKey: Int64] = [:]
    }

    /// The time between two readings.
    static let interval = Duration.seconds(10)
    /// The time after which a phase that can't be read is read again, in milliseconds.
    private static let patience: Int64 = 300_000

    private let state = Mutex(State())

    /// Reads the results of all running phases, if this node is the one that does.
    ///
    /// - Returns: The experiments that the guard ended, and those that can't be read, which don't affect others.
    func look(_ server: ServerParts) async throws -> [ExperimentLook] {
        let now = server.clock.now()
        let known = state.withLock { $0.book }
        let book = try await server.database.read { database in
            var book = known
            try book.read(database)
            return book
        }
        let postponed = state.withLock { state in
            state.book = book
            state.postponed = state.postponed.filter { $0.value > now && $0.value <= now + Self.patience }
            return state.postponed
        }
        let running = book.all.filter { $0.phase.ended == nil && postponed[$0.key] == nil }
        guard !running.isEmpty, try await server.insight.holds("guards") else { return [] }
        var looks: [ExperimentLook] = []
        for (scope, key, phase) in running {
            do {
                guard let change = try await look(at: phase, key, in: scope, server, now: now) else { continue }
                looks.append(
                    ExperimentLook(program: scope.program, key: Self.item(key, scope), outcome: .acted(change)))
            } catch let error as DatabaseError where error.affectsOthers {
                throw error
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                state.withLock { $0.postponed[key] = now + Self.patience }
                looks.append(
                    ExperimentLook(
                        program: scope.program, key: Self.item(key, scope), outcome: .postponed(reason: "\(error)")))
            }
        }
        return looks
    }

    private static func item(_ key: PhaseKey, _ scope: InsightScope) -> ItemKey {
        ItemKey(.experiment, key.experiment, environment: scope.environment)
    }

    private func look(
        at phase: ExperimentPhase, _ key: PhaseKey, in scope: InsightScope, _ server: ServerParts, now: Int64
    ) async throws -> Change? {
        let names = try await server.catalogues.summary(of: scope.program).actions
        let finding = try await server.database.read { database -> ExperimentFinding? in
            let results = try ExperimentReader(database, scope: key.scope, phase, names: names, now: now).results()
            guard let notice = results.notice, try !ExperimentNotice.sent(about: key, database).contains(notice) else {
                return nil
            }
            let group = try results.crashingArm.flatMap { try Self.group(of: $0, in: phase, key, database) }
            let found = [results.verdict.sentence + ".", results.verdict.detail]
            // Changes whose reason ends so link to the reports, and preserve them.
            let reports = group.map { ["\($0.title) (report \($0.id))"] } ?? []
            let reason = (found + reports).filter { !$0.isEmpty }.joined(separator: " ")
            return ExperimentFinding(notice, in: scope, of: key, reason: reason, group: group?.id)
        }
        guard let finding else { return nil }
        return try await server.changes.record(finding, now: now)
    }

    /// Returns the open group of abnormal exits that affects most people with an arm.
    private static func group(
        of arm: String, in phase: ExperimentPhase, _ key: PhaseKey, _ database: any DatabaseConnection
    ) throws -> ReportGroup? {
        let table = GroupTable(database, scope: key.scope)
        let affected = try table.groups(with: .variant, phase.definition.variant(of: arm))
        let kinds = ["crash", "killed"]
        return try table.all().filter { affected.contains($0.id) && $0.state == .open && kinds.contains($0.kind) }
            .max { ($0.people.count, $0.reports) < ($1.people.count, $1.reports) }
    }
}

extension ExperimentResults {
    /// The notice for webhooks; `nil` while nothing is certain.
    fileprivate var notice: ExperimentNotice? {
        switch verdict.kind {
        case .better, .worse: .conclusive
        case .harmed: .harmed
        case .unreliable: ratio.isMismatch && !isRecounting ? .mismatched : nil
        case .waiting, .inconclusive: nil
        }
    }

    /// The arm whose sessions end abnormally too often, if that is the harm.
    fileprivate var crashingArm: String? {
        guard verdict.kind == .harmed,
            let harmed = metrics.first(where: { $0.comparisons.contains { $0.verdict == .beyond } }),
            harmed.measure == ExperimentMetric.Measure.exits.rawValue
        else { return nil }
        return harmed.comparisons.first { $0.verdict == .beyond }?.arm
    }
}
