import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelStore
import HTTPTypes
import Testing

@testable import FiresteelServer

@Suite("The items of a program", .timeLimit(.minutes(2)))
struct ItemDocumentTests {
    private static let path = "/api/v1/programs/documents/items"

    private func createSegment(_ fixture: ServerFixture, _ name: String, _ cookie: String) async throws {
        let answer = try await fixture.send(
            .post, "/api/v1/programs/documents/changes", cookie: cookie,
            body: [
                "id": .string("create-\(name)"),
                "edits": [["kind": "segment", "name": .string(name), "create": ["people": ["ada"]]]],
            ])
        #expect(answer.json["result"] == "applied")
    }

    @Test("Concurrent readers share what was built once, until something changes")
    func shared() async throws {
        try await withDatabase(.sqlite) { database in
            try await database.migrate(to: .server())
            _ = try await database.write { try ProgramTable($0).create("documents", name: "Documents", time: 1) }
            let changes = ChangeService(database)
            let state = try #require(try await changes.state(of: "documents"))
            let documents = ItemDocuments()
            func tags(of state: ProgramState, _ diagnostics: [ItemDiagnostic] = []) async -> Set<String> {
                await withTaskGroup(of: String.self) { group in
                    for _ in 0..<20 {
                        group.addTask { await documents.document(of: state, diagnostics, weekAgo: 0).tag }
                    }
                    return await group.reduce(into: []) { $0.insert($1) }
                }
            }
            let first = await tags(of: state)
            #expect(first.count == 1 && documents.builds == 1)
            // Its name isn't a change of flags, and a page shows it as well.
            var renamed = state
            renamed.program.name = "Papers"
            let second = await tags(of: renamed)
            #expect(second.count == 1 && documents.builds == 2 && second != first)
            let damaged = [ItemDiagnostic(ItemKey(.segment, "beta"), path: "", message: "It is damaged.")]
            #expect(await tags(of: renamed, damaged).isDisjoint(with: second) && documents.builds == 3)
        }
    }

    @Test("A reader that knows the items receives none, and another one only with a role in the program")
    func validator() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            try await createSegment(fixture, "beta", cookie)
            let viewer = try await fixture.token(.admin, role: .viewer)
            let all = try await fixture.send(.get, Self.path, token: viewer)
            let tag = try #require(all.fields[.eTag])
            #expect(all.fields[.cacheControl] == "no-store")
            #expect(all.json["items"]?[0]?["name"] == "beta" && all.json["program"]?["change"] == 1)
            // Everyone who may read it receives the same.
            #expect(try await fixture.send(.get, Self.path, cookie: cookie).body == all.body)
            let known = try await fixture.send(.get, Self.path, token: viewer, fields: [.ifNoneMatch: tag])
            #expect(known.status == 304 && known.body.isEmpty && known.fields[.eTag] == tag)
            // A validator doesn't replace the right.
            let other = try await fixture.token(.admin, role: .admin, program: "other")
            for token in [other, try await fixture.token(.client), nil] {
                let refused = try await fixture.send(.get, Self.path, token: token, fields: [.ifNoneMatch: tag])
                #expect(refused.status == 401 && refused.fields[.eTag] == nil)
            }
            try await createSegment(fixture, "internal", cookie)
            let changed = try await fixture.send(.get, Self.path, token: viewer, fields: [.ifNoneMatch: tag])
            #expect(changed.status == 200 && changed.json["items"]?.arrayValue?.count == 2)
            #expect(changed.fields[.eTag] != tag)
        }
    }
}
