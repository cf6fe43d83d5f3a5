import DatabaseTestSupport
import FiresteelDatabase
import Testing

@Suite("PgBouncer in transaction mode", .timeLimit(.minutes(3)))
struct PgBouncerTests {
    @Test("Transactions of many connections share few of the server, and notifications never arrive")
    func transactions() async throws {
        let cluster = try await PostgreSQLCluster.shared()
        let port = try await cluster.startPgBouncer()
        let name = try await cluster.createDatabase()
        let database = try PostgreSQLDatabase(url: "postgres://postgres@127.0.0.1:\(port)/\(name)")
        try await closing(database) { database in
            try await database.migrate(to: .table)
            let processes = try await withThrowingTaskGroup { group in
                for number in 0..<50 {
                    group.addTask {
                        try await database.write { connection in
                            try connection.execute(
                                "INSERT INTO t VALUES (?, ?, NULL)", DatabaseValue("k\(number)"), DatabaseValue(number))
                            return try connection.query(
                                "SELECT pg_backend_pid() AS n, current_setting('statement_timeout') AS s")
                        }
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(Set(try processes.map { try $0.int("n") }).count <= 3)
            #expect(Set(try processes.map { try $0.text("s") }) == ["30s"])
            let rows = try await database.read { try $0.query("SELECT SUM(v) AS sum FROM t") }
            #expect(try rows.first?.int("sum") == 49 * 50 / 2)
            #expect(try await !database.notificationsArrive(within: .milliseconds(500)))
        }
    }
}
