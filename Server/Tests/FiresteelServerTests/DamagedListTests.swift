import DatabaseTestSupport
import Firesteel
import FiresteelBase
import FiresteelDatabase
import FiresteelServer
import FiresteelStore
import Foundation
import HTTPTypes
import Logging
import Testing

@Suite("Lists with damaged rows", .timeLimit(.minutes(3)))
struct DamagedListTests {
    private static let root = "/api/v1/programs/documents"
    private static let databases: [DatabaseDialect] = [.sqlite, .postgres]

    /// Damages rows, and has the server read again who has which rights.
    private func damage(_ fixture: ServerFixture, _ statement: String, _ values: [DatabaseValue]) async throws {
        try await fixture.database.write { database in
            _ = try database.execute(statement, values)
            try CounterTable(database).countAccess()
        }
    }

    @Test("A damaged account is named, can't sign in, and hides no other", arguments: databases)
    func account(_ dialect: DatabaseDialect) async throws {
        try await ServerFixture.with(dialect) { fixture in
            let cookie = try await fixture.signInFirst()
            let tomas = try await fixture.invited("tomas@example.com", role: "admin", by: cookie)
            let id = try await fixture.account("tomas@example.com")
            try await damage(fixture, "UPDATE accounts SET is_administrator = 7 WHERE id = ?", [.text(id)])
            try await eventually { try await fixture.isSignedIn(tomas) == false }
            #expect(try await fixture.isSignedIn(cookie))
            let refused = try await fixture.signIn("tomas@example.com")
            let unknown = try await fixture.signIn("nobody@example.com")
            #expect(refused.status == 401 && refused.body == unknown.body)
            let accounts = try await fixture.send(.get, "/api/v1/accounts", cookie: cookie)
            #expect(accounts.status == 200 && accounts.json["damaged"] == [.string(id)])
            #expect(accounts.json["accounts"]?.arrayValue?.map { $0["email"] } == ["ines@example.com"])
            let people = try await fixture.send(.get, "\(Self.root)/people", cookie: cookie)
            #expect(people.status == 200 && people.json["damaged"] == [.string(id)])
            #expect(people.json["people"]?.arrayValue?.map { $0["email"] } == ["ines@example.com"])
            // It is removed with all that refers to it, and others aren't.
            for (account, status) in try [(await fixture.account("ines@example.com"), 422), (id, 204), (id, 404)] {
                let answer = try await fixture.send(.delete, "/api/v1/accounts/\(account)", cookie: cookie)
                #expect(answer.status == status)
            }
            let rest = try await fixture.send(.get, "/api/v1/accounts", cookie: cookie)
            #expect(rest.json["damaged"] == [] && rest.json["accounts"]?.arrayValue?.count == 1)
            _ = try await fixture.invited("tomas@example.com", role: "viewer", by: cookie)
        }
    }

    @Test("A damaged role is named and gives no rights until it is set again", arguments: databases)
    func role(_ dialect: DatabaseDialect) async throws {
        try await ServerFixture.with(dialect) { fixture in
            let cookie = try await fixture.signInFirst()
            let tomas = try await fixture.invited("tomas@example.com", role: "admin", by: cookie)
            let id = try await fixture.account("tomas@example.com")
            func mayRead() async throws -> Bool {
                try await fixture.send(.get, "\(Self.root)/items", cookie: tomas).status == 200
            }
            #expect(try await mayRead())
            try await damage(fixture, "UPDATE roles SET role = 'owner' WHERE account = ?", [.text(id)])
            try await eventually { try await !mayRead() }
            #expect(try await fixture.isSignedIn(tomas))
            let people = try await fixture.send(.get, "\(Self.root)/people", cookie: cookie)
            #expect(people.status == 200 && people.json["damaged"] == [.string("\(id) documents")])
            let set = try await fixture.send(
                .put, "\(Self.root)/people/\(id)", cookie: cookie, body: ["role": "viewer"])
            #expect(set.status == 204)
            #expect(try await mayRead())
            let repaired = try await fixture.send(.get, "\(Self.root)/people", cookie: cookie)
            #expect(repaired.json["damaged"] == [] && repaired.json["people"]?.arrayValue?.count == 2)
        }
    }

    @Test("The role of a damaged account can be taken, but not replaced", arguments: databases)
    func roleOfDamagedAccount(_ dialect: DatabaseDialect) async throws {
        try await ServerFixture.with(dialect) { fixture in
            let cookie = try await fixture.signInFirst()
            _ = try await fixture.invited("tomas@example.com", role: "editor", by: cookie)
            let id = try await fixture.account("tomas@example.com")
            try await damage(fixture, "UPDATE accounts SET is_disabled = 7 WHERE id = ?", [.text(id)])
            func set(_ role: JSONValue, of account: String) async throws -> Int {
                try await fixture.send(
                    .put, "\(Self.root)/people/\(account)", cookie: cookie, body: ["role": role]
                ).status
            }
            #expect(try await set("admin", of: id) >= 400)
            let before = try await fixture.send(.get, "\(Self.root)/people", cookie: cookie)
            #expect(before.json["damaged"] == [.string(id)])
            #expect(try await set(.null, of: id) == 204)
            let after = try await fixture.send(.get, "\(Self.root)/people", cookie: cookie)
            #expect(after.json["damaged"] == [])
            // It has no role any longer, and there is no account “other”.
            #expect(try await set(.null, of: id) == 404)
            #expect(try await set(.null, of: "other") == 404)
        }
    }

