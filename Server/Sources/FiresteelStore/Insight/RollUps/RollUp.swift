package import FiresteelDatabase
import Synchronization

/// What a roll-up couldn't do because of damaged data.
package struct RollUpTally: Sendable, Hashable {
    /// Messages that couldn't be rolled up, and are tried again later.
    package var postponed = 0
    /// Messages that couldn't be rolled up for so long that they were removed.
    package var lost = 0
    /// Damaged rows of sessions, names, groups and counts of people that began again.
    package var replaced = 0

    package init() {}

    static func += (tally: inout RollUpTally, other: RollUpTally) {
        tally.postponed += other.postponed
        tally.lost += other.lost
        tally.replaced += other.replaced
    }
}

/// Rolls up the messages of the inbox, on one node at a time.
///
/// A message that can't be rolled up remains in the inbox, and is tried again after a minute, two, four, and so on, but at
/// least every six hours; after ``patience`` it is removed.
package final class RollUp: Sendable {
    /// The greatest number of messages that one transaction rolls up.
    package static let batch = 500
    /// The time after which a message that can't be rolled up is removed, in milliseconds.
    package static let patience: Int64 = 30 * InsightTime.day

    private struct State {
        var names: NameBook?
        /// The scope that was served last.
        var last: Int64 = 0
        /// The greatest number of messages of the next transaction: fewer after one that failed.
        var limit = RollUp.batch
        var tally = RollUpTally()
    }

    private let database: any Database
    private let hash: PersonHash
    private let state = Mutex(State())

    /// Creates a roll-up.
    package init(_ database: any Database, hash: PersonHash) {
        self.database = database
        self.hash = hash
    }

    /// Returns what couldn't be done since the last call.
    package func takeTally() -> RollUpTally {
        state.withLock { state in
            defer { state.tally = RollUpTally() }
            return state.tally
        }
    }

    /// Forgets what was read, since another node may have written meanwhile.
    package func forget() { state.withLock { $0.names = nil } }

    /// Rolls up messages of all scopes in turn, and returns how many rows of the inbox were served.
    ///
    /// All effects of a message and its removal from the inbox are in one transaction, so each counts exactly once, whenever
    /// the server is killed and however many nodes call this.
    package func run(now: Int64, limit: Int = batch) async throws -> Int {
        let (known, last, most) = state.withLock { ($0.names, $0.last, $0.limit) }
        let limit = min(limit, most)
        let (turn, stored) = try await database.read { database in
            (try InboxTable(database).turn(limit, now: now, after: last), try known ?? NameBook(database))
        }
        guard turn.count > 0 else {
            state.withLock { $0.names = stored }
            return 0
        }
        var names = stored
        var messages: [PreparedMessage] = []
        var unreadable = turn.damaged
        for message in turn.messages {
            do {
                messages.append(try PreparedMessage(message, names: &names))
            } catch {
                unreadable.append(message.row)
            }
        }
        let tally: RollUpTally
        do {
            tally = try await write(messages, postponing: unreadable, names, now: now)
        } catch is Taken {
            // Another node was faster; what it wrote is read again.
            forget()
            return 0
        } catch let error where !Self.isTemporary(error) {
            forget()
            // One message that can't be rolled up must not hold up all others.
            guard turn.count == 1 else {
                state.withLock { $0.limit = max(1, min(limit, turn.count) / 2) }
                return try await run(now: now, limit: limit)
            }
            let rows = turn.messages.map(\.row) + turn.damaged
            let tally = try await write([], postponing: rows, nil, now: now)
            finish(turn, names: nil, tally)
            return turn.count
        } catch {
            forget()
            throw error
        }
        names.markWritten()
        finish(turn, names: names, tally)
        return turn.count
    }

    /// Rolls up messages and postpones others in one transaction.
    private func write(
        _ messages: [PreparedMessage], postponing others: [InboxTurn.Row], _ names: NameBook?, now: Int64
    ) async throws -> RollUpTally {
        let hash = hash
        return try await database.write { database in
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
            var transaction = RollUpTransaction(database, hash: hash, now: now)
            tally.replaced += try transaction.add(messages)
            return tally
        }
    }

    private func finish(_ turn: InboxTurn, names: NameBook?, _ tally: RollUpTally) {
        state.withLock { state in
            state.names = names
            state.last = turn.last
            state.limit = min(Self.batch, state.limit * 2)
            state.tally += tally
        }
    }

    /// The time until a message is tried again after a number of attempts, in milliseconds.
    private static func delay(_ attempts: Int64) -> Int64 {
        min(60_000 << min(max(attempts, 0), 9), 6 * InsightTime.hour)
    }

    private static func isTemporary(_ error: any Error) -> Bool {
        // A statement that takes too long takes as long the next time, with the same messages.
        if case .timeout? = error as? DatabaseError { return false }
        return error is CancellationError || (error as? DatabaseError)?.isOutage == true
    }

    /// Some of the messages were rolled up by another node.
    private struct Taken: Error {}
}
