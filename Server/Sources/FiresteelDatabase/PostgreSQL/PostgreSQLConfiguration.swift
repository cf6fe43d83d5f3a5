/// The limits of connections to PostgreSQL.
public struct PostgreSQLConfiguration: Sendable {
    /// The highest number of connections.
    public var maximumConnections = 8
    /// How long a caller waits while others use all connections.
    public var waitLimit: Duration = .seconds(10)
    /// How long an unreachable database is tried again before a caller is refused.
    ///
    /// Once that has passed, callers are refused after one attempt until the database is reached again.
    public var outageLimit: Duration = .seconds(2)
    /// How long an unreachable database is tried again before a migration fails.
    public var startLimit: Duration = .seconds(10)
    /// How long one attempt to connect may take, in whole seconds.
    public var connectLimit: Duration = .seconds(5)
    /// How long one statement may take.
    public var statementLimit: Duration = .seconds(30)
    /// How long one statement may wait for the locks of others.
    public var lockLimit: Duration = .seconds(5)
    /// How long a transaction that conflicts with others is tried again.
    public var conflictLimit: Duration = .seconds(20)
    /// How long one statement of a migration may take, including the wait for the migrations of another node.
    public var migrationLimit: Duration = .seconds(600)
    /// The name by which the database's administrator recognizes the connections.
    public var applicationName = "firesteel-server"

    /// Creates the default limits.
    public init() {}
}
