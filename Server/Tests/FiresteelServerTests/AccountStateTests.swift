import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelServer
import FiresteelStore
import Foundation
import HTTPTypes
import Testing

@Suite("Disabled accounts, password links and sessions that end", .timeLimit(.minutes(3)))
struct AccountStateTests {
    private func setState(
        _ fixture: ServerFixture, _ cookie: String, _ email: String, _ isDisabled: Bool
    ) async throws -> ServerFixture.Answer {
        try await fixture.send(
            .put, "/api/v1/accounts/\(try await fixture.account(email))/state", cookie: cookie,
            body: ["isDisabled": .bool(isDisabled)])
    }

    @Test("A disabled account's sessions end, its tokens are listed, and it can be enabled again")
    func disabled() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let tomas = try await fixture.invited("tomas@example.com", role: "admin", by: cookie)
            let created = try await fixture.send(
                .post, "/api/v1/programs/documents/tokens", cookie: tomas,
                body: ["name": "Nightly", "kind": "admin", "role": "viewer", "environment": "development"])
            let token = try #require(created.json["token"]?.stringValue)
            #expect(try await setState(fixture, tomas, "ines@example.com", true).status == 403)
            let answer = try await setState(fixture, cookie, "tomas@example.com", true)
            #expect(answer.status == 200)
            #expect(
                answer.json["tokens"]?[0]?["name"] == "Nightly" && answer.json["tokens"]?[0]?["program"] == "documents")
            #expect(try await fixture.isSignedIn(tomas) == false)
            let refused = try await fixture.signIn("tomas@example.com")
            let unknown = try await fixture.signIn("nobody@example.com")
            #expect(refused.status == 401 && refused.body == unknown.body)
            let items = "/api/v1/programs/documents/items"
            #expect(try await fixture.send(.get, items, token: token).status == 200)
            let people = try await fixture.send(.get, "/api/v1/programs/documents/people", cookie: cookie).json
            #expect(people["people"]?.arrayValue?.contains { $0["isDisabled"] == true } == true)
            let accounts = try await fixture.send(.get, "/api/v1/accounts", cookie: cookie).json["accounts"]
            let listed = try #require(accounts?.arrayValue?.first { $0["email"] == "tomas@example.com" })
            #expect(listed["isDisabled"] == true && listed["tokens"]?.arrayValue?.count == 1)
            #expect(try await setState(fixture, cookie, "tomas@example.com", false).status == 200)
            #expect(try await fixture.isSignedIn(tomas) == false)
            #expect(try await fixture.signIn("tomas@example.com").status == 200)
            let events = try await fixture.events(cookie)
            #expect(events.contains("accountDisabled") && events.contains("accountEnabled"))
        }
    }

    @Test(
        "Administrators can't disable themselves or the last administrator",
        arguments: [DatabaseDialect.sqlite, .postgres])
    func lastAdministrator(_ dialect: DatabaseDialect) async throws {
        try await ServerFixture.with(dialect) { fixture in
            let cookie = try await fixture.signInFirst()
            #expect(try await setState(fixture, cookie, "ines@example.com", true).status == 422)
            let tomas = try await fixture.invited("tomas@example.com", role: "viewer", by: cookie)
            _ = try await Maintenance.change([.makeAdministrator], of: "tomas@example.com", fixture.database)
            try await eventually { try await fixture.send(.get, "/api/v1/accounts", cookie: tomas).status == 200 }
            // Both at the same time: one of them remains.
            async let first = setState(fixture, cookie, "tomas@example.com", true)
            async let second = setState(fixture, tomas, "ines@example.com", true)
            let statuses = try await [first.status, second.status]
            #expect(statuses.filter { $0 == 200 }.count == 1, "\(statuses)")
            let enabled = try await fixture.database.read { try AccountTable($0).all().filter { !$0.isDisabled } }
            #expect(enabled.count == 1)
        }
    }

    @Test("Another node ends the sessions of a disabled account as well")
    func otherNode() async throws {
        try await ServerFixture.with(.postgres) { fixture in
            try await fixture.withSecondNode { other in
                let cookie = try await fixture.signInFirst()
                let tomas = try await fixture.invited("tomas@example.com", role: "editor", by: cookie)
                #expect(try await other.isSignedIn(tomas))
                #expect(try await setState(fixture, cookie, "tomas@example.com", true).status == 200)
                try await eventually { try await other.isSignedIn(tomas) == false }
            }
        }
    }

    @Test("A link resets a password once, within an hour, and ends all sessions but no second factor")
    func passwordReset() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let tomas = try await fixture.invited("tomas@example.com", role: "editor", by: cookie)
            let app = try await fixture.enableSecondFactor(tomas)
            let path = "/api/v1/accounts/\(try await fixture.account("tomas@example.com"))/password-reset"
            func create() async throws -> JSONValue {
                let created = try await fixture.send(.post, path, cookie: cookie)
                #expect(created.status == 201)
                return created.json["code"] ?? .null
            }
            func reset(_ code: JSONValue, _ password: JSONValue) async throws -> Int {
                try await fixture.send(
                    .post, "/api/v1/password-resets", body: ["code": code, "password": password],
                    fields: fixture.ownFields
                ).status
            }
            #expect(try await fixture.send(.post, path, cookie: tomas).status == 403)
            let replaced = try await create()
            let code = try await create()
            #expect(try await reset(replaced, "staple a battery to it") == 403)
            #expect(try await reset(code, "password1234") == 422)
            #expect(try await fixture.isSignedIn(tomas))
            #expect(try await reset(code, "staple a battery to it") == 204)
            #expect(try await fixture.isSignedIn(tomas) == false)
            #expect(try await reset(code, "staple a battery to it") == 403)
            #expect(try await fixture.signIn("tomas@example.com").code == "wrong-password")
            #expect(try await fixture.signIn("tomas@example.com", "staple a battery to it").code == "code-required")
            let signedIn = try await fixture.signIn(
                "tomas@example.com", "staple a battery to it", code: app.recoveryCodes[0])
            #expect(signedIn.status == 200)
            let late = try await create()
            fixture.clock.change { $0 += 61 * 60_000 }
            #expect(try await reset(late, "staple another battery") == 403)
            let log = try await fixture.send(.get, "/api/v1/access-log", cookie: cookie).json
            let entry = log["entries"]?.arrayValue?.first { $0["event"] == "passwordReset" }
            #expect(entry?["details"]?.stringValue?.hasPrefix("By a link of Ines Falk, from 127.0.0.1") == true)
            #expect(!log.json().contains(code.stringValue ?? ""))
        }
    }

    @Test("An administrator ends all sessions of a person")
    func endSessions() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let tomas = try await fixture.invited("tomas@example.com", role: "editor", by: cookie)
            let path = "/api/v1/accounts/\(try await fixture.account("tomas@example.com"))/sessions"
            #expect(try await fixture.send(.delete, path, cookie: cookie).status == 204)
            #expect(try await fixture.isSignedIn(tomas) == false)
            #expect(try await fixture.send(.delete, "/api/v1/accounts/nobody/sessions", cookie: cookie).status == 404)
        }
    }

    @Test("A session that isn't used ends, and one that is used doesn't before its maximum lifetime")
    func idle() async throws {
        try await ServerFixture.with(configure: { $0.sessionIdle = .seconds(3_600) }) { fixture in
            let used = try await fixture.signInFirst()
            let unused = try await fixture.signIn().session
            for _ in 0..<3 {
                fixture.clock.change { $0 += 40 * 60_000 }
                #expect(try await fixture.isSignedIn(used))
            }
            #expect(try await fixture.isSignedIn(unused) == false)
            try await fixture.server.storeUses()
            let sessions = try await fixture.send(.get, "/api/v1/sessions", cookie: used).json
            #expect(sessions["sessions"]?.arrayValue?.count == 1 && sessions["idle"] == 3_600_000)
            var elapsed = 120
            while elapsed < 14 * 24 * 60 - 60 {
                fixture.clock.change { $0 += 50 * 60_000 }
                elapsed += 50
                guard try await fixture.isSignedIn(used) else {
                    Issue.record("The session ended after \(elapsed) minutes.")
                    break
                }
            }
            fixture.clock.change { $0 += 59 * 60_000 }
            #expect(try await fixture.isSignedIn(used) == false)
        }
    }

    @Test("Times of use that can't be stored are stored later")
    func storedUses() async throws {
        let isFailing = Shared(false)
        try await ServerFixture.with(database: {
            ObservedDatabase($0, beforeWrite: { if isFailing.value { throw DatabaseError.closed } })
        }) { fixture in
            let cookie = try await fixture.signInFirst()
            let other = try await fixture.signIn().session
            fixture.clock.change { $0 += 60_000 }
            let now = fixture.clock.value
            #expect(try await fixture.isSignedIn(cookie))
            isFailing.change { $0 = true }
            await #expect(throws: DatabaseError.self) { try await fixture.server.storeUses() }
            isFailing.change { $0 = false }
            // The node forgets who is signed in.
            #expect(try await fixture.send(.delete, "/api/v1/session", cookie: other).status == 204)
            fixture.clock.change { $0 += 60_000 }
            try await fixture.server.storeUses()
            let hash = Secret.hash(String(cookie.dropFirst("firesteel=".count)))
            let signIn = try await fixture.database.read {
                try SignInTable($0).signIns([hash], at: now, idle: Int64.max / 2)
            }
            #expect(signIn.first?.lastSeen == now)
        }
    }

    @Test("A confirmation makes no node read all tokens again")
    func confirmation() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let before = try await fixture.database.read { try CounterTable($0).counts() }
            let confirmed = try await fixture.send(
                .post, "/api/v1/session/confirmation", cookie: cookie,
                body: ["password": .string(ServerFixture.password)])
            #expect(confirmed.status == 204)
            let after = try await fixture.database.read { try CounterTable($0).counts() }
            #expect(after.access == before.access && after.sessions == before.sessions + 1)
        }
    }
}
