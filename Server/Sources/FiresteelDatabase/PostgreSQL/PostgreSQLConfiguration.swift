/// The limits of connections to PostgreSQL.
package struct PostgreSQLConfiguration: Sendable {
    /// The highest number of connections.
    package var maximumConnections = 8
    /// The time that a caller waits while others use all connections.
    package var waitLimit: Duration = .seconds(10)
    /// The time that an unreachable database is tried again before a caller is refused.
    ///
    /// Once that has passed, callers are refused after one attempt until the database is reached again.
    package var outageLimit: Duration = .seconds(2)
    /// The time that an unreachable database is tried again before a migration fails.
    package var startLimit: Duration = .seconds(10)
    /// The limit for one attempt to connect, in whole seconds.
    package var connectLimit: Duration = .seconds(5)
    /// The limit for one statement.
    package var statementLimit: Duration = .seconds(30)
    /// The limit for waiting for the locks of others, per statement.
    package var lockLimit: Duration = .seconds(5)
    /// The time that a transaction that conflicts with others is tried again.
    package var conflictLimit: Duration = .seconds(20)
    /// The limit for one statement of a migration, including the wait for the migrations of another node.
    package var migrationLimit: Duration = .seconds(600)
    /// The name by which the database's administrator recognizes the connections.
    package var applicationName = "firesteel-server"

    /// Creates the default limits.
    package init() {}
}
