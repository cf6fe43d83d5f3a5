internal import Dispatch

/// A thread of the pool and its connection, which is established when it is first needed.
///
/// `@unchecked Sendable`: the connection is used on `queue` alone, which runs one closure at a time.
final class PostgreSQLLane: @unchecked Sendable {
    private let queue = DispatchQueue(label: "firesteel.postgres.connection")
    private let address: PostgreSQLAddress
    private let configuration: PostgreSQLConfiguration
    private var connection: PostgreSQLConnection?

    init(_ address: PostgreSQLAddress, _ configuration: PostgreSQLConfiguration) {
        self.address = address
        self.configuration = configuration
    }

    /// The outcome of running a transaction once.
    enum Attempt<Value: Sendable>: Sendable {
        /// The transaction was committed, or an error ended it that would occur again.
        case completed(Result<Value, any Error>)
        /// Another transaction prevented it; nothing was changed.
        case conflict(DatabaseError)
        /// The connection was lost before the commit; nothing was changed.
        case lost(DatabaseError)
        /// The caller no longer waited when the transaction had begun; nothing was changed.
        case abandoned
    }

    /// Runs a transaction once.
    ///
    /// - Parameter hasCaller: Returns whether a caller still waits, once the transaction has begun.
    func attempt<Value: Sendable>(
        _ mode: PostgreSQLMode, _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value,
        _ hasCaller: @escaping @Sendable () -> Bool
    ) async -> Attempt<Value> {
        await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: run(mode, body, hasCaller)) }
        }
    }

    func close() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                connection = nil
                continuation.resume()
            }
        }
    }

    private func run<Value: Sendable>(
        _ mode: PostgreSQLMode, _ body: (any DatabaseConnection) throws -> Value, _ hasCaller: () -> Bool
    ) -> Attempt<Value> {
        let connection: PostgreSQLConnection
        do {
            connection = try begin(mode)
        } catch {
            return error.isLost ? .lost(error.error) : .completed(.failure(error.error))
        }
        guard hasCaller() else {
            rollBack(connection, after: nil, mode)
            return .abandoned
        }
        let transaction = PostgreSQLTransaction(connection)
        let result = Result { try body(transaction) }
        if let failure = transaction.failure {
            rollBack(connection, after: failure, mode)
            if failure.isLost { return .lost(failure.error) }
            if failure.isConflict { return .conflict(failure.error) }
            if case .success = result { return .completed(.failure(failure.error)) }
            return .completed(result)
        }
        guard case .success = result else {
            rollBack(connection, after: nil, mode)
            return .completed(result)
        }
        return commit(connection, mode, result)
    }

    /// Begins a transaction.
    ///
    /// A connection that was lost while it was idle is replaced.
    private func begin(_ mode: PostgreSQLMode) throws(PostgreSQLStatementError) -> PostgreSQLConnection {
        let isReused = connection != nil
        let connection = if let existing = self.connection { existing } else { try PostgreSQLConnection(address) }
        self.connection = connection
        // The server enforces the limit; beyond it, the server itself is unreachable.
        connection.resultLimit = mode.limit(configuration) + .seconds(5)
        do {
            try connection.run(mode.begin(configuration))
            return connection
        } catch {
            self.connection = nil
            guard isReused, error.isLost else { throw error }
            return try begin(mode)
        }
    }

    private func commit<Value>(
        _ connection: PostgreSQLConnection, _ mode: PostgreSQLMode, _ result: Result<Value, any Error>
    ) -> Attempt<Value> {
        do {
            let command = try connection.run("COMMIT", []).command
            finish(connection)
            guard command == "COMMIT" else {
                let message = "the transaction ended before its commit"
                return .completed(.failure(DatabaseError.statement(message: message)))
            }
            return .completed(result)
        } catch {
            finish(connection)
            if error.isConflict, !error.isLost { return .conflict(error.error) }
            guard error.isLost else { return .completed(.failure(error.error)) }
            // The server may have stored the change before the connection was lost, whatever its last message was.
            guard mode != .read else { return .lost(error.error) }
            return .completed(.failure(DatabaseError.unknownOutcome(reason: error.message)))
        }
    }

    private func rollBack(
        _ connection: PostgreSQLConnection, after failure: PostgreSQLStatementError?, _ mode: PostgreSQLMode
    ) {
        // A server that became a standby: another address of the URL may be the primary.
        let isStandby = mode != .read && failure?.sqlState == "25006"
        if isStandby || failure?.isLost == true {
            self.connection = nil
            return
        }
        do {
            try connection.run("ROLLBACK")
        } catch {
            self.connection = nil
        }
        finish(connection)
    }

    /// Removes a connection that isn't usable for the next transaction.
    private func finish(_ connection: PostgreSQLConnection) {
        do {
            // A pooler may deliver notifications here; unread, they would accumulate.
            _ = try connection.notifications()
        } catch {
            self.connection = nil
        }
        if !connection.isIdle { self.connection = nil }
    }
}
