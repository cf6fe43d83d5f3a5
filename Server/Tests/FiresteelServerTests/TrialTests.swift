import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelStore
import HTTPTypes
import Testing

@Suite("Trials of flags that depend on others", .timeLimit(.minutes(2)))
struct TrialTests {
    /// Creates Bool flags that are on for everyone in development, and returns the cookie of their author.
    private func create(_ fixture: ServerFixture, _ flags: [String: [String: JSONValue]]) async throws -> String {
        let cookie = try await fixture.signInFirst()
        let answer = try await fixture.propose(
            "create", flags.flatMap { ServerFixture.edits(creating: $0.key, $0.value) }, cookie: cookie)
        #expect(answer.json["result"] == "applied")
        return cookie
    }

    private func attempt(_ fixture: ServerFixture, _ flag: String, _ cookie: String) async throws -> JSONValue {
        try await fixture.send(
            .post, "/api/v1/programs/documents/environments/development/trials", cookie: cookie,
            body: ["flag": .string(flag), "context": ["targetingKey": "ada"]]
        ).json
    }

    private func steps(_ trial: JSONValue) -> [String] {
        (trial["rules"]?.arrayValue ?? []).map {
            "\($0["kind"]?.stringValue ?? "") \($0["outcome"]?.stringValue ?? "") \($0["result"]?.stringValue ?? "")"
        }
    }

    @Test("The steps say which of two active flags of an exclusion group has priority")
    func exclusion() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await create(
                fixture,
                [
                    "fast-save": ["name": "Fast Save", "exclusionGroup": "saving"],
                    "safe-save": ["name": "Safe Save", "exclusionGroup": "saving"],
                ])
            let trials = [
                "Fast Save": try await attempt(fixture, "fast-save", cookie),
                "Safe Save": try await attempt(fixture, "safe-save", cookie),
            ]
            let on = trials.filter { $0.value["variant"] == "on" }
            let off = trials.filter { $0.value["variant"] == "off" }
            #expect(on.count == 1 && off.count == 1)
            let winner = try #require(on.first)
            let loser = try #require(off.first?.value)
            #expect(
                steps(winner.value) == [
                    "state passed Otherwise everyone gets off", "exclusion passed It has priority", "otherwise won ",
                ])
            #expect(winner.value["isOfAnotherFlag"] == false)
            #expect(
                steps(loser) == [
                    "state passed Otherwise everyone gets off", "exclusion won \(winner.key) has priority",
                    "otherwise skipped ",
                ])
            #expect(loser["reason"] == "EXCLUDED" && loser["isOfAnotherFlag"] == true)
        }
    }

    @Test("A trial says whether a test of the definition alone would have its result")
    func parent() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await create(fixture, ["documents": [:], "saving": ["parent": "documents"]])
            let saving = try await attempt(fixture, "saving", cookie)
            #expect(saving["variant"] == "on" && saving["isOfAnotherFlag"] == false)
            let items = try await fixture.send(.get, "/api/v1/programs/documents/items", cookie: cookie).json["items"]
            let targeting = items?.arrayValue?.first {
                $0["kind"] == "targeting" && $0["name"] == "documents"
            }
            let off = try await fixture.send(
                .post, "/api/v1/programs/documents/changes", cookie: cookie,
                body: [
                    "id": "off",
                    "edits": [
                        [
                            "kind": "targeting", "name": "documents", "environment": "development",
                            "base": targeting?["change"] ?? 0, "set": ["isOn": false],
                        ]
                    ],
                ])
            #expect(off.json["result"] == "applied")
            let without = try await attempt(fixture, "saving", cookie)
            #expect(without["variant"] == "off" && without["isOfAnotherFlag"] == true)
        }
    }
}
