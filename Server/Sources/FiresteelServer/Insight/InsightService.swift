import FiresteelDatabase
import FiresteelStore
import Logging
import Synchronization

/// The server's work on messages of programs after they are stored.
final class InsightService: Sendable {
    let database: any Database
    let writer: IngestWriter
    let rates: IngestRates
    let counts = IngestCounts()
    let suspects = SuspectCache()
    let longAnswers = LongAnswers()
    let hash: PersonHash
    private let rollUp: RollUp
    private let retention: InsightRetention
    private let clock: ServerClock
    private let logger: Logger
    private let node: String
    /// The times when it was logged that an environment has too many names of a kind.
    private let overflows = Mutex<[NameOverflow: Int64]>([:])
    private let experiments = Mutex(ExperimentBook())
    /// When phases that can't be counted again are tried again.
    private let postponed = Mutex<[PhaseKey: Int64]>([:])
    /// The people of the next part of a recount: fewer after one that others displaced.
    private let recountedPeople = Mutex(PhaseRecounts.maximumPeople)

    /// The time for which a node does the work alone without saying so again, in milliseconds.
    private static let lease: Int64 = 15_000
    /// The time after which a phase that can't be counted again is tried again, in milliseconds.
    private static let patience: Int64 = 300_000
    /// The maximum number of transactions of a turn; the lease is renewed before each.
    private static let rounds = 10
    /// The time after which experiments that are counted again let messages be rolled up.
    private static let turn = Duration.seconds(2)

    init(
        _ database: any Database, secret: String, retention: InsightRetention, clock: ServerClock, node: String,
        logger: Logger
    ) {
        self.database = database
        self.retention = retention
        self.clock = clock
        self.node = node
        self.logger = logger
        hash = PersonHash(secret: secret)
        writer = IngestWriter(database, hash: hash, clock: clock)
        rates = IngestRates(clock: clock)
        rollUp = RollUp(database, hash: hash, slowLimits: PlanGuardTable.slowLimits)
    }

    /// Rolls up received messages, if this node has the lease.
    func rollUpReceived() async throws {
        let now = clock.now()
        let (backlog, isDue) = try await database.read { database in
            let inbox = InboxTable(database)
            return (try inbox.backlog(upTo: IngestWriter.maximumBacklog), try inbox.isDue(at: now))
        }
        writer.set(backlog: backlog)
        reportDamage()
        guard isDue else { return }
        defer { report(rollUp.takeTally()) }
        for _ in 0..<Self.rounds {
            try Task.checkCancellation()
            guard try await holds("roll-up") else { return rollUp.forget() }
            guard try await rollUp.run(now: clock.now()) > 0 else { break }
        }
    }

    /// Counts parts of the experiments that wait to be counted again, if this node has the lease.
    func countAgain() async throws {
        let (now, known) = (clock.now(), experiments.withLock { $0 })
        let (book, due) = try await database.read { database in
            var book = known
            try book.read(database)
            return (book, try PhaseRecounts.due(book, now: now, database))
        }
        experiments.withLock { $0 = book }
        guard !due.isEmpty else { return }
        let waiting = postponed.withLock { postponed in
            postponed = postponed.filter { $0.value > now && $0.value <= now + Self.patience }
            return postponed
        }
        for key in due where waiting[key] == nil {
            do {
                try await countAgain(key, book, now: now, for: Self.turn / due.count)
            } catch let error as DatabaseError where error.affectsOthers {
                throw error
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // It doesn't hold up the others.
                postponed.withLock { $0[key] = now + Self.patience }
                logger.error(
                    "An experiment can't be counted again and is tried again later",
                    metadata: ["experiment": "\(key.experiment)", "error": "\(error)"])
            }
        }
    }

