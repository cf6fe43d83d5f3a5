internal import GRDB

/// Converts errors of SQLite.
enum SQLiteError {
    /// Converts errors of SQLite itself, such as of a commit; those of a closure's caller remain.
    static func converting<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as GRDB.DatabaseError {
            throw convert(error)
        }
    }

    /// Returns an error as the callers of both databases know it.
    ///
    /// - Parameter database: The database of the failed statement, in which the name of a constraint is found.
    static func convert(_ error: any Error, in database: GRDB.Database? = nil) -> DatabaseError {
        if let error = error as? DatabaseError { return error }
        guard let error = error as? GRDB.DatabaseError else { return .statement(message: "\(error)") }
        let message = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        switch error.extendedResultCode {
        case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID:
            return .uniqueViolation(constraint: constraint(message, in: database))
        case .SQLITE_CONSTRAINT_FOREIGNKEY: return .foreignKeyViolation
        default: break
        }
        switch error.resultCode {
        case .SQLITE_FULL: return .full(reason: message)
        case .SQLITE_READONLY: return .readOnly(reason: message)
        case .SQLITE_BUSY, .SQLITE_LOCKED: return .busy(reason: message)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: return .corrupt(reason: message)
        case .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_PERM, .SQLITE_AUTH: return .unreachable(reason: message)
        case .SQLITE_INTERRUPT: return .timeout(reason: message)
        default: return .statement(message: message)
        }
    }

    /// Returns the name that PostgreSQL gives the constraint of a message such as
    /// `UNIQUE constraint failed: flags.environment, flags.key`.
    private static func constraint(_ message: String, in database: GRDB.Database?) -> String {
        let names = message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? message
        if names.hasPrefix("index '") { return String(names.dropFirst(7).dropLast()) }
        let columns = names.split(separator: ", ").map { $0.split(separator: ".", maxSplits: 1).last.map(String.init) }
        guard let table = names.split(separator: ".").first.map(String.init), let database else { return names }
        do {
            let indexes = try database.indexes(on: table).filter { $0.isUnique }
            let index = indexes.first { $0.columns.map(Optional.some) == columns }
            switch index?.origin {
            case .createIndex: return index?.name ?? names
            case .uniqueConstraint: return ([table] + columns.compactMap { $0 } + ["key"]).joined(separator: "_")
            // The key of a table whose rows it numbers has no index.
            default: return "\(table)_pkey"
            }
        } catch {
            // The names of the columns describe the constraint as well.
            return names
        }
    }
}
