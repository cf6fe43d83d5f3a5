/// A database that runs closures in transactions: SQLite or PostgreSQL.
///
/// Both accept the same schema and the same statements:
///
/// - Arguments are written as `?`, in order. Values are never part of a statement.
/// - Column types are `BIGINT`, `INTEGER`, `DOUBLE PRECISION`, `TEXT` and `BLOB`. Texts are compared and sorted by their
///   bytes, and `LIKE` distinguishes upper and lower case.
/// - An argument whose type doesn't follow from its position needs one, `CAST(? AS TEXT) IS NULL`.
/// - A failed statement ends the transaction: the error is thrown even if the closure catches it. Use `ON CONFLICT`
///   instead of catching ``DatabaseError/uniqueViolation(constraint:)``.
///
/// Closures run on the database's threads, never on those of Swift's tasks, so they may take long. If the caller's task
/// is cancelled before its closure has begun, `CancellationError` is thrown; later, the transaction is completed.
package protocol Database: Sendable {
    var dialect: DatabaseDialect { get }

    /// Runs a closure that reads from one snapshot: it sees no change that is committed after its first statement.
    ///
    /// The closure may run again if the connection is lost.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value

    /// Runs a closure in one transaction, as if no other transaction ran concurrently.
    ///
    /// The changes are stored durably before this returns. If it throws, they are rolled back, except for
    /// ``DatabaseError/unknownOutcome(reason:)``. The closure may run again after a conflict with another transaction and
    /// when the connection is lost before the commit, so it must have no other effects.
    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value

    /// Applies the pending migrations of a schema, all in one transaction.
    ///
    /// Several nodes can call it concurrently: one applies the migrations, and the others wait for it. A SQLite file with
    /// data is copied to `name.before-version-N` first, where N is the schema's version.
    ///
    /// - Returns: The versions of the applied migrations.
    /// - Throws: ``DatabaseError/newerSchema(found:supported:)`` if a newer version of the program was here first.
    @discardableResult
    func migrate(to schema: DatabaseSchema) async throws -> [Int]

    /// Waits for running transactions and closes all connections. Later calls throw ``DatabaseError/closed``.
    func close() async
}

/// The transaction of one closure.
///
/// Used only inside it, on the database's thread.
package protocol DatabaseConnection {
    var dialect: DatabaseDialect { get }

    /// Runs a statement, and returns the number of rows that it inserted, updated or deleted.
    @discardableResult
    func execute(_ sql: String, _ arguments: [DatabaseValue]) throws -> Int

    /// Runs a statement, and returns the rows of its result.
    func query(_ sql: String, _ arguments: [DatabaseValue]) throws -> [DatabaseRow]
}

extension DatabaseConnection {
    /// Runs a statement, and returns the number of rows that it inserted, updated or deleted.
    @discardableResult
    package func execute(_ sql: String, _ arguments: DatabaseValue...) throws -> Int { try execute(sql, arguments) }

    /// Runs a statement, and returns the rows of its result.
    package func query(_ sql: String, _ arguments: DatabaseValue...) throws -> [DatabaseRow] {
        try query(sql, arguments)
    }

    /// Notifies the listeners of a channel when the transaction is committed.
    ///
    /// Only PostgreSQL has listeners.
    ///
    /// The commit holds a lock of the whole PostgreSQL instance, so frequent transactions should not notify.
    package func notify(_ channel: NotificationChannel) throws {
        guard dialect == .postgres else { return }
        _ = try query("SELECT pg_notify(?, '')", [.text(channel.name)])
    }
}
