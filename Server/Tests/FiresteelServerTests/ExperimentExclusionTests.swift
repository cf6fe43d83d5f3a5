import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelStore
import HTTPTypes
import Testing

@Suite("Leaving sessions out of experiments", .timeLimit(.minutes(2)))
struct ExperimentExclusionTests {
    private static let path = "/api/v1/programs/documents/environments/development/experiments"
    private static let experiment: JSONValue = [
        "name": "Save", "flag": "save", "arms": ["off", "on"], "share": 20, "days": 28, "state": "running",
        "primary": ["feature": "App/Documents", "action": "save", "measure": "count", "direction": "increase"],
    ]

    @Test("A phase that ended 31 days ago is refused, since its people are no longer stored")
    func closed() async throws {
        try await ServerFixture.with(.sqlite) { fixture in
            var cookie = try await fixture.signInFirst()
            func post(_ path: String, _ body: JSONValue) async throws -> ServerFixture.Answer {
                try await fixture.send(.post, path, cookie: cookie, body: body)
            }
            let create: JSONValue = [
                "kind": "experiment", "name": "save", "environment": "development", "create": Self.experiment,
            ]
            let created = try await post(
                "/api/v1/programs/documents/changes",
                [
                    "id": "create", "reason": "New",
                    "edits": .array(ServerFixture.edits(creating: "save") + [create]),
                ])
            #expect(created.status == 200)
            #expect(try await post("\(Self.path)/save/end", ["id": "end"]).status == 200)

            func exclude(_ id: String, _ members: [String: JSONValue] = [:]) async throws -> ServerFixture.Answer {
                let body: [String: JSONValue] = ["id": .string(id), "reason": "Forged", "version": "9.9.9"]
                return try await post("\(Self.path)/save/exclude", .object(body.merging(members) { $1 }))
            }
            func operations() async throws -> JSONValue? {
                try await fixture.send(.get, Self.path, cookie: cookie)
                    .json["experiments"]?[0]?["may"]
            }
            fixture.clock.change { $0 += 31 * 86_400_000 - 3_600_001 }
            cookie = try await fixture.signIn().session
            #expect(try await operations() == ["exclude"])
            let later: JSONValue = .int(Int(fixture.clock.value) + 60_000)
            #expect(try await exclude("later", ["due": later]).code == "experiment-phase")
            #expect(try await exclude("first").status == 200)

            fixture.clock.change { $0 += 1 }
            #expect(try await operations() == [])
            for members: [String: JSONValue] in [[:], ["phase": 1]] {
                let refused = try await exclude("late", members)
                #expect(refused.status == 409 && refused.code == "experiment-phase")
            }
            // Nor by another way.
            let item = try await fixture.send(.get, Self.path, cookie: cookie).json["experiments"]?[0]
            let exclusions: JSONValue = [["phase": 1, "version": "9.9.9"], ["phase": 1, "version": "9.9.8"]]
            let edit: JSONValue = [
                "kind": "experiment", "name": "save", "environment": "development",
                "base": item?["change"] ?? .null, "set": ["excluded": exclusions],
            ]
            let edited = try await post(
                "/api/v1/programs/documents/changes", ["id": "edit", "reason": "Forged", "edits": [edit]])
            #expect(edited.status == 422 && edited.code == "invalid", "\(edited.json)")
            // What was done before is answered as then.
            #expect(try await exclude("first").status == 200)
        }
    }
}
