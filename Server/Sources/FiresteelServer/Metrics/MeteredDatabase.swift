import FiresteelDatabase

/// Counts and times the transactions of a database.
struct MeteredDatabase: Database {
    private let base: any Database
    private let registry: MetricRegistry
    private let reads: MetricHistogram
    private let writes: MetricHistogram

    init(_ base: any Database, _ registry: MetricRegistry) {
        self.base = base
        self.registry = registry
        func histogram(_ kind: String) -> MetricHistogram {
            registry.histogram(
                "firesteel_database_transaction_duration_seconds",
                "Times of transactions, with waiting for a connection and repetitions.", [("kind", kind)])
        }
        reads = histogram("read")
        writes = histogram("write")
        // So that the rate of errors is known before the first one.
        _ = Self.errors("unreachable", registry)
        if let postgres = base as? PostgreSQLDatabase {
            registry.collect { text in
                text.single(
                    "firesteel_database_connections_busy", .gauge, "Connections that transactions use.",
                    Double(postgres.busyConnections))
                text.single(
                    "firesteel_database_connections_limit", .gauge, "The highest number of connections.",
                    Double(postgres.maximumConnections))
                text.single(
                    "firesteel_database_waiting", .gauge, "Transactions that wait for a connection.",
                    Double(postgres.waitingCallers))
            }
        }
    }

    var dialect: DatabaseDialect { base.dialect }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        try await measured(reads) { try await base.read(body) }
    }

    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        try await measured(writes) { try await base.write(body) }
    }

    @discardableResult
    func migrate(to schema: DatabaseSchema) async throws -> [Int] { try await base.migrate(to: schema) }

    func close() async { await base.close() }

    private func measured<Value>(
        _ histogram: MetricHistogram, _ body: () async throws -> Value
    ) async throws -> Value {
        let start = ContinuousClock.now
        do {
            let value = try await body()
            histogram.record(.now - start)
            return value
        } catch let error as DatabaseError {
            histogram.record(.now - start)
            Self.errors(Self.name(of: error), registry).increment()
            throw error
        }
    }

    private static func errors(_ name: String, _ registry: MetricRegistry) -> MetricCounter {
        registry.counter(
            "firesteel_database_errors_total", "Transactions that failed because of the database.", [("error", name)])
    }

    private static func name(of error: DatabaseError) -> String {
        switch error {
        case .uniqueViolation: "unique-violation"
        case .foreignKeyViolation: "foreign-key-violation"
        case .full: "full"
        case .readOnly: "read-only"
        case .busy: "busy"
        case .timeout: "timeout"
        case .unreachable: "unreachable"
        case .untrusted: "untrusted"
        case .unknownOutcome: "unknown-outcome"
        case .corrupt: "corrupt"
        case .newerSchema: "newer-schema"
        case .inUse: "in-use"
        case .file: "file"
        case .invalidConfiguration: "invalid-configuration"
        case .unexpectedValue: "unexpected-value"
        case .statement: "statement"
        case .closed: "closed"
        }
    }
}
