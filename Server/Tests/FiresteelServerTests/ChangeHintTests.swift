import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelServer
import FiresteelStore
import HTTPTypes
import Testing

/// Changes that another node makes, for a server that doesn't poll within the test.
@Suite("Changes of other nodes", .timeLimit(.minutes(3)))
struct ChangeHintTests {
    /// Creates a flag as another node does, and returns the revision of development.
    private func change(_ fixture: ServerFixture) async throws -> Int {
        let flag: JSONValue = [
            "type": "boolean", "variants": [["name": "on", "value": true], ["name": "off", "value": false]],
        ]
        let proposal = Proposal(
            id: "create",
            edits: [
                Edit(ItemKey(.flag, "export"), base: 0, .create(flag)),
                Edit(
                    ItemKey(.targeting, "export", environment: "development"), base: 0,
                    .create(["isOn": true, "rules": [], "otherwise": ["variant": "on"]])),
            ],
            reason: "New", author: Author(id: "mara", name: "Mara Lindt", source: .dashboard),
            rights: Membership(role: .admin))
        let result = try await ChangeService(fixture.database).propose(proposal, of: "documents", now: 1)
        guard case .applied(let change, _) = result else {
            Issue.record("The change wasn't applied: \(result)")
            return 0
        }
        return Int(try #require(change.body.revisions["development"]))
    }

    private func revision(
        _ fixture: ServerFixture, _ token: String, known: Int? = nil
    ) async throws -> Int {
        let fields: HTTPFields = if let known { [.ifNoneMatch: "\"\(known)-d0\""] } else { [:] }
        let answer = try await fixture.send(.get, "/flags/v1/definitions", token: token, fields: fields)
        #expect(answer.status == 200)
        let tag = try #require(answer.fields[.eTag])
        return try #require(Int(tag.dropFirst().prefix { $0.isNumber }))
    }

    @Test("A notification of PostgreSQL makes a node read revisions")
    func notification() async throws {
        try await ServerFixture.with(.postgres) {
            $0.pollInterval = .seconds(600)
        } _: { fixture in
            let token = try await fixture.token(.server)
            let before = try await revision(fixture, token)
            let after = try await change(fixture)
            #expect(after > before)
            try await eventually { try await revision(fixture, token) == after }
        }
    }

    @Test("A revoked token is refused after a notification")
    func revocation() async throws {
        try await ServerFixture.with(.postgres) {
            $0.pollInterval = .seconds(600)
        } _: { fixture in
            let token = try await fixture.token(.server)
            _ = try await revision(fixture, token)
            try await fixture.database.write { database in
                _ = try database.execute("UPDATE tokens SET revoked = 1", [])
                try CounterTable(database).countAccess()
            }
            try await eventually {
                try await fixture.send(.get, "/flags/v1/definitions", token: token).status == 401
            }
        }
    }

    @Test("A program that knows a later revision than its node never goes back")
    func laterRevision() async throws {
        try await ServerFixture.with(.sqlite) {
            $0.pollInterval = .seconds(600)
        } _: { fixture in
            let token = try await fixture.token(.server)
            let before = try await revision(fixture, token)
            let after = try await change(fixture)
            // SQLite has no notifications, so the node doesn't know of it.
            #expect(try await revision(fixture, token) == before)
            #expect(try await revision(fixture, token, known: after) == after)
        }
    }
}
