import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelServer
import FiresteelStore
import Foundation
import HTTPTypes
import Synchronization
import Testing

/// A database that counts the reads of credentials.
private final class CountingDatabase: Database {
    struct Counts {
        var reads = 0
        var running = 0
        var most = 0
        var isHeld = false
    }

    let counts = Mutex(Counts())
    private let database: any Database

    init(_ database: any Database) { self.database = database }

    var dialect: DatabaseDialect { database.dialect }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        try await database.read { [self] connection in try body(CountingConnection(connection, self)) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value {
        try await database.write(body)
    }

    func migrate(to schema: DatabaseSchema) async throws -> [Int] { try await database.migrate(to: schema) }

    func close() async { await database.close() }
}

private struct CountingConnection: DatabaseConnection {
    let connection: any DatabaseConnection
    let database: CountingDatabase

    init(_ connection: any DatabaseConnection, _ database: CountingDatabase) {
        self.connection = connection
        self.database = database
    }

    var dialect: DatabaseDialect { connection.dialect }

    func execute(_ sql: String, _ arguments: [DatabaseValue]) throws -> Int {
        try connection.execute(sql, arguments)
    }

    func query(_ sql: String, _ arguments: [DatabaseValue]) throws -> [DatabaseRow] {
        guard sql.contains("hash IN") else { return try connection.query(sql, arguments) }
        database.counts.withLock { counts in
            counts.reads += 1
            counts.running += 1
            counts.most = max(counts.most, counts.running)
        }
        defer { database.counts.withLock { $0.running -= 1 } }
        return try connection.query(sql, arguments)
    }
}

@Suite("Unknown credentials", .timeLimit(.minutes(3)))
struct UnknownCredentialTests {
    private static func token(_ number: Int) -> String {
        let digits = String(number)
        return "fs_server_development_" + String(repeating: "x", count: 32 - digits.count) + digits
    }

    @Test("An unknown credential is looked up once", arguments: [DatabaseDialect.sqlite, .postgres])
    func once(dialect: DatabaseDialect) async throws {
        let counting = Shared<CountingDatabase?>(nil)
        try await ServerFixture.with(dialect) {
            $0.pollInterval = .seconds(600)
        } database: { database in
            let counted = CountingDatabase(database)
            counting.change { $0 = counted }
            return counted
        } _: { fixture in
            let database = try #require(counting.value)
            for _ in 0..<20 {
                let answer = try await fixture.send(.get, "/flags/v1/definitions", token: Self.token(1))
                #expect(answer.status == 401)
            }
            #expect(database.counts.withLock { $0.reads } == 1)
            let secret = "firesteel=" + String(repeating: "s", count: 32)
            for _ in 0..<20 {
                #expect(try await fixture.send(.get, "/api/v1/session", cookie: secret).status == 401)
            }
            #expect(database.counts.withLock { $0.reads } == 2)
            // Another node's new token is found.
            let token = try await fixture.token(.server)
            #expect(try await fixture.send(.get, "/flags/v1/definitions", token: token).status == 200)
        }
    }

    @Test("Many unknown credentials at once are looked up by one transaction at a time")
    func together() async throws {
        let counting = Shared<CountingDatabase?>(nil)
        try await ServerFixture.with {
            $0.pollInterval = .seconds(600)
        } database: { database in
            let counted = CountingDatabase(database)
            counting.change { $0 = counted }
            return counted
        } _: { fixture in
            try await withThrowingTaskGroup { group in
                for number in 0..<100 {
                    group.addTask {
                        try await fixture.send(.get, "/flags/v1/definitions", token: Self.token(number)).status
                    }
                }
                for try await status in group { #expect(status == 401) }
            }
            let counts = try #require(counting.value).counts.withLock { $0 }
            #expect(counts.most == 1)
            #expect(counts.reads <= 100)
        }
    }
}

@Suite("The clock", .timeLimit(.minutes(3)))
struct ClockTests {
    @Test("A clock that is set back loses no change, locks no one out and forgets no one")
    func setBack() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let token = try await fixture.token(.server)
            func propose(_ name: String) async throws -> ServerFixture.Answer {
                try await fixture.propose(name, ServerFixture.edits(creating: name), cookie: cookie)
            }
            func signIn() async throws -> Int {
                try await fixture.send(
                    .post, "/api/v1/session", body: ["email": "ines@example.com", "password": "not the password"],
                    fields: [.origin: fixture.base.absoluteString, .ownPage: "1"]
                ).status
            }
            #expect(try await propose("before").json["result"] == "applied")
            while try await signIn() != 429 {}
            fixture.clock.change { $0 -= 2 * 3_600_000 }
            #expect(try await signIn() == 401)
            let after = try await propose("after")
            #expect(after.json["result"] == "applied")
            #expect(after.json["change"]?["number"] == 2)
            let definitions = try await fixture.send(.get, "/flags/v1/definitions", token: token)
            #expect(definitions.status == 200)
            #expect(definitions.json["flags"]?["after"] != nil)
            let evaluation = try await fixture.send(
                .post, "/ofrep/v1/evaluate/flags/after", token: token, body: ["context": [:]])
            #expect(evaluation.json["value"] == true)
            let verification = try await Maintenance.verify(fixture.database)
            #expect(verification.allSatisfy { $0.findings.isEmpty })
        }
    }
}
