import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTP
import FiresteelServer
import FiresteelStore
import Foundation
import HTTPTypes
import Testing

@Suite("Settings of a program", .timeLimit(.minutes(3)))
struct ProgramSettingTests {
    private static let root = "/api/v1/programs/documents"

    private func remove(
        _ environment: String, named name: String, _ fixture: ServerFixture, cookie: String
    ) async throws -> ServerFixture.Answer {
        try await fixture.send(
            .post, "\(Self.root)/environments/\(environment)/removal", cookie: cookie, body: ["name": .string(name)])
    }

    private func unprotect(
        _ environment: String, named name: String, _ fixture: ServerFixture, cookie: String
    ) async throws {
        let answer = try await fixture.send(
            .put, "\(Self.root)/environments/\(environment)", cookie: cookie,
            body: ["name": .string(name), "protection": "none"])
        #expect(answer.status == 204)
    }

    /// Creates a flag in development, a schedule there, and a request in production.
    private func prepare(_ fixture: ServerFixture, cookie: String) async throws {
        let created = try await fixture.propose("create", ServerFixture.edits(creating: "export"), cookie: cookie)
        #expect(created.json["result"] == "applied")
        let later = try await fixture.send(
            .post, "\(Self.root)/changes", cookie: cookie,
            body: [
                "id": "later", "reason": "Tonight", "due": .int(Int(fixture.clock.value + 3_600_000)),
                "edits": [
                    [
                        "kind": "targeting", "name": "export", "environment": "development", "base": 1,
                        "set": ["isOn": false],
                    ]
                ],
            ])
        #expect(later.json["result"] == "scheduled")
        let requested = try await fixture.propose(
            "request",
            [
                [
                    "kind": "targeting", "name": "export", "environment": "production",
                    "create": ["isOn": true, "otherwise": ["variant": "on"]],
                ]
            ], cookie: cookie)
        #expect(requested.json["result"] == "requested")
    }

    /// Returns the environments of the program with their revisions.
    private func revisions(_ fixture: ServerFixture, cookie: String) async throws -> [String: Int] {
        let items = try await fixture.send(.get, "\(Self.root)/items", cookie: cookie).json
        let environments = items["program"]?["environments"]?.arrayValue ?? []
        return environments.reduce(into: [:]) { $0[$1["id"]?.stringValue ?? ""] = $1["revision"]?.intValue }
    }

    private func findings(_ fixture: ServerFixture) async throws -> [String] {
        try await fixture.database.read { database in
            let program = try #require(try ProgramTable(database).program("documents"))
            return try Verification(of: program, in: database).findings
        }
    }

