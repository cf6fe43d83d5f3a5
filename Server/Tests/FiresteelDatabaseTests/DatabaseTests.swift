import DatabaseTestSupport
import Dispatch
import FiresteelDatabase
import Testing

/// A mistake of a closure.
struct ClosureError: Error {}

@Suite("Both databases", .timeLimit(.minutes(3)))
struct DatabaseTests {
    static let databases: [DatabaseDialect] = [.sqlite, .postgres]

    @Test("Values of every type are read as they were written", arguments: databases)
    func values(_ dialect: DatabaseDialect) async throws {
        let texts = ["", "text", "it's “quoted” ? $1 \\ '", "日本語 👩‍👩‍👧 e\u{301}", String(repeating: "x", count: 1_000_000)]
        let integers: [Int64] = [.min, -1, 0, 1, 1 << 40, .max]
        let doubles = [0, -1.5, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, 1e-300]
        let blobs: [[UInt8]] = [[], [0], Array(0...255), Array(repeating: 0xA5, count: 1_000_000)]
        var values: [(DatabaseValue, DatabaseValue, DatabaseValue, DatabaseValue)] = []
        for index in 0..<7 {
            values.append(
                (
                    index < integers.count ? .int(integers[index]) : nil, .double(doubles[index]),
                    index < texts.count ? .text(texts[index]) : nil, index < blobs.count ? .blob(blobs[index]) : nil
                ))
        }
        let expected = values
        try await withDatabase(dialect) { database in
            try await database.migrate(
                to: DatabaseSchema([
                    DatabaseMigration(
                        version: 1,
                        statements: [
                            "CREATE TABLE v (n INTEGER PRIMARY KEY, i BIGINT, d DOUBLE PRECISION, t TEXT, b BLOB)"
                        ])
                ]))
            try await database.write { connection in
                for (index, value) in expected.enumerated() {
                    let count = try connection.execute(
                        "INSERT INTO v VALUES (?, ?, ?, ?, ?)", DatabaseValue(index), value.0, value.1, value.2, value.3
                    )
                    #expect(count == 1)
                }
            }
            let rows = try await database.read { try $0.query("SELECT i, d, t, b FROM v ORDER BY n") }
            #expect(rows.count == expected.count)
            for (row, value) in zip(rows, expected) {
                #expect(try row["i"] == value.0)
                #expect(try row["d"] == value.1)
                // Equal texts may differ in their code points.
                #expect(try row.textIfPresent("t").map { Array($0.utf8) } == text(value.2).map { Array($0.utf8) })
                #expect(try row["b"] == value.3)
            }
        }
    }

    private func text(_ value: DatabaseValue) -> String? {
        if case .text(let text) = value { text } else { nil }
    }

