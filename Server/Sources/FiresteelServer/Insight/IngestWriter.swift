import FiresteelDatabase
import FiresteelHTTPServer
import FiresteelStore
import Synchronization

/// Stores messages of programs, many in one transaction, and returns once they are durable.
///
/// One transaction runs at a time; all messages that arrive meanwhile share the next, so that a thousand messages a second
/// wait for the disk a few times.
final class IngestWriter: Sendable {
    private struct Waiting: Sendable {
        let scope: InsightScope
        let messages: [InsightMessage]
        let bytes: Int
        let continuation: CheckedContinuation<[InsightReceipt], any Error>
    }

    private struct State {
        var waiting: [Waiting] = []
        var bytes = WaitingShares(capacity: IngestWriter.maximumBytes)
        var isRunning = false
        /// The number of messages that wait to be rolled up, as it was read last.
        var backlog = WaitingShares(capacity: IngestWriter.maximumBacklog)
        /// Their bytes.
        var backlogBytes = WaitingShares(capacity: IngestWriter.maximumBacklogBytes)
    }

    /// The maximum number of messages of one transaction.
    private static let batch = 500
    /// The maximum number of bytes of one transaction.
    private static let batchBytes = 8 << 20
    /// The bytes that may wait in memory.
    private static let maximumBytes: Int64 = 64 << 20
    /// The number of messages that may wait to be rolled up.
    static let maximumBacklog: Int64 = 200_000
    /// Their bytes.
    static let maximumBacklogBytes: Int64 = 1 << 30

    private let database: any Database
    private let hash: PersonHash
    private let clock: ServerClock
    private let state = Mutex(State())

    init(_ database: any Database, hash: PersonHash, clock: ServerClock) {
        self.database = database
        self.hash = hash
        self.clock = clock
    }

    /// The used part of the space for waiting messages, from 0 to 1.
    var load: Double { state.withLock { max($0.bytes.load, $0.backlog.load, $0.backlogBytes.load) } }

    /// The used part of an environment's space for waiting messages, from 0 to 1.
    func load(of scope: InsightScope) -> Double {
        state.withLock { state in
            max(state.bytes.load(of: scope), state.backlog.load(of: scope), state.backlogBytes.load(of: scope))
        }
    }

    /// Sets the backlog of messages to roll up.
    func set(backlog: [InsightScope: InboxTable.Backlog]) {
        state.withLock { state in
            state.backlog.set(backlog.mapValues(\.messages))
            state.backlogBytes.set(backlog.mapValues(\.bytes))
        }
    }

    /// Stores messages of an environment, and returns the outcome of each.
    ///
    /// - Throws: An ``HTTPProblem`` if too much waits, or the error of the transaction.
    func store(_ messages: [InsightMessage], of scope: InsightScope) async throws -> [InsightReceipt] {
        let bytes = messages.reduce(0) { $0 + $1.body.count + 500 }
        return try await withCheckedThrowingContinuation { continuation in
            let (isAccepted, starts) = state.withLock { state -> (Bool, Bool) in
                guard state.bytes.accepts(Int64(bytes), of: scope),
                    state.backlog.accepts(Int64(messages.count), of: scope),
                    state.backlogBytes.accepts(Int64(bytes), of: scope)
                else { return (false, false) }
                state.waiting.append(
                    Waiting(scope: scope, messages: messages, bytes: bytes, continuation: continuation))
                state.bytes.add(Int64(bytes), of: scope)
                defer { state.isRunning = true }
                return (true, !state.isRunning)
            }
            guard isAccepted else {
                return continuation.resume(
                    throwing: HTTPProblem.unavailable(
                        "The server has too many messages that wait. Send them again later.",
                        retryAfter: Int.random(in: 20...90)))
            }
            // A separate task, so that a caller that is cancelled doesn't end it for others.
            if starts { Task { await run() } }
        }
    }

    private func run() async {
        while let callers = next() {
            let result = await write(callers)
            if case .failure(let error) = result, callers.count > 1, !Self.isOutage(error) {
                // An invalid message of one must not refuse those of others.
                for caller in callers { finish([caller], await write([caller])) }
            } else {
                finish(callers, result)
            }
        }
    }

    /// Stores the messages of callers in one transaction.
    private func write(_ callers: [Waiting]) async -> Result<[InsightReceipt], any Error> {
        let messages = callers.flatMap(\.messages)
        let now = clock.now()
        do {
            return .success(
                try await database.write { [hash] in
                    try InboxTable($0).store(messages, hash: hash, now: now)
                })
        } catch {
            return .failure(error)
        }
    }

    private static func isOutage(_ error: any Error) -> Bool {
        error is CancellationError || (error as? DatabaseError)?.isOutage == true
    }

    /// Continues callers whose messages were stored together.
    private func finish(_ callers: [Waiting], _ result: Result<[InsightReceipt], any Error>) {
        var start = 0
        for caller in callers {
            let range = start..<start + caller.messages.count
            let own = result.map { Array($0[range]) }
            let receipts = (try? own.get()) ?? []
            let stored = zip(caller.messages, receipts).filter { $0.1.outcome == .stored }.map { $0.0.body.count }
            state.withLock { state in
                state.bytes.remove(Int64(caller.bytes), of: caller.scope)
                state.backlog.add(Int64(stored.count), of: caller.scope)
                state.backlogBytes.add(Int64(stored.reduce(0, +)), of: caller.scope)
            }
            caller.continuation.resume(with: own)
            start = range.upperBound
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
