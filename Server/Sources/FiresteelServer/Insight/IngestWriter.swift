import FiresteelDatabase
import FiresteelStore
import Synchronization

/// Stores messages of programs, many in one transaction, and returns once they are durable.
///
/// One transaction runs at a time; all messages that arrive meanwhile share the next, so that a thousand messages a second
/// wait for the disk a few times.
final class IngestWriter: Sendable {
    private struct Waiting: Sendable {
        let messages: [InsightMessage]
        let bytes: Int
        let continuation: CheckedContinuation<[InsightReceipt], any Error>
    }

    private struct State {
        var waiting: [Waiting] = []
        var bytes = 0
        var isRunning = false
        /// The number of messages that wait to be rolled up, as it was read last.
        var backlog: Int64 = 0
    }

    /// The greatest number of messages of one transaction.
    private static let batch = 500
    /// The greatest number of bytes of one transaction.
    private static let batchBytes = 8 << 20
    /// The bytes that may wait in memory.
    private static let maximumBytes = 64 << 20
    /// The number of messages that may wait to be rolled up.
    static let maximumBacklog: Int64 = 200_000

    private let database: any Database
    private let clock: ServerClock
    private let state = Mutex(State())

    init(_ database: any Database, clock: ServerClock) {
        self.database = database
        self.clock = clock
    }

    /// How much of what may wait does, from 0 to 1.
    var load: Double {
        state.withLock { state in
            max(
                Double(state.bytes) / Double(Self.maximumBytes),
                Double(state.backlog) / Double(Self.maximumBacklog))
        }
    }

    /// Sets the number of messages that wait to be rolled up.
    func set(backlog: Int64) { state.withLock { $0.backlog = backlog } }

    /// Stores messages, and returns what became of each.
    ///
    /// - Throws: An ``APIError`` if too much waits, or the error of the transaction.
    func store(_ messages: [InsightMessage]) async throws -> [InsightReceipt] {
        let bytes = messages.reduce(0) { $0 + $1.body.count + 500 }
        return try await withCheckedThrowingContinuation { continuation in
            let (isAccepted, starts) = state.withLock { state -> (Bool, Bool) in
                guard state.bytes + bytes <= Self.maximumBytes, state.backlog < Self.maximumBacklog else {
                    return (false, false)
                }
                state.waiting.append(Waiting(messages: messages, bytes: bytes, continuation: continuation))
                state.bytes += bytes
                defer { state.isRunning = true }
                return (true, !state.isRunning)
            }
            guard isAccepted else {
                return continuation.resume(
                    throwing: APIError.unavailable(
                        "The server has too many messages that wait. Send them again later.",
                        retryAfter: Int.random(in: 20...90)))
            }
            // A separate task, so that a caller that is cancelled doesn't end it for others.
            if starts { Task { await run() } }
        }
    }

    private func run() async {
        while let callers = next() {
            let messages = callers.flatMap(\.messages)
            let now = clock.now()
            let result: Result<[InsightReceipt], any Error>
            do {
                result = .success(try await database.write { try InboxTable($0).store(messages, now: now) })
            } catch {
                result = .failure(error)
            }
            var start = 0
            for caller in callers {
                let range = start..<start + caller.messages.count
                caller.continuation.resume(with: result.map { Array($0[range]) })
                start = range.upperBound
            }
            state.withLock { state in
                state.bytes -= callers.reduce(0) { $0 + $1.bytes }
                if case .success(let receipts) = result {
                    state.backlog += Int64(receipts.count { $0.outcome == .stored })
                }
            }
        }
    }

    private func next() -> [Waiting]? {
        state.withLock { state in
            var (count, bytes, callers) = (0, 0, 0)
            for waiting in state.waiting {
                guard callers == 0 || (count + waiting.messages.count <= Self.batch && bytes <= Self.batchBytes) else {
                    break
                }
                count += waiting.messages.count
                bytes += waiting.bytes
                callers += 1
            }
            guard callers > 0 else {
                state.isRunning = false
                return nil
            }
            defer { state.waiting.removeFirst(callers) }
            return Array(state.waiting[..<callers])
        }
    }
}
