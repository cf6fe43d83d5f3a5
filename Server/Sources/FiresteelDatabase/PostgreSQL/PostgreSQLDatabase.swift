internal import Synchronization

/// A PostgreSQL database with a limited number of connections.
///
/// Connections are established when they are needed and replaced when they are lost, with growing pauses. Nothing but
/// transactions is used, so a pooler such as PgBouncer may be in transaction mode.
package final class PostgreSQLDatabase: Database {
    let address: PostgreSQLAddress
    let configuration: PostgreSQLConfiguration
    let pool: PostgreSQLPool
    let operations = OpenOperations()
    /// The running listeners, by number.
    let listeners = Mutex(PostgreSQLListeners())

    /// Creates a database.
    ///
    /// The first transaction connects to it.
    ///
    /// - Parameters:
    ///   - url: `postgres://user:password@host:port/name?sslmode=verify-full`, or
    ///     `postgres:///name?host=/var/run/postgresql` for a socket. Missing parts come from libpq's environment
    ///     variables and files.
    ///   - configuration: The limits.
    /// - Throws: ``DatabaseError/invalidConfiguration(reason:)`` if the URL is invalid.
    package init(url: String, configuration: PostgreSQLConfiguration = PostgreSQLConfiguration()) throws {
        address = try PostgreSQLAddress(url: url, configuration: configuration)
        self.configuration = configuration
        pool = PostgreSQLPool(address, configuration)
    }

    /// The kind of database.
    package var dialect: DatabaseDialect { .postgres }

    /// The number of callers that wait for a connection.
    package var waitingCallers: Int { pool.waiterCount }

    /// The number of connections that callers use.
    package var busyConnections: Int { pool.busyCount }

    /// The highest number of connections.
    package var maximumConnections: Int { max(1, configuration.maximumConnections) }

    /// Runs a closure that reads from one snapshot.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        try await transact(.read, body)
    }

    /// Runs a closure in one transaction.
    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        try await transact(.write, body)
    }

    /// Applies the pending migrations of a schema.
    ///
    /// Other nodes that do the same wait for it.
    @discardableResult
    package func migrate(to schema: DatabaseSchema) async throws -> [Int] {
        try await transact(.migration) { connection in
            // The lock ends with the transaction. Its number is "fire" in ASCII.
            _ = try connection.query("SELECT pg_advisory_xact_lock(?)", [.int(0x6669_7265)])
            return try schema.migrate(connection)
        }
    }

    /// Waits for running transactions, and closes all connections.
    package func close() async {
        pool.rejectCallers()
        let stops = listeners.withLock { listeners in
            listeners.isClosed = true
            return Array(listeners.running.values)
        }
        for stop in stops { stop.stop() }
        await operations.close()
        await pool.close()
    }

    private func transact<Value: Sendable>(
        _ mode: PostgreSQLMode, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        try operations.begin()
        let lane: PostgreSQLLane
        do {
            lane = try await pool.acquire()
        } catch {
            operations.end()
            throw error
        }
        let call = PendingCall<Value>()
        var hasStarted = false
        do {
            return try await call.value {
                hasStarted = true
                let limit = refusal(of: call, after: mode.outageLimit(configuration))
                Task {
                    await complete(call, on: lane, mode, body)
                    limit.cancel()
                    pool.release(lane)
                    operations.end()
                }
            }
        } catch {
            if !hasStarted {
                pool.release(lane)
                operations.end()
            }
            throw error
        }
    }

    /// Refuses a caller whose transaction doesn't begin in time.
    ///
    /// Connecting blocks a lane for longer than that.
    private func refusal<Value: Sendable>(of call: PendingCall<Value>, after limit: Duration) -> Task<Void, any Error> {
        let start = ContinuousClock.now
        return Task { [pool] in
            // A refused connection is reported with its reason just before.
            try await Task.sleep(for: limit + .milliseconds(200))
            let error = DatabaseError.unreachable(reason: "no transaction could begin within \(limit)")
            if call.fail(error) { pool.unreachable(since: start, error) }
        }
    }

    /// Attempts a transaction until it has a result, or can't have one.
    private func complete<Value: Sendable>(
        _ call: PendingCall<Value>, on lane: PostgreSQLLane, _ mode: PostgreSQLMode,
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async {
        var conflicts = Retries(
            first: .milliseconds(2), longest: .milliseconds(200), limit: configuration.conflictLimit)
        var losses = Retries(
            first: .milliseconds(50), longest: .milliseconds(500), limit: mode.outageLimit(configuration))
        let start = ContinuousClock.now
        while true {
            let attempt = await lane.attempt(mode, body) { [pool] in
                pool.reached()
                return call.begin()
            }
            let pause: Duration?
            let error: DatabaseError
            switch attempt {
            case .completed(let result): return call.end(result)
            case .abandoned: return
            case .conflict(let conflict): (pause, error) = (conflicts.next(), conflict)
            case .lost(let loss):
                (pause, error) = (pool.isRefusing || call.hasEnded ? nil : losses.next(), loss)
                if pause == nil, loss.isUnreachable { pool.unreachable(since: start, loss) }
            }
            guard let pause else { return call.end(.failure(error)) }
            do {
                try await Task.sleep(for: pause)
            } catch {
                return call.end(.failure(error))
            }
        }
    }
}

extension DatabaseError {
    fileprivate var isUnreachable: Bool {
        if case .unreachable = self { true } else { false }
    }
}

/// Growing, random pauses before attempts.
struct Retries {
    private let first: Duration
    private let longest: Duration
    private let limit: Duration
    private var start: ContinuousClock.Instant?
    private var count = 0

    /// Creates pauses.
    ///
    /// - Parameters:
    ///   - first: The longest first pause.
    ///   - longest: The longest pause.
    ///   - limit: The time after the first failure during which attempts begin.
    init(first: Duration, longest: Duration, limit: Duration) {
        self.first = first
        self.longest = longest
        self.limit = limit
    }

    /// Returns the pause before the next attempt, or `nil` once the time has passed.
    mutating func next() -> Duration? {
        let now = ContinuousClock.now
        let start = start ?? now
        self.start = start
        let bound = min(longest, first * (1 << min(count, 16)))
        count += 1
        // Callers that failed together don't return together.
        let pause = bound * Double.random(in: 0.5...1)
        return now - start + pause > limit ? nil : pause
    }
}
