package import FiresteelDatabase

/// A database whose statements a test observes, and may fail, or that several servers use.
package struct ObservedDatabase: Database {
    /// A statement with its arguments.
    package struct Statement: Sendable {
        package let sql: String
        package let arguments: [DatabaseValue]
        /// Whether its transaction writes.
        package let isWrite: Bool
    }

    package typealias Observer = @Sendable (Statement) throws -> Void

    private let base: any Database
    private let closes: Bool
    private let beforeWrite: @Sendable () async throws -> Void
    private let observe: Observer

    /// - Parameters:
    ///   - base: The database.
    ///   - closes: Whether closing this closes the database.
    ///   - beforeWrite: Called before each transaction that writes.
    ///   - observe: Called before each statement, which fails with the error that this throws.
    package init(
        _ base: any Database, closes: Bool = true, beforeWrite: @escaping @Sendable () async throws -> Void = {},
        observe: @escaping Observer = { _ in }
    ) {
        self.base = base
        self.closes = closes
        self.beforeWrite = beforeWrite
        self.observe = observe
    }

    package var dialect: DatabaseDialect { base.dialect }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        let observe = observe
        return try await base.read { try body(ObservedConnection(base: $0, isWrite: false, observe: observe)) }
    }

    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        try await beforeWrite()
        let observe = observe
        return try await base.write { try body(ObservedConnection(base: $0, isWrite: true, observe: observe)) }
    }

    @discardableResult
    package func migrate(to schema: DatabaseSchema) async throws -> [Int] { try await base.migrate(to: schema) }

    package func close() async { if closes { await base.close() } }
}

private struct ObservedConnection: DatabaseConnection {
    let base: any DatabaseConnection
    let isWrite: Bool
    let observe: ObservedDatabase.Observer

    var dialect: DatabaseDialect { base.dialect }

    @discardableResult
    func execute(_ sql: String, _ arguments: [DatabaseValue]) throws -> Int {
        try observe(ObservedDatabase.Statement(sql: sql, arguments: arguments, isWrite: isWrite))
        return try base.execute(sql, arguments)
    }

    func query(_ sql: String, _ arguments: [DatabaseValue]) throws -> [DatabaseRow] {
        try observe(ObservedDatabase.Statement(sql: sql, arguments: arguments, isWrite: isWrite))
        return try base.query(sql, arguments)
    }
}
