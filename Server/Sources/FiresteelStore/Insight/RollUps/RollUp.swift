package import FiresteelDatabase
import Synchronization

/// The damage that a roll-up found.
package struct RollUpTally: Sendable, Hashable {
    /// Messages that couldn't be rolled up, and are tried again later.
    package var postponed = 0
    /// Messages that couldn't be rolled up for so long that they were removed.
    package var lost = 0
    /// Damaged rows of sessions, names, groups and counts of people that began again.
    package var replaced = 0
    /// Kinds of names beyond the limit, which are counted as one.
    package var overflows: Set<NameOverflow> = []

    package init() {}

    static func += (tally: inout RollUpTally, other: RollUpTally) {
        tally.postponed += other.postponed
        tally.lost += other.lost
        tally.replaced += other.replaced
        tally.overflows.formUnion(other.overflows)
    }
}

/// Rolls up the messages of the inbox, on one node at a time.
///
/// A message that can't be rolled up remains in the inbox, and is tried again after a minute, two, four, and so on, but at
/// least every six hours; after ``patience`` it is removed.
package final class RollUp: Sendable {
    /// The maximum number of messages that one transaction rolls up.
    package static let batch = 500
    /// The maximum number of the first transaction, which doubles with each that succeeds: messages that ended the server
    /// are in the inbox again when it starts.
    package static let firstBatch = 64
    /// The attempts of a transaction with several messages: one that is long loses against those of others each time.
    private static let maximumAttempts = 3
    /// The time after which a message that can't be rolled up is removed, in milliseconds.
    package static let patience: Int64 = 30 * InsightTime.day

    private struct State {
        var names: NameBook?
        var experiments = ExperimentBook()
        /// The limits on durations, with the changes of programs when they were read.
        var slow: (changes: [String: Int64], limits: SlowLimits) = ([:], SlowLimits())
        /// The scope that was served last.
        var last: Int64 = 0
        /// The maximum number of messages of the next transaction: fewer after one that failed.
        var limit = RollUp.firstBatch
        var tally = RollUpTally()
        /// How often the transaction had a connection.
        var attempts = 0
        /// The number of times in a row that the connection was lost in the transaction.
        var losses = 0
    }

    private let database: any Database
    private let hash: PersonHash
    private let slowLimits: @Sendable (any DatabaseConnection) throws -> SlowLimits
    private let state = Mutex(State())

    /// Creates a roll-up.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - hash: The hash of people.
    ///   - slowLimits: Reads the durations that guards count as slow; without it none is.
    package init(
        _ database: any Database, hash: PersonHash,
        slowLimits: @escaping @Sendable (any DatabaseConnection) throws -> SlowLimits = { _ in SlowLimits() }
    ) {
        self.database = database
        self.hash = hash
        self.slowLimits = slowLimits
    }

    /// Returns the damage since the last call.
    package func takeTally() -> RollUpTally {
        state.withLock { state in
            defer { state.tally = RollUpTally() }
            return state.tally
        }
    }

    /// Forgets the names in memory, since another node may have written meanwhile.
    package func forget() { state.withLock { $0.names = nil } }

    /// Rolls up messages of all scopes in turn, and returns how many rows of the inbox were served.
    ///
    /// A transaction has at most a number of messages, ``InboxTable/bytesAtOnce`` and 1,000 sessions, but always one message.
    ///
    /// All effects of a message and its removal from the inbox are in one transaction, so each counts exactly once, whenever
    /// the server is killed and however many nodes call this.
    package func run(now: Int64, limit: Int = batch) async throws -> Int {
        let (known, last, most, book, limits) = state.withLock {
            ($0.names, $0.last, $0.limit, $0.experiments, $0.slow)
        }
        let limit = min(limit, most)
        let slowLimits = slowLimits
        let (turn, stored, experiments, slow) = try await database.read { database in
            var (experiments, slow) = (book, limits)
            let turn = try InboxTable(database).turn(limit, now: now, after: last)
            var names = try known ?? NameBook(database)
            if turn.count > 0 {
                try names.readKnown(database, of: Set(turn.messages.map(\.scope)))
                try experiments.read(database)
                if slow.changes != experiments.changes { slow = (experiments.changes, try slowLimits(database)) }
            }
            return (turn, names, experiments, slow)
        }
        state.withLock { ($0.experiments, $0.slow) = (experiments, slow) }
        guard turn.count > 0 else {
            state.withLock { $0.names = stored }
            return 0
        }
        let batch = RollUpBatch(turn, after: last, names: stored)
        var tally: RollUpTally
        do {
            tally = try await write(
                batch.messages, postponing: batch.unreadable, batch.names, experiments, slow.limits, now: now)
        } catch is Taken {
            // Another node was faster; its data is read again.
            forget()
            return 0
        } catch {
            forget()
            guard error is Displaced || mayBeCausedByMessages(error) else { throw error }
            // One message that can't be rolled up must not block all others.
            guard batch.count == 1 else {
                state.withLock { $0.limit = max(1, min(limit, batch.count) / 2) }
                return try await run(now: now, limit: limit)
            }
            let tally = try await write([], postponing: batch.rows, nil, experiments, slow.limits, now: now)
            finish(batch, names: nil, tally)
            return batch.count
        }
        tally.overflows = batch.names.overflows
        var names = batch.names
        names.markWritten()
        finish(batch, names: names, tally)
        return batch.count
    }

    /// Rolls up messages and postpones others in one transaction.
    private func write(
        _ messages: [PreparedMessage], postponing others: [InboxTurn.Row], _ names: NameBook?,
        _ experiments: ExperimentBook, _ slow: SlowLimits, now: Int64
    ) async throws -> RollUpTally {
        let hash = hash
        state.withLock { $0.attempts = 0 }
        return try await database.write { [self] database in
            let attempts = state.withLock { state in
                state.attempts += 1
                return state.attempts
            }
            guard attempts <= Self.maximumAttempts || messages.count < 2 else { throw Displaced() }
            let inbox = InboxTable(database)
            guard try inbox.remove(messages.map(\.source.row)) == messages.count else { throw Taken() }
            var tally = RollUpTally()
            let late = others.filter { $0.isLate(at: now) }
            tally.lost = try inbox.remove(late)
            let rest = others.filter { !$0.isLate(at: now) }
            try inbox.postpone(rest) { now + Self.delay($0.attempts) }
            tally.postponed = rest.count
            guard let names else { return tally }
            tally.replaced = names.damaged
            try names.write(database)
            var transaction = RollUpTransaction(
                database, hash: hash, experiments: experiments, slow: slow, now: now)
            tally.replaced += try transaction.add(messages)
            return tally
        }
    }

    private func finish(_ batch: RollUpBatch, names: NameBook?, _ tally: RollUpTally) {
        state.withLock { state in
            state.names = names
            state.last = batch.last
            state.losses = 0
            state.limit = min(Self.batch, state.limit * 2)
            state.tally += tally
        }
    }

    /// The time until a message is tried again after a number of attempts, in milliseconds.
    private static func delay(_ attempts: Int64) -> Int64 {
        min(60_000 << min(max(attempts, 0), 9), 6 * InsightTime.hour)
    }

    /// Whether a transaction may fail again with the same messages.
    private func mayBeCausedByMessages(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return !(error is CancellationError) }
        switch error {
        // A statement that takes too long takes as long the next time.
        case .timeout: return true
        case .unreachable, .unknownOutcome:
            // The connection of the first transaction may be lost for any reason, that of the next because of the messages.
            return state.withLock { state in
                guard state.attempts > 0 else { return false }
                state.losses += 1
                return state.losses > 1
            }
        default: return !error.isOutage
        }
    }

    /// Some of the messages were rolled up by another node.
    private struct Taken: Error {}

    /// Other transactions changed the same rows first, several times.
    private struct Displaced: Error {}
}
