internal import Synchronization

/// A PostgreSQL database with a limited number of connections.
///
/// Connections are established when they are needed and replaced when they are lost, with growing pauses. Nothing but
/// transactions is used, so a pooler such as PgBouncer may be in transaction mode.
public final class PostgreSQLDatabase: Database {
    let address: PostgreSQLAddress
    let configuration: PostgreSQLConfiguration
    let pool: PostgreSQLPool
    let operations = OpenOperations()
    /// What ends each running listener, by its number.
    let listeners = Mutex(PostgreSQLListeners())

    /// Creates a database.
    ///
    /// The first transaction connects to it.
    ///
    /// - Parameters:
    ///   - url: `postgres://user:password@host:port/name?sslmode=verify-full`, or
    ///     `postgres:///name?host=/var/run/postgresql` for a socket. What is missing comes from libpq's environment
    ///     variables and files.
    ///   - configuration: The limits.
    /// - Throws: ``DatabaseError/invalidConfiguration(reason:)`` if the URL is invalid.
    public init(url: String, configuration: PostgreSQLConfiguration = PostgreSQLConfiguration()) throws {
        address = try PostgreSQLAddress(url: url, configuration: configuration)
        self.configuration = configuration
        pool = PostgreSQLPool(address, configuration)
    }

    /// The kind of database.
    public var dialect: DatabaseDialect { .postgres }

    /// The number of callers that wait for a connection.
    public var waitingCallers: Int { pool.waiterCount }

    /// Runs a closure that reads from one snapshot.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        try await transact(.read, body)
    }

    /// Runs a closure in one transaction.
    @discardableResult
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        try await transact(.write, body)
    }

    /// Applies the pending migrations of a schema.
    ///
    /// Other nodes that do the same wait for it.
    @discardableResult
    public func migrate(to schema: DatabaseSchema) async throws -> [Int] {
        try await transact(.migration) { connection in
            // The lock ends with the transaction. Its number is "fire" in ASCII.
            _ = try connection.query("SELECT pg_advisory_xact_lock(?)", [.int(0x6669_7265)])
            return try schema.migrate(connection)
        }
    }

    /// Waits for running transactions, and closes all connections.
    public func close() async {
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
        defer { operations.end() }
        let lane = try await pool.acquire()
        defer { pool.release(lane) }
        var conflicts = Retries(
            first: .milliseconds(2), longest: .milliseconds(200), limit: configuration.conflictLimit)
        var losses = Retries(first: .milliseconds(50), longest: .seconds(2), limit: configuration.waitLimit)
        while true {
            switch await lane.attempt(mode, body) {
            case .completed(let result): return try result.get()
            case .conflict(let error):
                guard let pause = conflicts.next() else { throw error }
                try await Task.sleep(for: pause)
            case .lost(let error):
                guard let pause = losses.next() else { throw error }
                try await Task.sleep(for: pause)
            }
        }
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