    private func countAgain(_ key: PhaseKey, _ book: ExperimentBook, now: Int64, for limit: Duration) async throws {
        let (recounts, start) = (PhaseRecounts(database), ContinuousClock.now)
        repeat {
            try Task.checkCancellation()
            guard try await holds("roll-up") else { return }
            let people = recountedPeople.withLock { $0 }
            do {
                guard try await recounts.advance(key, book, now: now, people: people) else { return }
            } catch DatabaseError.busy {
                return recountedPeople.withLock { $0 = max(1, $0 / 2) }
            }
            recountedPeople.withLock { $0 = min(PhaseRecounts.maximumPeople, $0 * 2) }
        } while ContinuousClock.now - start < limit
    }

    private func report(_ tally: RollUpTally) {
        if tally.postponed > 0 {
            counts.add("postponed", tally.postponed)
            logger.error(
                "Messages of programs can't be rolled up and are tried again later",
                metadata: ["count": "\(tally.postponed)"])
        }
        if tally.lost > 0 {
            counts.add("damaged", tally.lost)
            logger.error(
                "Messages of programs couldn't be rolled up for 30 days and are removed",
                metadata: ["count": "\(tally.lost)"])
        }
        if tally.replaced > 0 {
            logger.error(
                "Damaged rows of sessions and figures begin again", metadata: ["count": "\(tally.replaced)"])
        }
        report(tally.overflows)
    }

    /// Logs names beyond the limits, of each kind once an hour.
    private func report(_ overflows: Set<NameOverflow>) {
        let now = clock.now()
        for overflow in overflows {
            let isNew = self.overflows.withLock { logged in
                if let last = logged[overflow], (0..<InsightTime.hour).contains(now - last) { return false }
                logged[overflow] = now
                return true
            }
            guard isNew else { continue }
            logger.warning(
                "Names of an environment exceed their limit, and further ones are counted as one",
                metadata: [
                    "kind": "\(overflow.kind.rawValue)", "program": "\(overflow.scope.program)",
                    "environment": "\(overflow.scope.environment)",
                ])
        }
    }

    /// Logs damaged rows that answers left out, each once.
    private func reportDamage() {
        let count = DamagedRows.shared.takeCount()
        guard count > 0 else { return }
        logger.error("Damaged rows of figures are left out of answers", metadata: ["count": "\(count)"])
    }

    /// Removes expired data, if this node has the lease.
    func retain() async throws {
        let configured = retention
        // Without the days that were set, nothing is removed.
        let retention = try await database.read { try SettingTable($0).retention(configured) }
        let run = RetentionRun(database, retention, now: clock.now())
        let outcome = try await run.run {
            try Task.checkCancellation()
            return try await self.holds("retention")
        }
        if outcome.damaged > 0 {
            logger.error("Damaged rows of figures are removed", metadata: ["count": "\(outcome.damaged)"])
        }
        for (step, reason) in outcome.failures {
            logger.error(
                "A step of what is removed fails and is repeated", metadata: ["step": "\(step)", "error": "\(reason)"])
        }
        // Names that were removed make room for others.
        rollUp.forget()
    }

    /// Returns whether this node is the one that does some work; the others leave it for some seconds.
    func holds(_ name: String) async throws -> Bool {
        let (node, now) = (node, clock.now())
        return try await database.write {
            try LeaseTable($0).acquire("insight-\(name)", for: node, now: now, duration: Self.lease)
        }
    }

    /// Lets another node continue the work at once.
    func release() async throws {
        let node = node
        try await database.write { database in
            for name in ["insight-roll-up", "insight-retention", "insight-guards"] {
                try LeaseTable(database).release(name, of: node)
            }
        }
    }
}

/// How many messages of programs were received, by what became of them.
final class IngestCounts: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// Counts messages.
    ///
    /// - Parameter outcome: `stored`, `repeated`, or the code of an error, of which there are few.
    func add(_ outcome: String, _ count: Int = 1) { counts.withLock { $0[outcome, default: 0] += count } }

    /// The counts by outcome.
    var all: [String: Int] { counts.withLock { $0 } }
}
