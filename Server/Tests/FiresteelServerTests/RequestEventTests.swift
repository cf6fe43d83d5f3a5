import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import HTTPTypes
import Testing

@Suite("Requests of others", .timeLimit(.minutes(3)))
struct RequestEventTests {
    /// Proposes a segment of one environment's flags, later if `due` is given.
    private func propose(
        _ fixture: ServerFixture, _ id: String, _ segment: String, due: Int64? = nil, cookie: String
    ) async throws -> ServerFixture.Answer {
        var body: [String: JSONValue] = [
            "id": .string(id), "reason": "New",
            "edits": [["kind": "segment", "name": .string(segment), "create": ["people": [.string(id)]]]],
        ]
        if let due { body["due"] = .int(Int(due)) }
        return try await fixture.send(
            .post, "/api/v1/programs/documents/changes", cookie: cookie, body: .object(body))
    }

    @Test(
        "A page on another node is notified of requests that are added, withdrawn, done and failed",
        arguments: [DatabaseDialect.sqlite, .postgres])
    func followed(_ dialect: DatabaseDialect) async throws {
        try await ServerFixture.with(dialect) { fixture in
            try await fixture.withSecondNode { second in
                let reader = try await fixture.token(.admin, role: .viewer)
                let cookie = try await fixture.signInFirst()
                var lines = try await second.follow(token: reader)
                let initial = try await lines.next("requests", above: -1)
                #expect(initial?["requests"] == 0)
                let due = fixture.clock.value + 3_600_000
                let first = try await propose(fixture, "a", "beta", due: due, cookie: cookie)
                #expect(first.json["result"] == "scheduled")
                let afterAdding = try await lines.next("requests", above: 0)
                #expect(afterAdding?["requests"] == 1)
                let withdrawn = try await fixture.send(
                    .delete, "/api/v1/programs/documents/requests/a", cookie: cookie)
                #expect(withdrawn.json["state"] == "withdrawn")
                let afterWithdrawal = try await lines.next("requests", above: 1)
                #expect(afterWithdrawal?["requests"] == 2)
                // One that takes effect, and one that another change made impossible.
                _ = try await propose(fixture, "b", "beta", due: due, cookie: cookie)
                _ = try await propose(fixture, "c", "internal", due: due, cookie: cookie)
                #expect(try await propose(fixture, "d", "internal", cookie: cookie).json["result"] == "applied")
                let afterScheduling = try await lines.next("requests", above: 3)
                #expect(afterScheduling?["requests"] == 4)
                fixture.clock.change { $0 += 3_600_001 }
                let atTheEnd = try await lines.next("requests", above: 5)
                #expect(atTheEnd?["requests"] == 6)
                let list = try await fixture.send(.get, "/api/v1/programs/documents/requests", token: reader)
                var states: [String: String] = [:]
                for request in list.json["requests"]?.arrayValue ?? [] {
                    states[request["id"]?.stringValue ?? ""] = request["state"]?.stringValue
                }
                #expect(states == ["a": "withdrawn", "b": "done", "c": "failed"])
            }
        }
    }

    @Test("Only its author or an approver removes a schedule")
    func removal() async throws {
        try await ServerFixture.with { fixture in
            let author = try await fixture.token(.admin, role: .editor)
            let editor = try await fixture.token(.admin, role: .editor)
            let approver = try await fixture.token(.admin, role: .approver)
            let cookie = try await fixture.signInFirst()
            let created = try await fixture.propose("create", ServerFixture.edits(creating: "export"), cookie: cookie)
            #expect(created.json["result"] == "applied")
            func schedule(_ id: String) async throws -> ServerFixture.Answer {
                try await fixture.send(
                    .post, "/api/v1/programs/documents/changes", token: author,
                    body: [
                        "id": .string(id), "due": .int(Int(fixture.clock.value + 3_600_000)),
                        "edits": [
                            [
                                "kind": "targeting", "name": "export", "environment": "development", "base": 1,
                                "set": ["isOn": false],
                            ]
                        ],
                    ])
            }
            func remove(_ id: String, _ token: String) async throws -> ServerFixture.Answer {
                try await fixture.send(.delete, "/api/v1/programs/documents/requests/\(id)", token: token)
            }
            for id in ["a", "b"] { #expect(try await schedule(id).json["result"] == "scheduled") }
            let refused = try await remove("a", editor)
            #expect(refused.status == 403 && refused.code == "forbidden")
            #expect(try await remove("a", author).json["state"] == "withdrawn")
            #expect(try await remove("b", approver).json["state"] == "withdrawn")
        }
    }
}