    @Test("Expressions have the same values", arguments: databases)
    func expressions(_ dialect: DatabaseDialect) async throws {
        try await withTable(dialect) { database in
            try await database.write { connection in
                for index in 1...3 {
                    try connection.execute(
                        "INSERT INTO t VALUES (?, ?, ?)", DatabaseValue("k\(index)"),
                        DatabaseValue(index * 3_000_000_000),
                        nil)
                }
            }
            let row = try #require(
                try await database.read {
                    try $0.query(
                        """
                        SELECT COUNT(*) AS n, SUM(v) AS s, SUM(-v) AS m, AVG(v) AS a, MAX(k) AS k, 1 = 1 AS yes,
                        SUM(v - v) AS z, COALESCE(MAX(o), ?) AS o, 0.25 + 0.5 AS d FROM t
                        """, "none")
                }.first)
            #expect(try row.int("n") == 3)
            #expect(try row.int("s") == 18_000_000_000)
            #expect(try row.int("m") == -18_000_000_000)
            #expect(try row.int("z") == 0)
            #expect(try row.double("a") == 6_000_000_000)
            #expect(try row.double("d") == 0.75)
            #expect(try row.text("k") == "k3")
            #expect(try row.bool("yes"))
            #expect(try row.text("o") == "none")
        }
    }

    @Test("Question marks in literals, identifiers and comments aren't arguments", arguments: databases)
    func placeholders(_ dialect: DatabaseDialect) async throws {
        try await withDatabase(dialect) { database in
            let rows = try await database.read {
                try $0.query(
                    """
                    SELECT 'a?''?' AS a, CAST(? AS TEXT) AS "b?", -- ? and '
                    /* ? " */ CAST(? AS BIGINT) AS c
                    """, "second", 3)
            }
            let row = try #require(rows.first)
            #expect(try row.text("a") == "a?'?")
            #expect(try row.text("b?") == "second")
            #expect(try row.int("c") == 3)
        }
    }

    @Test("Texts are sorted by their bytes, and LIKE distinguishes case", arguments: databases)
    func collation(_ dialect: DatabaseDialect) async throws {
        let keys = ["a", "B", "_", "Z", "é", "z", "-a"]
        try await withTable(dialect) { database in
            try await database.write { connection in
                for key in keys { try connection.execute("INSERT INTO t VALUES (?, 0, NULL)", .text(key)) }
            }
            let sorted = try await database.read { connection in
                try connection.query("SELECT k FROM t ORDER BY k").map { try $0.text("k") }
            }
            #expect(sorted == keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
            let alike = try await database.read { connection in
                try connection.query("SELECT k FROM t WHERE k LIKE 'b%' OR k > ? ORDER BY k", "z").map {
                    try $0.text("k")
                }
            }
            #expect(alike == ["é"])
        }
    }

    @Test("A thrown error rolls back, and is thrown to the caller", arguments: databases)
    func rollback(_ dialect: DatabaseDialect) async throws {
        try await withTable(dialect) { database in
            await #expect(throws: ClosureError.self) {
                try await database.write { connection in
                    try connection.execute("INSERT INTO t VALUES ('k', 1, NULL)")
                    throw ClosureError()
                }
            }
            let rows = try await count(database)
            #expect(rows == 0)
        }
    }

    @Test("A violated constraint has its name, and ends the transaction even if it is caught", arguments: databases)
    func uniqueViolation(_ dialect: DatabaseDialect) async throws {
        try await withDatabase(dialect) { database in
            try await database.write { connection in
                try connection.execute(
                    "CREATE TABLE u (a BIGINT PRIMARY KEY, b BIGINT, c BIGINT, d BIGINT, UNIQUE (b, c))")
                try connection.execute("CREATE UNIQUE INDEX u_d ON u (d)")
                try connection.execute("INSERT INTO u VALUES (1, 1, 1, 1)")
            }
            for (values, constraint) in [
                ("(1, 2, 2, 2)", "u_pkey"), ("(2, 1, 1, 2)", "u_b_c_key"), ("(2, 2, 2, 1)", "u_d"),
            ] {
                await #expect(throws: DatabaseError.uniqueViolation(constraint: constraint)) {
                    try await database.write { connection in
                        try connection.execute("INSERT INTO u VALUES (9, 9, 9, 9)")
                        do {
                            try connection.execute("INSERT INTO u VALUES \(values)")
                        } catch {
                            // The transaction has failed nevertheless.
                        }
                    }
                }
            }
            let rows = try await database.read { try $0.query("SELECT COUNT(*) AS n FROM u") }
            #expect(try rows.first?.int("n") == 1)
        }
    }

    @Test("References are checked", arguments: databases)
    func foreignKeys(_ dialect: DatabaseDialect) async throws {
        try await withDatabase(dialect) { database in
            try await database.write { connection in
                try connection.execute("CREATE TABLE p (id BIGINT PRIMARY KEY)")
                try connection.execute("CREATE TABLE c (p BIGINT NOT NULL REFERENCES p (id))")
                try connection.execute("INSERT INTO p VALUES (1)")
                try connection.execute("INSERT INTO c VALUES (1)")
            }
            for statement in ["INSERT INTO c VALUES (2)", "DELETE FROM p"] {
                await #expect(throws: DatabaseError.foreignKeyViolation) {
                    try await database.write { try $0.execute(statement) }
                }
            }
        }
    }

    @Test("Rejected statements and values are errors with a message", arguments: databases)
    func statementErrors(_ dialect: DatabaseDialect) async throws {
        try await withTable(dialect) { database in
            for (statement, argument) in [("SELEKT ?", "a"), ("INSERT INTO t VALUES (?, NULL, NULL)", "k")] {
                let error = await #expect(throws: DatabaseError.self) {
                    try await database.write { try $0.execute(statement, .text(argument)) }
                }
                guard case .statement(let message) = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                #expect(!message.isEmpty)
            }
            await #expect(throws: DatabaseError.statement(message: "a text contains a NUL character")) {
                try await database.write { try $0.execute("INSERT INTO t VALUES (?, 0, NULL)", "a\0b") }
            }
            await #expect(throws: DatabaseError.unexpectedValue(column: "k", expected: "an integer", found: "a text")) {
                try await database.read { _ = try $0.query("SELECT 'x' AS k").first?.int("k") }
            }
        }
    }

    @Test("A read can't write", arguments: databases)
    func readOnly(_ dialect: DatabaseDialect) async throws {
        try await withTable(dialect) { database in
            let error = await #expect(throws: DatabaseError.self) {
                try await database.read { try $0.execute("INSERT INTO t VALUES ('k', 1, NULL)") }
            }
            guard case .readOnly = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            let rows = try await count(database)
            #expect(rows == 0)
        }
    }

    @Test("The number of affected rows is that of the statement", arguments: databases)
    func affectedRows(_ dialect: DatabaseDialect) async throws {
        try await withTable(dialect) { database in
            try await database.write { connection in
                #expect(try connection.execute("INSERT INTO t VALUES ('a', 1, NULL), ('b', 2, NULL)") == 2)
                #expect(try connection.execute("UPDATE t SET v = 3 WHERE k = 'c'") == 0)
                #expect(try connection.execute("CREATE TABLE other (n BIGINT)") == 0)
                #expect(try connection.execute("INSERT INTO t VALUES ('a', 1, NULL) ON CONFLICT (k) DO NOTHING") == 0)
                let rows = try connection.query("UPDATE t SET v = v + 1 RETURNING v")
                #expect(Set(try rows.map { try $0.int("v") }) == [2, 3])
                #expect(try connection.execute("DELETE FROM t") == 2)
            }
        }
    }

    @Test("200 concurrent increments are all applied", arguments: databases)
    func increments(_ dialect: DatabaseDialect) async throws {
        // On a busy machine the last of them waits for long.
        var configuration = PostgreSQLConfiguration()
        configuration.waitLimit = .seconds(120)
        configuration.outageLimit = .seconds(120)
        configuration.conflictLimit = .seconds(120)
        try await withTable(dialect, configuration) { database in
            try await database.write { try $0.execute("INSERT INTO t VALUES ('n', 0, NULL)") }
            try await withThrowingTaskGroup { group in
                for _ in 0..<200 {
                    group.addTask {
                        try await database.write { connection in
                            let value = try connection.query("SELECT v FROM t WHERE k = 'n'").first?.int("v") ?? 0
                            try connection.execute("UPDATE t SET v = ? WHERE k = 'n'", DatabaseValue(value + 1))
                        }
                    }
                }
                try await group.waitForAll()
            }
            let rows = try await database.read { try $0.query("SELECT v FROM t") }
            #expect(try rows.first?.int("v") == 200)
        }
    }

    @Test("A reader sees one snapshot while others write", arguments: databases)
    func snapshot(_ dialect: DatabaseDialect) async throws {
        try await withTable(dialect) { database in
            let hasRead = DispatchSemaphore(value: 0)
            let mayContinue = DispatchSemaphore(value: 0)
            async let counts = database.read { connection in
                let before = try connection.query("SELECT COUNT(*) AS n FROM t").first?.int("n")
                hasRead.signal()
                mayContinue.wait()
                return [before, try connection.query("SELECT COUNT(*) AS n FROM t").first?.int("n")]
            }
            try await Command.onThread { hasRead.wait() }
            try await database.write { try $0.execute("INSERT INTO t VALUES ('k', 1, NULL)") }
            #expect(try await count(database) == 1)
            mayContinue.signal()
            #expect(try await counts == [0, 0])
        }
    }

    @Test("A cancelled caller stops waiting, and its closure never runs", arguments: databases)
    func cancellation(_ dialect: DatabaseDialect) async throws {
        var configuration = PostgreSQLConfiguration()
        configuration.maximumConnections = 1
        try await withTable(dialect, configuration) { database in
            let hasBegun = DispatchSemaphore(value: 0)
            let mayEnd = DispatchSemaphore(value: 0)
            async let first = database.write { connection in
                hasBegun.signal()
                mayEnd.wait()
                return try connection.execute("INSERT INTO t VALUES ('first', 1, NULL)")
            }
            try await Command.onThread { hasBegun.wait() }
            let second = Task {
                try await database.write { try $0.execute("INSERT INTO t VALUES ('second', 1, NULL)") }
            }
            second.cancel()
            await #expect(throws: CancellationError.self) { try await second.value }
            mayEnd.signal()
            #expect(try await first == 1)
            let keys = try await database.read { try $0.query("SELECT k FROM t").map { try $0.text("k") } }
            #expect(keys == ["first"])
        }
    }

    @Test("A closed database rejects transactions", arguments: databases)
    func close(_ dialect: DatabaseDialect) async throws {
        try await withTable(dialect) { database in
            await database.close()
            await #expect(throws: DatabaseError.closed) { try await database.read { try $0.query("SELECT 1 AS n") } }
            await #expect(throws: DatabaseError.closed) { try await database.write { try $0.execute("DELETE FROM t") } }
        }
    }

    private func count(_ database: any Database) async throws -> Int? {
        try await database.read { try $0.query("SELECT COUNT(*) AS n FROM t").first?.int("n") }
    }
}

/// Calls a closure with a database that has the table `t`.
func withTable(
    _ dialect: DatabaseDialect, _ configuration: PostgreSQLConfiguration = PostgreSQLConfiguration(),
    _ body: (any Database) async throws -> Void
) async throws {
    try await withDatabase(dialect, configuration) { database in
        try await database.migrate(to: .table)
        try await body(database)
    }
}

extension DatabaseSchema {
    /// The table `t` of keys and values.
    static var table: DatabaseSchema {
        get throws {
            try DatabaseSchema([
                DatabaseMigration(
                    version: 1,
                    statements: ["CREATE TABLE t (k TEXT NOT NULL PRIMARY KEY, v BIGINT NOT NULL, o TEXT)"])
            ])
        }
    }
}
