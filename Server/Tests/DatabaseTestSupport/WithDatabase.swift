package import FiresteelDatabase
import Foundation

/// Calls a closure with a new, empty folder, which is removed afterwards.
package func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "firesteel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}

/// Calls a closure with a new, empty database, which is closed afterwards.
package func withDatabase(
    _ dialect: DatabaseDialect, _ configuration: PostgreSQLConfiguration = PostgreSQLConfiguration(),
    _ body: (any Database) async throws -> Void
) async throws {
    switch dialect {
    case .sqlite:
        try await withFolder { folder in
            try await closing(SQLiteDatabase.open(folder: "\(folder)/data"), body)
        }
    case .postgres:
        try await withPostgreSQL(configuration) { database in try await body(database) }
    }
}

/// Calls a closure with a new, empty PostgreSQL database, which is closed afterwards.
package func withPostgreSQL(
    _ configuration: PostgreSQLConfiguration = PostgreSQLConfiguration(), on cluster: PostgreSQLCluster? = nil,
    _ body: (PostgreSQLDatabase) async throws -> Void
) async throws {
    let server = if let cluster { cluster } else { try await PostgreSQLCluster.shared() }
    let database = try PostgreSQLDatabase(
        url: server.url(try await server.createDatabase()), configuration: configuration)
    try await closing(database, body)
}

/// Calls a closure with a database, and closes it afterwards.
package func closing<Value: Database>(_ database: Value, _ body: (Value) async throws -> Void) async throws {
    do {
        try await body(database)
    } catch {
        await database.close()
        throw error
    }
    await database.close()
}

/// Waits until a condition is true, checking it repeatedly; the time limit of the test ends the wait.
package func eventually(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { try await Task.sleep(for: .milliseconds(5)) }
}
