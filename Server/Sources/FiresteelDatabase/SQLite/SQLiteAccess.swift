internal import Dispatch
internal import GRDB
private import Synchronization

/// Opening, reading, copying and closing a SQLite database, on threads that aren't those of Swift's tasks.
final class SQLiteAccess<Reader: DatabaseReader>: Sendable {
    let reader: Reader
    let operations = OpenOperations()
    /// The queue of work that may block for long.
    private let maintenance = DispatchQueue(label: "firesteel.sqlite.maintenance")
    private let isClosed = Mutex(false)

    /// Opens connections with the settings that all have in common.
    ///
    /// - Parameter open: Opens them with a configuration.
    init(_ configuration: Configuration, _ open: (Configuration) throws -> Reader) throws {
        var configuration = configuration
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA case_sensitive_like = ON") }
        do {
            reader = try open(configuration)
        } catch {
            throw SQLiteError.convert(error)
        }
    }

    /// Runs a closure that reads from one snapshot.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        let call = PendingCall<Value>()
        return try await call.value {
            try operations.begin()
            reader.asyncRead { [operations] database in
                call.run {
                    try SQLiteError.converting {
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

    /// Copies the database to a new file, while it is in use.
    func backup(to path: String, replaces: Bool) async throws {
        let call = PendingCall<Void>()
        try await call.value {
            try operations.begin()
            maintenance.async { [self] in
                call.run {
                    let file = try BackupFile(path: path, replaces: replaces)
                    do {
                        let copy = try DatabaseQueue(path: file.partial)
                        try reader.backup(to: copy)
                        try copy.close()
                    } catch {
                        throw SQLiteError.convert(error)
                    }
                    try file.complete()
                }
                operations.end()
            }
        }
    }

    /// Waits for running work, and closes the database, once.
    ///
    /// - Parameters:
    ///   - last: The last work of the connections.
    ///   - completion: Called once they are closed.
    func close(
        _ last: @escaping @Sendable (Reader) throws -> Void = { _ in },
        completion: @escaping @Sendable () -> Void = {}
    ) async {
        await operations.close()
        await withCheckedContinuation { continuation in
            maintenance.async { [self] in
                let wasClosed = isClosed.withLock { isClosed in
                    defer { isClosed = true }
                    return isClosed
                }
                // A connection that is closed must not be used.
                guard !wasClosed else { return continuation.resume() }
                do {
                    try last(reader)
                } catch {
                    // Committed data is stored, also if its file remains larger.
                }
                do {
                    try reader.close()
                } catch {
                    // A connection that can't be closed is closed with its last reference.
                }
                completion()
                continuation.resume()
            }
        }
    }
}

/// The threads that open databases.
enum SQLiteOpening {
    /// Runs a closure that may block.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        let call = PendingCall<Value>()
        return try await call.value {
            DispatchQueue(label: "firesteel.sqlite.open").async { call.run(body) }
        }
    }
}
