import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelServer
import FiresteelStore
import HTTPTypes
import Testing

@Suite("Rights that are limited to an environment or a program", .timeLimit(.minutes(3)))
struct LimitedRightTests {
    private static let root = "/api/v1/programs/documents"

    @Test("A token of another environment reads the whole program, and receives the values of its own environment")
    func reading() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let created = try await fixture.propose("create", ServerFixture.edits(creating: "export"), cookie: cookie)
            #expect(created.json["result"] == "applied")
            let other = try await fixture.token(.admin, role: .admin, environment: "staging")
            for endpoint in try await fixture.protectedEndpoints() {
                let path = endpoint.path()
                // Events don't end.
                guard endpoint.access == .role, endpoint.method == .get, !path.hasSuffix("/events") else { continue }
                let answer = try await fixture.send(.get, path, token: other)
                // What is stored about a person needs the role in that environment.
                let isPersonal =
                    path.contains("/insight/people/") || path.contains("/experiments/") && path.hasSuffix("/people")
                #expect([401, 403].contains(answer.status) == isPersonal, "\(path)")
            }
            let client = try await fixture.token(.client, environment: "staging")
            let values = try await fixture.send(
                .post, "/ofrep/v1/evaluate/flags", token: client, body: ["context": [:]])
            #expect(values.json["metadata"]?["environment"] == "staging")
        }
    }

    // MARK: Changing

    /// Creates one of each item that endpoints name, none of them in staging, and returns the values of parameters.
    private func prepare(_ fixture: ServerFixture, _ cookie: String) async throws -> [String: String] {
        let plan: JSONValue = [
            "isOn": true, "rules": [], "otherwise": ["variant": "off"],
            "plan": [
                "id": "p", "variant": "on", "rest": "off", "state": "paused",
                "steps": [["share": 50, "wait": 60], ["share": 100]],
            ],
        ]
        let created = try await fixture.propose(
            "create", ServerFixture.edits(creating: "export", targeting: plan), cookie: cookie)
        #expect(created.json["result"] == "applied", "\(created.json)")
        let later = try await fixture.send(
            .post, "\(Self.root)/changes", cookie: cookie,
            body: [
                "id": "later", "reason": "Tonight", "due": .int(Int(fixture.clock.value + 3_600_000)),
                "edits": Self.edits,
            ])
        #expect(later.json["result"] == "scheduled", "\(later.json)")
        let requested = try await fixture.propose(
            "request",
            [
                [
                    "kind": "targeting", "name": "export", "environment": "production",
                    "create": ["isOn": true, "otherwise": ["variant": "on"]],
                ]
            ], cookie: cookie)
        #expect(requested.json["result"] == "requested", "\(requested.json)")
        let token = try await fixture.send(
            .post, "\(Self.root)/tokens", cookie: cookie,
            body: ["name": "Apps", "kind": "client", "environment": "development"])
        let webhook = try await fixture.send(
            .post, "\(Self.root)/webhooks", cookie: cookie,
            body: [
                "name": "Chat", "address": "https://example.com/", "events": ["change.applied"],
                "environments": ["development"],
            ])
        let invited = try await fixture.send(
            .post, "\(Self.root)/invitations", cookie: cookie, body: ["email": "ada@example.com", "role": "viewer"])
        #expect([token, webhook, invited].map(\.status) == [201, 201, 201])
        let invitations = try await fixture.send(.get, "\(Self.root)/invitations", cookie: cookie).json
        var values = ["flag": "export", "number": "1", "request": "later"]
        values["account"] = try await fixture.account("ines@example.com")
        values["token"] = try #require(token.json["id"]?.stringValue)
        values["webhook"] = try #require(webhook.json["id"]?.stringValue)
        values["invitation"] = try #require(invitations["invitations"]?[0]?["id"]?.stringValue)
        return values
    }

    private static let edits: JSONValue = [
        [
            "kind": "targeting", "name": "export", "environment": "development", "base": 1,
            "set": ["isOn": false],
        ]
    ]

    /// Returns a body that the endpoint accepts, so that only the environment is missing.
    private static func body(of endpoint: ProtectedEndpoint) -> JSONValue {
        let path = endpoint.template
        if path.hasSuffix("/imports") {
            return [
                "flags": [
                    "search": ["state": "ENABLED", "variants": ["on": true, "off": false], "defaultVariant": "off"]
                ]
            ]
        }
        let name: JSONValue = path.hasSuffix("/removal") ? "Development" : "X"
        let role: JSONValue = path.hasSuffix("/tokens") ? .null : "viewer"
        let operation: JSONValue = path.hasSuffix("/plan") ? "resume" : "open"
        return [
            "id": "other", "name": name, "protection": "none", "change": 1, "due": 4_000_000_000_000, "edits": edits,
            "flag": "export", "context": [:], "kind": "client", "environment": "development", "role": role,
            "email": "b@example.com", "reason": "", "operation": operation, "address": "https://example.com/",
            "events": ["change.applied"], "isEnabled": false, "share": 10, "arms": ["on", "off"],
            "primary": ["feature": "App", "action": "Save", "measure": "count"],
        ]
    }

    /// Returns the program as an administrator sees it.
    private func contents(_ fixture: ServerFixture, _ cookie: String) async throws -> [String: JSONValue] {
        var contents: [String: JSONValue] = [:]
        // What changes people, tokens, environments or webhooks has an entry in the log.
        for list in ["requests", "webhooks", "invitations", "access-log", "changes"] {
            let answer = try await fixture.send(.get, "\(Self.root)/\(list)", cookie: cookie)
            #expect(answer.status == 200)
            contents[list] = answer.json
        }
        let items = try await fixture.send(.get, "\(Self.root)/items", cookie: cookie).json
        contents["items"] = items["items"]
        contents["program"] = items["program"]
        return contents
    }

    @Test("Every endpoint that writes refuses people who are limited to another environment")
    func writing() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let values = try await prepare(fixture, cookie)
            let token = try await fixture.token(.admin, role: .admin, environment: "staging")
            let tomas = try await fixture.invited("tomas@example.com", role: "admin", by: cookie)
            let account = try await fixture.account("tomas@example.com")
            let limited = try await fixture.send(
                .put, "\(Self.root)/people/\(account)", cookie: cookie,
                body: ["role": "admin", "environments": ["staging"]])
            #expect(limited.status == 204)
            let writes = try await fixture.protectedEndpoints().filter { $0.access == .role && $0.method != .get }
            #expect(writes.count >= 25)
            let before = try await contents(fixture, cookie)
            #expect(before["program"]?["change"] == 1)

            let callers: [(name: String, token: String?, cookie: String?)] = [
                ("a token", token, nil), ("a person", nil, tomas),
            ]
            for caller in callers {
                for endpoint in writes {
                    var values = values
                    // A schedule needs no approval.
                    let decides = ["/approval", "/rejection"].contains { endpoint.template.hasSuffix($0) }
                    if decides { values["request"] = "request" }
                    var path = endpoint.path(values)
                    if path.hasSuffix("/imports") { path += "?environment=development" }
                    let answer = try await fixture.send(
                        endpoint.method, path, token: caller.token, cookie: caller.cookie, body: Self.body(of: endpoint)
                    )
                    // These only compute.
                    let reads = ["/preview", "/trials", "/comparisons", "/estimate", "/rehearse"].contains {
                        endpoint.template.hasSuffix($0)
                    }
                    let (status, code): (Int, String?) = reads ? (200, nil) : (403, "forbidden")
                    #expect(
                        answer.status == status && answer.code == code,
                        "\(endpoint.method) \(path) by \(caller.name): \(answer.json)")
                }
            }
            let after = try await contents(fixture, cookie)
            for (list, value) in before { #expect(after[list] == value, "\(list)") }

            // In their own environment, they may.
            for caller in callers {
                let created = try await fixture.send(
                    .post, "\(Self.root)/tokens", token: caller.token, cookie: caller.cookie,
                    body: ["name": "Apps", "kind": "client", "environment": "staging"])
                #expect(created.status == 201, "\(caller.name): \(created.json)")
            }
        }
    }

    // MARK: The server

    @Test("An admin of a program is refused by every endpoint of administrators, and changes nothing")
    func administrators() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let admin = try await fixture.invited("tomas@example.com", role: "admin", by: cookie)
            #expect(try await fixture.send(.get, "\(Self.root)/tokens", cookie: admin).status == 200)
            let ines = try await fixture.account("ines@example.com")
            let endpoints = try await fixture.protectedEndpoints().filter(\.isOfAdministrators)
            #expect(endpoints.count >= 9)
            let before = try await fixture.events(cookie)
            for endpoint in endpoints {
                let answer = try await fixture.send(
                    endpoint.method, endpoint.path(["account": ines]), cookie: admin,
                    body: endpoint.method == .get
                        ? nil : ["id": "third", "name": "Third", "isDisabled": true, "requiresSecondFactor": true])
                #expect(answer.status == 403, "\(endpoint.method) \(endpoint.template): \(answer.json)")
                #expect(answer.code == "forbidden", "\(endpoint.method) \(endpoint.template)")
            }
            #expect(try await fixture.events(cookie) == before)
            let programs = try await fixture.database.read { try ProgramTable($0).all() }
            #expect(programs.count == 2)
            let rules = try await fixture.send(.get, "/api/v1/access-rules", cookie: cookie)
            #expect(rules.json == ["requiresSecondFactor": false])
        }
    }
}
