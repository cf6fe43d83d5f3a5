import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelServer
import FiresteelStore
import HTTPTypes
import Testing

@Suite("Changes that were reverted", .timeLimit(.minutes(2)))
struct RevertedChangeTests {
    private static let changes = "/api/v1/programs/documents/changes"

    private static func reversal(
        of number: Int, _ id: String, _ server: ServerFixture, _ cookie: String
    ) async throws -> Int {
        let answer = try await server.send(
            .post, "\(changes)/\(number)/reversal", cookie: cookie, body: ["id": .string(id), "reason": "Undone"])
        #expect(answer.status == 200, "\(answer.json)")
        return try #require(answer.json["result"]?["change"]?["number"]?.intValue)
    }

    private static func reverted(_ server: ServerFixture, _ cookie: String) async throws -> [Int: Int] {
        let list = try await server.send(.get, "\(changes)?limit=200", cookie: cookie).json["changes"]?.arrayValue ?? []
        var reverted: [Int: Int] = [:]
        for change in list {
            guard let number = change["number"]?.intValue else { continue }
            reverted[number] = change["revertedBy"]?.intValue
            let one = try await server.send(.get, "\(changes)/\(number)", cookie: cookie).json
            #expect(one["revertedBy"] == change["revertedBy"] && one["revertedAt"] == change["revertedAt"])
            // The time is that of the reversal.
            let reversal = list.first { $0["number"] == change["revertedBy"] }
            #expect(change["revertedAt"] == reversal?["time"])
        }
        return reverted
    }

    @Test("A list names what reverted each change, also after the reversal was reverted")
    func lists() async throws {
        try await ServerFixture.with { server in
            let cookie = try await server.signInFirst()
            let answer = try await server.send(
                .post, Self.changes, cookie: cookie,
                body: [
                    "id": "create", "reason": "New",
                    "edits": [["kind": "segment", "name": "beta", "create": ["people": ["a"]]]],
                ])
            let first = try #require(answer.json["change"]?["number"]?.intValue)
            #expect(try await Self.reverted(server, cookie).isEmpty)
            let second = try await Self.reversal(of: first, "undo", server, cookie)
            #expect(try await Self.reverted(server, cookie) == [first: second])
            let third = try await Self.reversal(of: second, "redo", server, cookie)
            #expect(try await Self.reverted(server, cookie) == [second: third])
            let fourth = try await Self.reversal(of: third, "undo-again", server, cookie)
            #expect(try await Self.reverted(server, cookie) == [first: second, third: fourth])
            // One page has what reverted its changes, even if that is on an earlier one.
            let page = try await server.send(.get, "\(Self.changes)?before=\(second)&limit=1", cookie: cookie).json
            #expect(page["changes"]?[0]?["revertedBy"]?.intValue == second)
        }
    }
}