    @Test("A damaged session isn't a credential, and the others are listed", arguments: databases)
    func session(_ dialect: DatabaseDialect) async throws {
        try await ServerFixture.with(dialect) { fixture in
            let cookie = try await fixture.signInFirst()
            let other = try await fixture.signIn().session
            let hash = FiresteelStore.Secret.hash(String(other.dropFirst("firesteel=".count)))
            try await damage(fixture, "UPDATE sign_ins SET method = 'magic' WHERE hash = ?", [.text(hash)])
            try await eventually { try await fixture.isSignedIn(other) == false }
            let list = try await fixture.send(.get, "/api/v1/sessions", cookie: cookie)
            #expect(list.status == 200 && list.json["sessions"]?.arrayValue?.count == 1)
        }
    }

    @Test("A damaged change is named in the audit, which lists the others", arguments: databases)
    func changes(_ dialect: DatabaseDialect) async throws {
        try await ServerFixture.with(dialect) { fixture in
            let cookie = try await fixture.signInFirst()
            for flag in ["one", "two", "three"] {
                let answer = try await fixture.propose(flag, ServerFixture.edits(creating: flag), cookie: cookie)
                #expect(answer.json["result"] == "applied", "\(answer.json)")
            }
            try await damage(fixture, "UPDATE changes SET kind = 'gift' WHERE number = ?", [.int(1)])
            try await damage(fixture, "UPDATE changes SET body = '{' WHERE number = ?", [.int(2)])
            let list = try await fixture.send(.get, "\(Self.root)/changes", cookie: cookie)
            #expect(list.status == 200 && list.json["damaged"] == [1] && list.json["next"] == 0)
            #expect(list.json["changes"]?.arrayValue?.map { $0["number"] } == [3, 2])
            #expect(list.json["changes"]?.arrayValue?.map { $0["isShortened"] } == [false, true])
            // Damage has its own code, so that it isn't taken for another error.
            let one = try await fixture.send(.get, "\(Self.root)/changes/2", cookie: cookie)
            #expect(one.status == 500 && one.code == "damaged")
        }
    }

    @Test(
        "A damaged secret or count ends the start with its table, its row and what to do",
        arguments: [
            (
                "INSERT INTO settings (name, value) VALUES ('stream-secret', '')",
                "“stream-secret” of the table “settings”"
            ),
            ("UPDATE counters SET value = -1 WHERE name = 'access'", "“access” of the table “counters”"),
        ])
    func start(_ statement: String, _ row: String) async throws {
        try await withDatabase(.sqlite) { database in
            try await database.migrate(to: .server())
            _ = try await database.write { try $0.execute(statement, []) }
            var configuration = FlagServer.Configuration()
            configuration.port = 0
            let started = configuration
            let error = await #expect(throws: StoreError.self) {
                _ = try await FlagServer.start(
                    started, database: database, runtime: .flagServer(RuntimeConfiguration()),
                    logger: Logger(label: "test"))
            }
            let text = "\(try #require(error))"
            #expect(text.contains(row) && text.contains("firesteel-server verify"), "\(text)")
            let tables = try #require(try await Maintenance.verifyTables(database))
            #expect(tables.findings.count == 1 && tables.findings[0].contains(row), "\(tables.findings)")
        }
    }

    @Test(
        "A damaged rule about second factors requires them, and stops neither the start nor signing in nor flags",
        arguments: databases)
    func secondFactorRule(_ dialect: DatabaseDialect) async throws {
        try await ServerFixture.with(dialect) { fixture in
            _ = try await fixture.signInFirst()
            let token = try await fixture.token(.client)
            try await damage(
                fixture, "INSERT INTO settings (name, value) VALUES ('requires-second-factor', 'yes')", [])
            try await fixture.withSecondNode { node in
                let answer = try await node.signIn()
                #expect(answer.status == 200, "\(answer.json)")
                #expect(answer.json["secondFactor"]?["isMissing"] == true)
                let flags = try await node.send(.post, "/ofrep/v1/evaluate/flags", token: token, body: ["context": [:]])
                #expect(flags.status == 200, "\(flags.json)")
                // Setting it again repairs it.
                let person = answer.session
                _ = try await node.enableSecondFactor(person)
                let rules = "/api/v1/access-rules"
                let set = try await node.send(.put, rules, cookie: person, body: ["requiresSecondFactor": true])
                #expect(set.status == 204, "\(set.json)")
                let rule = try await node.database.read { try SettingTable($0).secondFactorRule() }
                #expect(rule.isRequired && rule.damaged.isEmpty)
            }
        }
    }

    @Test("A page is notified of a change that affects no environment")
    func event() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            var lines = try await fixture.follow(cookie: cookie)
            let first = try await lines.next()
            #expect(first?["change"] == 0)
            let answer = try await fixture.propose(
                "segment", [["kind": "segment", "name": "beta", "create": ["people": ["ada"]]]], cookie: cookie)
            #expect(answer.json["result"] == "applied", "\(answer.json)")
            let next = try await lines.next("change", above: 0)
            #expect(next?["change"] == 1)
        }
    }
}
