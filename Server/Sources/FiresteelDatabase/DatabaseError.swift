/// An error of a database.
///
/// The description is a message for the developer or operator. It never contains a password.
package enum DatabaseError: Error, Sendable, Hashable {
    /// A row with the same values exists. The constraint is `table_column_key` for `UNIQUE` in a table, `table_pkey` for
    /// its primary key, or the name of the index.
    case uniqueViolation(constraint: String)
    /// A referenced row doesn't exist, or a row that others reference would be deleted.
    case foreignKeyViolation
    /// There is no space for the change.
    case full(reason: String)
    /// The database or the transaction doesn't permit changes.
    case readOnly(reason: String)
    /// Other transactions prevented this one for too long.
    case busy(reason: String)
    /// A statement exceeded the time limit.
    case timeout(reason: String)
    /// No connection could be established, or all were in use for too long. Nothing was changed.
    case unreachable(reason: String)
    /// The database's server can't be trusted, or doesn't offer the encryption that the address requires. Connecting again
    /// doesn't help.
    case untrusted(reason: String)
    /// The connection was lost during the commit: the change may be stored or not. The caller has to look for it.
    case unknownOutcome(reason: String)
    /// The stored data is damaged.
    case corrupt(reason: String)
    /// The schema belongs to a newer version of the program.
    case newerSchema(found: Int, supported: Int)
    /// Another process uses the folder of a SQLite database.
    case inUse(folder: String)
    /// A file or folder of a SQLite database can't be used.
    case file(path: String, reason: String)
    /// The address of the database, or the schema, is invalid.
    case invalidConfiguration(reason: String)
    /// A column has another value than expected.
    case unexpectedValue(column: String, expected: String, found: String)
    /// The database rejected a statement.
    case statement(message: String)
    /// The database was closed.
    case closed
}

extension DatabaseError: CustomStringConvertible {
    /// The failed operation, the reason and what to do.
    package var description: String {
        switch self {
        case .uniqueViolation(let constraint):
            "Can't store the row: another one has the same values (\(constraint)). Change the existing row."
        case .foreignKeyViolation:
            "Can't store the change: a row that it refers to is missing, or other rows refer to it. Change those first."
        case .full(let reason): "Can't store the change: \(reason). Free space on the disk of the database."
        case .readOnly(let reason):
            "Can't store the change: \(reason). Make the database writable, or connect to the primary server."
        case .busy(let reason): "Can't complete the transaction: \(reason). Try again later."
        case .timeout(let reason):
            "Can't complete the statement: \(reason). Reduce the load of the database, or raise the time limit."
        case .unreachable(let reason):
            "Can't reach the database: \(reason). Check its address and that it is running; connecting is retried."
        case .untrusted(let reason):
            """
            Can't trust the database's server: \(reason). Check the host in the address, sslmode, and that sslrootcert \
            names the authority that signed the server's certificate.
            """
        case .unknownOutcome(let reason):
            "The outcome of a change is unknown: \(reason). Look for the change before trying again."
        case .corrupt(let reason): "Can't read the database: \(reason). Restore a backup."
        case .newerSchema(let found, let supported):
            """
            Can't open the database: its schema has version \(found), and this program supports versions up to \
            \(supported). Start a newer version of the program, or restore the backup from before the upgrade.
            """
        case .inUse(let folder):
            "Can't open folder \(folder): another firesteel-server uses this folder. Stop it, or use another folder."
        case .file(let path, let reason): "Can't use \(path): \(reason)."
        case .invalidConfiguration(let reason): "Can't use the database: \(reason)."
        case .unexpectedValue(let column, let expected, let found):
            "Can't read column \(column): it has \(found) instead of \(expected). Check the query and the schema."
        case .statement(let message): "The database rejected a statement: \(message). Correct the statement."
        case .closed: "Can't use the database: it is closed. Open it again."
        }
    }
}
