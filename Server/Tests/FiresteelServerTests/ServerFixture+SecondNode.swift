import DatabaseTestSupport
import Firesteel
import FiresteelDatabase
import FiresteelServer
import Logging

extension ServerFixture {
    /// Starts another node on the same database, which has nothing in memory.
    func withSecondNode(_ body: (ServerFixture) async throws -> Void) async throws {
        var configuration = FlagServer.Configuration()
        configuration.port = 0
        configuration.passwordCost = 10
        configuration.pollInterval = .milliseconds(50)
        configuration.shutdown = .milliseconds(200)
        let clock = clock
        configuration.clock = { clock.value }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let node = try await FlagServer.start(
            configuration, database: UnclosedDatabase(database),
            runtime: .flagServer(RuntimeConfiguration()), logger: logger)
        let second = ServerFixture(
            server: node, database: database, base: try Self.url("http://127.0.0.1:\(node.port)"), clock: clock)
        do {
            try await body(second)
        } catch {
            await node.stop()
            throw error
        }
        await node.stop()
    }
}

/// A database that another server closes.
private struct UnclosedDatabase: Database {
    let database: any Database

    init(_ database: any Database) { self.database = database }

    var dialect: DatabaseDialect { database.dialect }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value { try await database.read(body) }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value { try await database.write(body) }

    func migrate(to schema: DatabaseSchema) async throws -> [Int] { try await database.migrate(to: schema) }

    func close() async {}
}
