final class PostgreSQLTransaction: DatabaseConnection {
    private let connection: PostgreSQLConnection
    /// The first failure, which ends the transaction.
    private(set) var failure: PostgreSQLStatementError?

    init(_ connection: PostgreSQLConnection) { self.connection = connection }

    var dialect: DatabaseDialect { .postgres }

    func execute(_ sql: String, _ arguments: [DatabaseValue]) throws -> Int {
        try result(sql, arguments).affectedRows
    }

    func query(_ sql: String, _ arguments: [DatabaseValue]) throws -> [DatabaseRow] {
        try result(sql, arguments).rows()
    }

    private func result(_ sql: String, _ arguments: [DatabaseValue]) throws -> PostgreSQLResult {
        if let failure { throw failure.error }
        do {
            try arguments.forEach { try $0.check() }
            return try connection.run(sql, arguments)
        } catch let error as PostgreSQLStatementError {
            failure = error
            throw error.error
        } catch {
            failure = PostgreSQLStatementError(sqlState: nil, message: "an argument can't be stored", isLost: false)
            throw error
        }
    }
}

enum PostgreSQLMode {
    case read
    case write
    case migration

    /// Returns the statements that begin a transaction.
    ///
    /// Limits apply to the transaction alone, since the next one may run on another connection of a pooler.
    func begin(_ configuration: PostgreSQLConfiguration) -> String {
        let isolation =
            switch self {
            case .read: "REPEATABLE READ READ ONLY"
            case .write: "SERIALIZABLE READ WRITE"
            // After waiting for the migrations of another node, the next statement must see them.
            case .migration: "READ COMMITTED READ WRITE"
            }
        let statement = limit(configuration).inMilliseconds
        let lock = self == .migration ? statement : configuration.lockLimit.inMilliseconds
        return """
            BEGIN ISOLATION LEVEL \(isolation); SET LOCAL statement_timeout = \(statement); \
            SET LOCAL lock_timeout = \(lock); SET LOCAL idle_in_transaction_session_timeout = \(statement)
            """
    }

    /// Returns how long an unreachable database is tried again.
    func outageLimit(_ configuration: PostgreSQLConfiguration) -> Duration {
        self == .migration ? configuration.startLimit : configuration.outageLimit
    }

    /// Returns how long a statement may take.
    func limit(_ configuration: PostgreSQLConfiguration) -> Duration {
        self == .migration ? configuration.migrationLimit : configuration.statementLimit
    }
}
