package import FiresteelDatabase
import FiresteelInsight
import Synchronization

/// Rolls up the messages of the inbox, on one node at a time.
package final class RollUp: Sendable {
    /// The greatest number of messages that one transaction rolls up.
    package static let batch = 500

    private struct State {
        var names: NameBook?
        var damaged = 0
    }

    private let database: any Database
    private let hash: PersonHash
    private let state = Mutex(State())

    /// Creates a roll-up.
    package init(_ database: any Database, hash: PersonHash) {
        self.database = database
        self.hash = hash
    }

    /// The number of messages that were in the inbox and couldn't be read.
    package var damaged: Int { state.withLock { $0.damaged } }

    /// Forgets what was read, since another node may have written meanwhile.
    package func forget() { state.withLock { $0.names = nil } }

    /// Rolls up the messages that were received first, and returns how many there were.
    ///
    /// All effects of a message and its removal from the inbox are in one transaction, so each counts exactly once, whenever
    /// the server is killed and however many nodes call this.
    package func run(now: Int64, limit: Int = batch) async throws -> Int {
        let known = state.withLock { $0.names }
        let (waiting, stored) = try await database.read { database in
            (try InboxTable(database).first(limit), try known ?? NameBook(database))
        }
        guard !waiting.isEmpty else {
            state.withLock { $0.names = stored }
            return 0
        }
        var names = stored
        var messages: [PreparedMessage] = []
        var damaged = 0
        for message in waiting {
            do {
                messages.append(try PreparedMessage(message, names: &names))
            } catch is InsightMessageError {
                damaged += 1
            }
        }
        let (prepared, hash, book) = (messages, hash, names)
        do {
            try await database.write { database in
                guard try InboxTable(database).remove(waiting) == waiting.count else { throw Taken() }
                try book.write(database)
                var transaction = RollUpTransaction(database, hash: hash, now: now)
                try transaction.add(prepared)
            }
        } catch is Taken {
            // Another node was faster; what it wrote is read again.
            forget()
            return 0
        } catch let error where !Self.isTemporary(error) {
            forget()
            // One message that can't be rolled up must not hold up all others.
            guard waiting.count == 1 else { return try await run(now: now, limit: waiting.count / 2) }
            _ = try await database.write { try InboxTable($0).remove(waiting) }
            state.withLock { $0.damaged += 1 }
            return 1
        } catch {
            forget()
            throw error
        }
        names.markWritten()
        let (final, count) = (names, damaged)
        state.withLock { state in
            state.names = final
            state.damaged += count
        }
        return waiting.count
    }

    private static func isTemporary(_ error: any Error) -> Bool {
        error is CancellationError || (error as? DatabaseError)?.isOutage == true
    }

    /// Some of the messages were rolled up by another node.
    private struct Taken: Error {}
}
