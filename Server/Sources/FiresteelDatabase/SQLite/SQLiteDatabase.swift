internal import GRDB
internal import Synchronization

/// A SQLite database in a folder, used by one process at a time.
///
/// Writes run one after the other, and reads concurrently with them. A committed change survives a loss of power.
/// Only the owner can access the folder and its files.
public final class SQLiteDatabase: Database {
    private let connections: SQLiteAccess<DatabasePool>
    private let folder: Mutex<SQLiteFolder?>
    /// The path of the database file.
    public let path: String

    /// Opens or creates a database.
    ///
    /// - Parameters:
    ///   - folder: The folder, which is created if it is missing. The folder above it must exist.
    ///   - name: The name of the database file.
    /// - Throws: ``DatabaseError/inUse(folder:)`` if another process, or another value in this one, uses the folder.
    public static func open(folder: String, name: String = "firesteel.sqlite") async throws -> SQLiteDatabase {
        try await SQLiteOpening.run { try SQLiteDatabase(folder: folder, name: name) }
    }

    private init(folder: String, name: String) throws {
        let locked = try SQLiteFolder(path: folder, file: name)
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
        self.folder = Mutex(locked)
    }

    /// The kind of database.
    public var dialect: DatabaseDialect { .sqlite }

    /// Runs a closure that reads from one snapshot.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        try await connections.read(body)
    }

    /// Runs a closure in one transaction.
    @discardableResult
    public func write<Value: Sendable>(
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
    @discardableResult
    public func migrate(to schema: DatabaseSchema) async throws -> [Int] {
        let version = try await read { try DatabaseSchema.version(of: $0) }
        let pending = try schema.pending(after: version)
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
    public func backup(to path: String) async throws { try await connections.backup(to: path, replaces: false) }

    /// Waits for running transactions, closes the database, and permits other processes to use the folder.
    ///
    /// All changes are in the database file then, so a copy of that alone is complete, unless another process was reading.
    public func close() async {
        await connections.close {
            try $0.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
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
