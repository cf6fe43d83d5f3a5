import DatabaseTestSupport
import Dispatch
import FiresteelDatabase
import Testing

@Suite("PostgreSQL", .timeLimit(.minutes(3)))
struct PostgreSQLTests {
    @Test("A statement that takes too long is ended, and the connection remains usable")
    func statementTimeout() async throws {
        var configuration = PostgreSQLConfiguration()
        configuration.statementLimit = .milliseconds(100)
        configuration.maximumConnections = 1
        try await withPostgreSQL(configuration) { database in
            let error = await #expect(throws: DatabaseError.self) {
                try await database.read { try $0.query("SELECT pg_sleep(60)") }
            }
            guard case .timeout = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            let rows = try await database.read { try $0.query("SELECT 1 AS n") }
            #expect(try rows.first?.int("n") == 1)
        }
    }

    @Test("A lock that others hold for too long is an error")
    func lockTimeout() async throws {
        var configuration = PostgreSQLConfiguration()
        configuration.lockLimit = .milliseconds(100)
        try await withPostgreSQL(configuration) { database in
            try await database.migrate(to: .table)
            let isLocked = DispatchSemaphore(value: 0)
            let mayEnd = DispatchSemaphore(value: 0)
            async let first: Void = database.write { connection in
                try connection.execute("INSERT INTO t VALUES ('k', 1, NULL)")
                isLocked.signal()
                mayEnd.wait()
            }
            try await Command.onThread { isLocked.wait() }
            let error = await #expect(throws: DatabaseError.self) {
                try await database.write { try $0.execute("INSERT INTO t VALUES ('k', 2, NULL)") }
            }
            mayEnd.signal()
            try await first
            guard case .busy = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("Callers wait for a connection in order, and not longer than the limit")
    func exhaustion() async throws {
        // Waiting in order isn't limited by the time that a busy machine needs.
        try await wait(limit: .seconds(120), releases: true)
        try await wait(limit: .seconds(2), releases: false)
    }

    private func wait(limit: Duration, releases: Bool) async throws {
        var configuration = PostgreSQLConfiguration()
        configuration.maximumConnections = 1
        configuration.waitLimit = limit
        try await withPostgreSQL(configuration) { database in
            let order = Shared<[Int]>([])
            let hasBegun = DispatchSemaphore(value: 0)
            let mayEnd = DispatchSemaphore(value: 0)
            async let holder: Void = database.read { _ in
                hasBegun.signal()
                mayEnd.wait()
            }
            try await Command.onThread { hasBegun.wait() }
            try await withThrowingTaskGroup { group in
                for number in 1...5 {
                    group.addTask { try await database.read { _ in _ = order.change { $0.append(number) } } }
                    if releases { try await eventually { database.waitingCallers == number } }
                }
                if releases {
                    mayEnd.signal()
                    try await group.waitForAll()
                } else {
                    while let result = await group.nextResult() {
                        let error = #expect(throws: DatabaseError.self) { try result.get() }
                        #expect("\(try #require(error))".hasPrefix("Can't reach the database: all 1 connections"))
                    }
                    mayEnd.signal()
                }
            }
            try await holder
            #expect(order.value == (releases ? [1, 2, 3, 4, 5] : []))
        }
    }

    @Test("The socket of the server is an address as well")
    func socket() async throws {
        let cluster = try await PostgreSQLCluster.shared()
        let url = cluster.socketURL(try await cluster.createDatabase())
        try await closing(PostgreSQLDatabase(url: url)) { database in
            let rows = try await database.read {
                try $0.query(
                    "SELECT inet_client_addr() IS NULL AS is_local, current_setting('application_name') AS name")
            }
            #expect(try rows.first?.bool("is_local") == true)
            #expect(try rows.first?.text("name") == "firesteel-server")
        }
    }

    @Test("Errors of connections and addresses never contain the password")
    func passwords() async throws {
        var configuration = PostgreSQLConfiguration()
        configuration.outageLimit = .milliseconds(50)
        let cluster = try await PostgreSQLCluster.shared()
        let addresses = [
            "postgres://missing:pass%3Cword@127.0.0.1:\(cluster.port)/postgres",
            "postgres://postgres:pass%3Cword@127.0.0.1:\(cluster.port)/missing",
            "postgres://postgres:pass%3Cword@127.0.0.1:\(cluster.port)/postgres?sslmode=require",
            "postgres://postgres:pass%3Cword@127.0.0.1:1/postgres",
        ]
        for address in addresses {
            let database = try PostgreSQLDatabase(url: address, configuration: configuration)
            let error = await #expect(throws: DatabaseError.self) {
                try await database.read { try $0.query("SELECT 1 AS n") }
            }
            await database.close()
            let text = "\(try #require(error))"
            // The server of the tests has no certificate.
            let isTrusted = !address.contains("sslmode")
            #expect(text.hasPrefix(isTrusted ? "Can't reach the database: " : "Can't trust the database's server: "))
            #expect(!text.contains("pass"))
        }
        for address in [
            "postgres://user:pass%@host/name", "postgres://user:pass@[host",
            "postgres://user:pass@host/name?pass=word", "host=127.0.0.1 password=pass",
        ] {
            let error = #expect(throws: DatabaseError.self) { try PostgreSQLDatabase(url: address) }
            let text = "\(try #require(error))"
            #expect(text.hasPrefix("Can't use the database: the URL is invalid: "))
            #expect(!text.replacing("password", with: "").contains("pass"))
        }
    }

    @Test("A listener is notified when a transaction is committed, and not when it is rolled back")
    func notifications() async throws {
        try await withPostgreSQL { database in
            let channel = try NotificationChannel("revisions")
            #expect(try await database.notificationsArrive(within: .seconds(60)))
            let hints = Shared(0)
            let reader = Task { for await _ in database.listen(to: channel) { hints.change { $0 += 1 } } }
            // The first hint is that of the connection.
            try await eventually { hints.value == 1 }
            await #expect(throws: ClosureError.self) {
                try await database.write { connection in
                    try connection.notify(channel)
                    throw ClosureError()
                }
            }
            try await database.write { try $0.notify(channel) }
            try await eventually { hints.value == 2 }
            await database.close()
            await reader.value
            #expect(hints.value == 2)
        }
        #expect(throws: DatabaseError.self) { try NotificationChannel("a\"; DROP TABLE t") }
    }

    @Test("A listener reconnects, and reports that it may have missed notifications")
    func listenerReconnects() async throws {
        try await withPostgreSQL { database in
            let hints = Shared(0)
            let channel = try NotificationChannel("revisions")
            let reader = Task { for await _ in database.listen(to: channel) { hints.change { $0 += 1 } } }
            for number in 1...2 {
                try await eventually { hints.value == number }
                _ = try await database.read {
                    try $0.query(
                        """
                        SELECT pg_terminate_backend(pid) AS done FROM pg_stat_activity
                        WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()
                        """)
                }
            }
            try await eventually { hints.value >= 3 }
            reader.cancel()
            await reader.value
        }
    }

    @Test("A connection that was ended while it was idle, or within a transaction, is replaced")
    func terminated() async throws {
        var configuration = PostgreSQLConfiguration()
        configuration.maximumConnections = 1
        try await withPostgreSQL(configuration) { database in
            try await database.migrate(to: .table)
            try await withPostgreSQL { other in
                let attempts = Shared(0)
                try await database.write { connection in
                    let number = try connection.query("SELECT pg_backend_pid() AS n").first?.int("n") ?? 0
                    try connection.execute("INSERT INTO t VALUES (?, 1, NULL)", DatabaseValue("\(number)"))
                    let attempt = attempts.change { $0 += 1 }
                    if attempt == 1 {
                        PostgreSQLCluster.terminateProcess(number)
                        // The end of the connection is seen by the next statement at the earliest.
                        while true { _ = try connection.query("SELECT pg_sleep(0.01)") }
                    }
                }
                #expect(attempts.value == 2)
                let rows = try await database.read {
                    try $0.query("SELECT k, pg_backend_pid() AS n FROM t")
                }
                #expect(rows.count == 1)
                let number = try #require(try rows.first?.int("n"))
                PostgreSQLCluster.terminateProcess(number)
                try await eventually {
                    try await other.read {
                        try $0.query("SELECT 1 AS n FROM pg_stat_activity WHERE pid = ?", DatabaseValue(number)).isEmpty
                    }
                }
                let next = try await database.write { try $0.query("SELECT pg_backend_pid() AS n").first?.int("n") }
                #expect(next != number)
            }
        }
    }
}