    @Test(
        "An environment is removed with its rules, tokens and schedules, and can be restored",
        arguments: [DatabaseDialect.sqlite, .postgres])
    func removal(_ dialect: DatabaseDialect) async throws {
        try await ServerFixture.with(dialect) { fixture in
            let cookie = try await fixture.signInFirst()
            try await prepare(fixture, cookie: cookie)
            let token = try await fixture.token(.server)
            let definitions = try await fixture.send(.get, "/flags/v1/definitions?eventStreams=1", token: token)
            let path = try #require(
                definitions.json["eventStreams"]?[0]?["endpoint"]?["requestUri"]?.stringValue)
            let stream = try await URLSessionTransport().stream(
                HTTPRequestMessage(.get, try ServerFixture.url("\(fixture.base.absoluteString)\(path)")))

            #expect(try await remove("development", named: "development", fixture, cookie: cookie).status == 422)
            #expect(try await remove("development", named: "Development", fixture, cookie: cookie).status == 204)
            // Its body ends; without an end the test exceeds its time.
            for try await _ in stream.body {}
            #expect(try await fixture.send(.get, "/flags/v1/definitions", token: token).status == 401)
            #expect(try await fixture.send(.get, path).status == 404)
            #expect(try await revisions(fixture, cookie: cookie) == ["staging": 1, "production": 1])
            let requests = try await fixture.send(.get, "\(Self.root)/requests", cookie: cookie).json
            let states = (requests["requests"]?.arrayValue ?? []).map { [$0["id"], $0["state"]] }
            #expect(states.contains(["later", "failed"]) && states.contains(["request", "pending"]))
            let items = try await fixture.send(.get, "\(Self.root)/items", cookie: cookie).json["items"]?.arrayValue
            #expect(items?.map { $0["kind"] } == ["flag"])
            let change = try await fixture.send(.get, "\(Self.root)/changes/2", cookie: cookie).json
            #expect(change["reason"] == "Environment “Development” removed")
            #expect(change["author"]?["name"] == "Ines Falk")
            #expect(change["differences"]?[0]?["after"] == .null)
            let log = try await fixture.send(.get, "\(Self.root)/access-log", cookie: cookie).json
            let entry = log["entries"]?.arrayValue?.first { $0["event"] == "environmentRemoved" }
            #expect(entry?["details"] == "Development: 1 token revoked")
            #expect(try await findings(fixture) == [])
            #expect(try await remove("development", named: "Development", fixture, cookie: cookie).status == 404)

            // Another one with the identifier continues its revisions, and has the rules again once the change is reverted.
            let added = try await fixture.send(
                .post, "\(Self.root)/environments", cookie: cookie,
                body: ["id": "development", "name": "Development", "protection": "none"])
            #expect(added.status == 204)
            #expect(try await revisions(fixture, cookie: cookie)["development"] == 2)
            let reverted = try await fixture.send(
                .post, "\(Self.root)/changes/2/reversal", cookie: cookie,
                body: ["id": "revert", "reason": "Back", "overridesLater": false])
            #expect(reverted.json["result"]?["result"] == "applied", "\(reverted.json)")
            #expect(try await revisions(fixture, cookie: cookie)["development"] == 3)
            #expect(try await fixture.send(.get, "/flags/v1/definitions", token: token).status == 401)
            let other = try await fixture.token(.server)
            let restored = try await fixture.send(.get, "/flags/v1/definitions", token: other)
            #expect(restored.json["flags"]?["export"] != nil)
            #expect(try await findings(fixture) == [])
        }
    }

    @Test("Pages are notified of the removal of an environment without rules, by a change without differences")
    func removalWithoutRules() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            var lines = try await fixture.follow(cookie: cookie)
            let first = try await lines.next()
            #expect(first?["change"] == 0)
            #expect(try await remove("development", named: "Development", fixture, cookie: cookie).status == 204)
            let next = try await lines.next("change", above: 0)
            #expect(next?["change"] == 1)
            let change = try await fixture.send(.get, "\(Self.root)/changes/1", cookie: cookie).json
            #expect(change["reason"] == "Environment “Development” removed" && change["differences"] == [])
            #expect(change["revisions"] == ["development": 1])
            let list = try await fixture.send(.get, "\(Self.root)/changes", cookie: cookie).json
            #expect(list["changes"]?.arrayValue?.map { $0["number"] } == [1])
            let reversal = try await fixture.send(
                .post, "\(Self.root)/changes/1/reversal", cookie: cookie,
                body: ["id": "revert", "reason": "Back", "overridesLater": false])
            #expect(reversal.status == 409 && reversal.code == "nothing-to-revert")
            #expect(try await findings(fixture) == [])
            // Its identifier continues its revisions.
            let added = try await fixture.send(
                .post, "\(Self.root)/environments", cookie: cookie,
                body: ["id": "development", "name": "Development", "protection": "none"])
            #expect(added.status == 204)
            #expect(try await revisions(fixture, cookie: cookie)["development"] == 1)
            #expect(try await findings(fixture) == [])
        }
    }

    @Test("A protected environment, the last one, and a missing one aren't removed")
    func refusedRemoval() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            for (environment, name) in [("staging", "Staging"), ("production", "Production")] {
                let refused = try await remove(environment, named: name, fixture, cookie: cookie)
                #expect(refused.status == 422)
                #expect(refused.json["error"]?["message"]?.stringValue?.contains("is protected") == true)
                try await unprotect(environment, named: name, fixture, cookie: cookie)
            }
            #expect(try await remove("other", named: "Other", fixture, cookie: cookie).status == 404)
            #expect(try await remove("development", named: "Development", fixture, cookie: cookie).status == 204)
            #expect(try await remove("production", named: "Production", fixture, cookie: cookie).status == 204)
            let last = try await remove("staging", named: "Staging", fixture, cookie: cookie)
            #expect(last.status == 422)
            #expect(last.json["error"]?["message"]?.stringValue?.contains("only environment") == true)
            #expect(try await revisions(fixture, cookie: cookie) == ["staging": 0])
            #expect(try await findings(fixture) == [])
        }
    }

    @Test("Only a person who confirmed the password lately removes an environment, and no token renames a program")
    func rights() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let token = try await fixture.token(.admin, role: .admin)
            let calls: [(HTTPRequest.Method, String)] = [
                (.post, "\(Self.root)/environments/development/removal"), (.put, Self.root),
            ]
            for (method, path) in calls {
                let answer = try await fixture.send(method, path, token: token, body: ["name": "Development"])
                #expect(answer.status == 403, "\(path): \(answer.json)")
            }
            fixture.clock.change { $0 += 31 * 60_000 }
            let late = try await remove("development", named: "Development", fixture, cookie: cookie)
            #expect(late.status == 403 && late.code == "confirmation-required")
            #expect(try await revisions(fixture, cookie: cookie).count == 3)
        }
    }

    @Test("A renamed program has its new name everywhere, and its identifier")
    func renaming() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            func rename(_ name: String) async throws -> Int {
                try await fixture.send(.put, Self.root, cookie: cookie, body: ["name": .string(name)]).status
            }
            #expect(try await rename("") == 422)
            #expect(try await rename(String(repeating: "a", count: 101)) == 422)
            for refused in [
                "  ", "\u{200B}", "\u{200D}", "\u{3164}", "\u{2800}", "Pa\u{202E}pers", "Pa\npers", "Pa\u{2028}pers",
                "a" + String(repeating: "\u{301}", count: 200),
            ] {
                #expect(try await rename(refused) == 422, "\(refused.unicodeScalars.map(\.value))")
            }
            #expect(try await rename(" Papers ") == 204)
            // The same name again isn't an event.
            #expect(try await rename("Papers") == 204)
            let items = try await fixture.send(.get, "\(Self.root)/items", cookie: cookie).json
            #expect(items["program"]?["name"] == "Papers" && items["program"]?["id"] == "documents")
            let session = try await fixture.send(.get, "/api/v1/session", cookie: cookie).json
            let names = (session["programs"]?.arrayValue ?? []).map { $0["name"] }
            #expect(names.contains("Papers") && !names.contains("Documents"))
            let log = try await fixture.send(.get, "\(Self.root)/access-log", cookie: cookie).json
            let entries = (log["entries"]?.arrayValue ?? []).filter { $0["event"] == "programRenamed" }
            #expect(entries.map { $0["details"] } == ["Documents: Papers"])
        }
    }

    @Test("A program that isn't there has no retention")
    func unknownRetention() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            #expect(try await fixture.send(.get, "\(Self.root)/retention", cookie: cookie).status == 200)
            #expect(try await fixture.send(.get, "/api/v1/programs/nope/retention", cookie: cookie).status == 404)
        }
    }

    @Test("Everyone with a role sees for how long reports and figures are stored")
    func retention() async throws {
        try await ServerFixture.with {
            $0.retention.sessionDays = 7
        } _: { fixture in
            let viewer = try await fixture.token(.admin, role: .viewer)
            let answer = try await fixture.send(.get, "\(Self.root)/retention", token: viewer)
            #expect(answer.status == 200)
            #expect(answer.json["sessionDays"] == 7 && answer.json["reportDays"] == 90)
            #expect(answer.json["countDays"] == 396 && answer.json["hourlyDays"] == 14)
        }
    }

    @Test("An administrator of the server sets the retention, within its limits")
    func setRetention() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            func set(_ sessions: JSONValue, _ reports: JSONValue, _ counts: JSONValue) async throws -> Int {
                let body: JSONValue = ["sessionDays": sessions, "reportDays": reports, "countDays": counts]
                return try await fixture.send(.put, "/api/v1/retention", cookie: cookie, body: body).status
            }
            #expect(try await set(10, 20, 3_650) == 204)
            for (sessions, reports, counts) in [
                (0, 20, 30), (10, 20, 3_651), (10, 31, 30), (31, 20, 30), ("10", 20, 30),
            ]
                as [(JSONValue, JSONValue, JSONValue)]
            {
                #expect(try await [400, 422].contains(set(sessions, reports, counts)))
            }
            let read = try await fixture.send(.get, "\(Self.root)/retention", cookie: cookie).json
            #expect(read["sessionDays"] == 10 && read["reportDays"] == 20 && read["countDays"] == 3_650)
            #expect(read["hourlyDays"] == 14)
            let log = try await fixture.send(.get, "/api/v1/access-log", cookie: cookie).json
            let entries = (log["entries"]?.arrayValue ?? []).filter { $0["event"] == "retentionSet" }
            #expect(entries.map { $0["details"] } == ["sessions 10, reports 20, figures 3650 days"])
            let admin = try await fixture.token(.admin, role: .admin)
            let body: JSONValue = ["sessionDays": 1, "reportDays": 1, "countDays": 1]
            #expect(try await fixture.send(.put, "/api/v1/retention", token: admin, body: body).status == 401)
        }
    }
}
