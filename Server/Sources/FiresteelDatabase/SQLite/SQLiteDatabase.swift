internal import Dispatch
internal import GRDB
internal import Synchronization

/// A SQLite database in a folder, used by one process at a time.
///
/// Writes run one after the other, and reads concurrently with them. A committed change survives a loss of power.
/// Only the owner can access the folder and its files.
public final class SQLiteDatabase: Database {
    let pool: DatabasePool
    let operations = OpenOperations()
    /// What may block for long runs here.
    let maintenance = DispatchQueue(label: "firesteel.sqlite.maintenance")
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
        let call = PendingCall<SQLiteDatabase>()
        return try await call.value {
            DispatchQueue(label: "firesteel.sqlite.open").async {
                call.run { try SQLiteDatabase(folder: folder, name: name) }
            }
        }
    }

    private init(folder: String, name: String) throws {
        let locked = try SQLiteFolder(path: folder, file: name)
        path = "\(folder)/\(name)"
        var configuration = Configuration()
        configuration.label = "firesteel.sqlite"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA case_sensitive_like = ON")
            // Only Apple's systems have them: a flush to the disk instead of the disk's cache.
            try database.execute(sql: "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
        }
        do {
            pool = try DatabasePool(path: path, configuration: configuration)
            // The pool chooses NORMAL for its writing connection, which may lose the last changes with the power.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        } catch {
            throw SQLiteError.convert(error)
        }
        self.folder = Mutex(locked)
    }

    /// The kind of database.
    public var dialect: DatabaseDialect { .sqlite }

    /// Runs a closure that reads from one snapshot.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        let call = PendingCall<Value>()
        return try await call.value {
            try operations.begin()
            pool.asyncRead { [operations] database in
                call.run {
                    try Self.converting {
                        let connection = SQLiteConnection(try database.get())
                        let value = try body(connection)
                        if let error = connection.error { throw error }
                        return value
                    }
                }
                operations.end()
            }
        }
    }

    /// Runs a closure in one transaction.
    @discardableResult
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        let call = PendingCall<Value>()
        return try await call.value {
            try operations.begin()
            pool.asyncWriteWithoutTransaction { [operations] database in
                call.run { try Self.converting { try Self.transaction(database, body) } }
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
            try await backup(to: "\(path).before-version-\(schema.version)", replaces: true)
        }
        return try await write { try schema.migrate($0) }
    }

    /// Waits for running transactions, closes the database, and permits other processes to use the folder.
    public func close() async {
        await operations.close()
        await withCheckedContinuation { continuation in
            maintenance.async { [self] in
                do {
                    try pool.close()
                } catch {
                    // A connection that can't be closed is closed with the pool.
                }
                folder.withLock { $0 = nil }
                continuation.resume()
            }
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

    /// Converts errors of SQLite itself, such as of a commit; those of the closure remain.
    private static func converting<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as GRDB.DatabaseError {
            throw SQLiteError.convert(error)
        }
    }
}
