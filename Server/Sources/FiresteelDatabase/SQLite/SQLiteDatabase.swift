internal import GRDB
internal import Synchronization

/// A SQLite database in a folder, used by one server at a time, and by commands beside it.
///
/// Writes run one after the other, also those of several processes, and reads concurrently with them. A committed change survives a loss of power.
/// Only the owner can access the folder and its files.
package final class SQLiteDatabase: Database {
    private let connections: SQLiteAccess<DatabasePool>
    private let folder: Mutex<SQLiteFolder?>
    /// The error of what only the holder of the folder's lock may do, `nil` for the holder.
    private let inUse: DatabaseError?
    /// The path of the database file.
    package let path: String

    /// Opens or creates a database.
    ///
    /// - Parameters:
    ///   - folder: The folder, which is created if it is missing. The folder above it must exist.
    ///   - name: The name of the database file.
    ///   - besideOthers: Whether the database may be opened while another process, such as a server, uses the folder. It
    ///     notices what is written here by reading regularly, as nodes of one PostgreSQL database do.
    /// - Throws: ``DatabaseError/inUse(folder:)`` if another process, or another value in this one, uses the folder.
    package static func open(
        folder: String, name: String = "firesteel.sqlite", besideOthers: Bool = false
    ) async throws -> SQLiteDatabase {
        try await SQLiteOpening.run { try SQLiteDatabase(folder: folder, name: name, besideOthers: besideOthers) }
    }

    private init(folder: String, name: String, besideOthers: Bool) throws {
        let used = try SQLiteFolder(path: folder, file: name, besideOthers: besideOthers)
        inUse = used.isLocked ? nil : .inUse(folder: folder)
        let path = "\(folder)/\(name)"
        self.path = path
        var configuration = Configuration()
        configuration.label = "firesteel.sqlite"
        configuration.foreignKeysEnabled = true
        // Only Apple's systems have them: a flush to the disk instead of the disk's cache.
        configuration.prepareDatabase {
            try $0.execute(sql: "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
        }
        connections = try SQLiteAccess(configuration) { configuration in
            let pool = try DatabasePool(path: path, configuration: configuration)
            // The pool chooses NORMAL for its writing connection, which may lose the last changes with the power.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            return pool
        }
        self.folder = Mutex(used)
    }

    /// The kind of database.
    package var dialect: DatabaseDialect { .sqlite }

    /// Runs a closure that reads from one snapshot.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        try await connections.read(body)
    }

    /// Runs a closure in one transaction.
    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        let call = PendingCall<Value>()
        return try await call.value {
            try connections.operations.begin()
            connections.reader.asyncWriteWithoutTransaction { [operations = connections.operations] database in
                call.run { try SQLiteError.converting { try Self.transaction(database, body) } }
                operations.end()
            }
        }
    }

    /// Applies the pending migrations of a schema, after a copy of the file to `name.before-version-N`.
    ///
    /// - Throws: ``DatabaseError/inUse(folder:)`` if there are any while another process, whose schema is the earlier one, uses
    ///   the folder.
    @discardableResult
    package func migrate(to schema: DatabaseSchema) async throws -> [Int] {
        let version = try await read { try DatabaseSchema.version(of: $0) }
        let pending = try schema.pending(after: version)
        if let inUse, !pending.isEmpty { throw inUse }
        if version > 0, !pending.isEmpty {
            // An older copy, of an upgrade that was undone, lacks the changes since then.
            try await connections.backup(to: "\(path).before-version-\(schema.version)", replaces: true)
        }
        return try await write { try schema.migrate($0) }
    }

    /// Copies the database to a new file, while it is in use.
    ///
    /// The copy has the changes that were committed when it began, and only its owner can read it. The file exists only
    /// once it is complete.
    ///
    /// - Throws: ``DatabaseError/file(path:reason:)`` if the file exists or can't be created.
    package func backup(to path: String) async throws { try await connections.backup(to: path, replaces: false) }

    /// Waits for running transactions, closes the database, and permits other processes to use the folder.
    ///
    /// All changes are in the database file then, so a copy of that alone is complete, unless another process uses it.
    package func close() async {
        await connections.close { [inUse] in
            // Others would wait for it.
            if inUse == nil { try $0.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } }
        } completion: { [self] in
            folder.withLock { $0 = nil }
        }
    }

    private static func transaction<Value>(
        _ database: GRDB.Database, _ body: (any DatabaseConnection) throws -> Value
    ) throws -> Value {
        var result: Value?
        try database.inTransaction(.immediate) {
            let connection = SQLiteConnection(database)
            result = try body(connection)
            if let error = connection.error { throw error }
            return .commit
        }
        guard let result else { throw DatabaseError.statement(message: "the transaction had no result") }
        return result
    }
}
