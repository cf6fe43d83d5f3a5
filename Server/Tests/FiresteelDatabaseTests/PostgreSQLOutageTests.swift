import DatabaseTestSupport
import FiresteelDatabase
import Testing

@Suite("Outages of PostgreSQL", .timeLimit(.minutes(3)))
struct PostgreSQLOutageTests {
    @Test("A commit that the server stored but could not confirm has an unknown outcome, and is not repeated")
    func unconfirmed() async throws {
        let cluster = try await PostgreSQLCluster.shared()
        let proxy = try SilencingProxy(server: cluster.port)
        let name = try await cluster.createDatabase()
        try await closing(PostgreSQLDatabase(url: cluster.url(name))) { direct in
            try await direct.migrate(to: .table)
            let database = try PostgreSQLDatabase(url: "postgres://postgres@127.0.0.1:\(proxy.port)/\(name)")
            let runs = Shared(0)
            let error = await #expect(throws: DatabaseError.self) {
                try await database.write { connection in
                    runs.change { $0 += 1 }
                    try connection.execute("INSERT INTO t VALUES ('k', 1, NULL)")
                }
            }
            await database.close()
            guard case .unknownOutcome = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(runs.value == 1)
            #expect(proxy.droppedCommits == 1)
            let rows = try await direct.read { try $0.query("SELECT k FROM t") }
            #expect(rows.count == 1)
        }
    }

    @Test("A server that is stopped and started again is reached by the callers that wait")
    func restart() async throws {
        let cluster = try await PostgreSQLCluster.start(isDurable: true)
        var patient = PostgreSQLConfiguration()
        patient.outageLimit = .seconds(60)
        try await withPostgreSQL(patient, on: cluster) { database in
            try await database.migrate(to: .table)
            try await database.write { try $0.execute("INSERT INTO t VALUES ('before', 1, NULL)") }
            try await cluster.stopImmediately()
            async let waiting = database.write { try $0.execute("INSERT INTO t VALUES ('during', 1, NULL)") }
            var configuration = PostgreSQLConfiguration()
            configuration.outageLimit = .milliseconds(200)
            let impatient = try PostgreSQLDatabase(url: cluster.url(), configuration: configuration)
            let error = await #expect(throws: DatabaseError.self) {
                try await impatient.write { try $0.execute("DELETE FROM t") }
            }
            await impatient.close()
            guard case .unreachable = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            try await cluster.startServer()
            #expect(try await waiting == 1)
            let keys = try await database.read { try $0.query("SELECT k FROM t ORDER BY k").map { try $0.text("k") } }
            #expect(keys == ["before", "during"])
        }
    }

    @Test("All callers are refused soon while the server can't be reached", arguments: [true, false])
    func outage(_ isSilent: Bool) async throws {
        // Nothing listens, or connections are established and nothing answers.
        let listener = try SilentListener(isListening: isSilent)
        var configuration = PostgreSQLConfiguration()
        configuration.maximumConnections = 2
        configuration.outageLimit = .milliseconds(100)
        // Beyond the time limit of the test.
        configuration.waitLimit = .seconds(600)
        configuration.connectLimit = .seconds(3)
        let url = "postgres://postgres@127.0.0.1:\(listener.port)/missing"
        try await closing(PostgreSQLDatabase(url: url, configuration: configuration)) { database in
            let errors = await withTaskGroup { group in
                for _ in 0..<50 {
                    group.addTask { () -> DatabaseError? in
                        do {
                            try await database.write { try $0.execute("DELETE FROM t") }
                            return nil
                        } catch {
                            return error as? DatabaseError
                        }
                    }
                }
                return await group.reduce(into: [DatabaseError?]()) { $0.append($1) }
            }
            #expect(errors.count == 50)
            for error in errors {
                guard case .unreachable? = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            }
            #expect(database.waitingCallers == 0)
            // One that is cancelled leaves.
            let task = Task { try await database.read { try $0.query("SELECT 1 AS n") } }
            task.cancel()
            await #expect(throws: (any Error).self) { try await task.value }
        }
    }

    @Test("After an outage callers wait for connections as before")
    func recovery() async throws {
        let cluster = try await PostgreSQLCluster.start(isDurable: false)
        var configuration = PostgreSQLConfiguration()
        configuration.maximumConnections = 2
        configuration.outageLimit = .milliseconds(200)
        configuration.waitLimit = .seconds(120)
        try await withPostgreSQL(configuration, on: cluster) { database in
            try await database.migrate(to: .table)
            try await cluster.stopImmediately()
            for _ in 0..<3 {
                await #expect(throws: DatabaseError.self) {
                    try await database.write { try $0.execute("DELETE FROM t") }
                }
            }
            try await cluster.startServer()
            // The first that reaches it ends the outage.
            try await eventually { (try? await database.read { try $0.query("SELECT 1 AS n") }) != nil }
            try await withThrowingTaskGroup { group in
                for number in 0..<30 {
                    group.addTask {
                        try await database.write {
                            try $0.execute("INSERT INTO t VALUES (?, 1, NULL)", DatabaseValue("\(number)"))
                        }
                    }
                }
                try await group.waitForAll()
            }
            let rows = try await database.read { try $0.query("SELECT COUNT(*) AS n FROM t") }
            #expect(try rows.first?.int("n") == 30)
        }
    }

    @Test("Processes that are killed during commits leave each change stored once, not at all, or unknown")
    func killed() async throws {
        let cluster = try await PostgreSQLCluster.start(isDurable: true)
        var patient = PostgreSQLConfiguration()
        patient.outageLimit = .seconds(60)
        let configuration = patient
        try await withPostgreSQL(configuration, on: cluster) { database in
            try await database.write { connection in
                // Without a unique key, a change that is applied twice is seen. Commits take a while, for the kills.
                try connection.execute("CREATE TABLE c (k TEXT)")
                try connection.execute(
                    "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS "
                        + "$$ BEGIN PERFORM pg_sleep(0.02); RETURN NULL; END $$")
                try connection.execute(
                    "CREATE CONSTRAINT TRIGGER w AFTER INSERT ON c DEFERRABLE INITIALLY DEFERRED "
                        + "FOR EACH ROW EXECUTE FUNCTION wait()")
            }
            let kills = Shared(0)
            let unknown = Shared(0)
            let numbers = Shared(0)
            let killer = Task {
                let observer = try PostgreSQLDatabase(url: cluster.url(), configuration: configuration)
                var last = 0
                // A commit may be complete when its process is killed.
                while kills.value < 3 || unknown.value == 0 {
                    let rows = try await observer.read {
                        try $0.query(
                            "SELECT pid FROM pg_stat_activity WHERE query = 'COMMIT' AND state = 'active' LIMIT 1")
                    }
                    // A killed process is listed until the others have ended.
                    guard let number = try rows.first?.int("pid"), number != last else { continue }
                    PostgreSQLCluster.killProcess(number)
                    last = number
                    kills.change { $0 += 1 }
                }
                await observer.close()
            }
            let outcomes = try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        var outcomes: [Int: [Int]] = [:]
                        // The last changes follow the last kill.
                        while kills.value < 3 || unknown.value == 0 || outcomes.count < 5 {
                            let number = numbers.change { $0 += 1 }
                            do {
                                try await database.write { connection in
                                    try connection.execute("INSERT INTO c VALUES (?)", DatabaseValue("\(number)"))
                                }
                                outcomes[number] = [1]
                            } catch DatabaseError.unknownOutcome {
                                outcomes[number] = [0, 1]
                                unknown.change { $0 += 1 }
                            } catch is DatabaseError {
                                outcomes[number] = [0]
                            }
                        }
                        return outcomes
                    }
                }
                return try await group.reduce(into: [Int: [Int]]()) { $0.merge($1) { first, _ in first } }
            }
            try await killer.value
            #expect(outcomes.values.contains([0, 1]))
            let rows = try await database.read { try $0.query("SELECT k, COUNT(*) AS n FROM c GROUP BY k") }
            let counts = try Dictionary(uniqueKeysWithValues: rows.map { (try $0.text("k"), try $0.int("n")) })
            for (number, permitted) in outcomes {
                #expect(permitted.contains(counts["\(number)"] ?? 0), "change \(number)")
            }
        }
    }
}
