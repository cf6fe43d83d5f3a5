import DatabaseTestSupport
import FiresteelDatabase

/// A database that several servers use, or whose writes fail while a test says so.
struct WrappedDatabase: Database {
    private let base: any Database
    private let isFailing: Shared<Bool>
    private let closes: Bool

    /// - Parameters:
    ///   - base: The database.
    ///   - isFailing: Whether writes fail.
    ///   - closes: Whether closing this closes the database.
    init(_ base: any Database, isFailing: Shared<Bool> = Shared(false), closes: Bool = true) {
        self.base = base
        self.isFailing = isFailing
        self.closes = closes
    }

    var dialect: DatabaseDialect { base.dialect }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value { try await base.read(body) }

    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        if isFailing.value { throw DatabaseError.closed }
        return try await base.write(body)
    }

    @discardableResult
    func migrate(to schema: DatabaseSchema) async throws -> [Int] { try await base.migrate(to: schema) }

    func close() async { if closes { await base.close() } }
}
