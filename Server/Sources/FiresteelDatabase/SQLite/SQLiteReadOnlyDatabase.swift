internal import GRDB

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The SQLite database of a folder, for reading only, also while a server uses it.
///
/// The data isn't changed. SQLite may create the files `-wal` and `-shm` beside the database file, with its owner.
package final class SQLiteReadOnlyDatabase: Database {
    private let connections: SQLiteAccess<DatabaseQueue>
    /// The path of the database file.
    package let path: String

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - folder: The folder of the database.
    ///   - name: The name of the database file.
    /// - Throws: ``DatabaseError/file(path:reason:)`` if there is no database file, or it can't be read.
    package static func open(folder: String, name: String = "firesteel.sqlite") async throws -> SQLiteReadOnlyDatabase {
        try await SQLiteOpening.run { try SQLiteReadOnlyDatabase(path: "\(folder)/\(name)") }
    }

    private init(path: String) throws {
        guard access(path, R_OK) == 0 else { throw DatabaseError.file(path: path, code: errno) }
        self.path = path
        var configuration = Configuration()
        configuration.label = "firesteel.sqlite.reader"
        configuration.readonly = true
        connections = try SQLiteAccess(configuration) { try DatabaseQueue(path: path, configuration: $0) }
    }

    /// The kind of database.
    package var dialect: DatabaseDialect { .sqlite }

    /// Runs a closure that reads from one snapshot.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        try await connections.read(body)
    }

    /// Throws ``DatabaseError/readOnly(reason:)``.
    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        throw DatabaseError.readOnly(reason: "the database was opened for reading")
    }

    /// Throws ``DatabaseError/readOnly(reason:)`` unless nothing has to be migrated.
    @discardableResult
    package func migrate(to schema: DatabaseSchema) async throws -> [Int] {
        guard try await pendingMigrations(of: schema).isEmpty else {
            throw DatabaseError.readOnly(reason: "the database was opened for reading, and its schema is older")
        }
        return []
    }

    /// Copies the database to a new file, while a server may use it.
    ///
    /// The copy has the changes that were committed when it began, and only its owner can read it. The file exists only
    /// once it is complete.
    ///
    /// - Throws: ``DatabaseError/file(path:reason:)`` if the file exists or can't be created.
    package func backup(to path: String) async throws { try await connections.backup(to: path, replaces: false) }

    /// Waits for running reads, and closes the database.
    package func close() async { await connections.close() }
}
