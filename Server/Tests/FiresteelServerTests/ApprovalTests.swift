import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import HTTPTypes
import Testing

@Suite("Approvals", .timeLimit(.minutes(3)))
struct ApprovalTests {
    private static let root = "/api/v1/programs/documents"

    @Test(
        "An approval names the change at which the request was read, and covers no later one",
        arguments: [DatabaseDialect.sqlite, .postgres])
    func seen(_ dialect: DatabaseDialect) async throws {
        try await ServerFixture.with(dialect) { fixture in
            let cookie = try await fixture.signInFirst()
            let tomas = try await fixture.invited("tomas@example.com", role: "approver", by: cookie)
            let requested = try await fixture.propose(
                "a", ServerFixture.edits(creating: "export", in: "production"), cookie: cookie)
            #expect(requested.json["result"] == "requested", "\(requested.json)")
            func approve(_ body: JSONValue) async throws -> ServerFixture.Answer {
                try await fixture.send(.post, "\(Self.root)/requests/a/approval", cookie: tomas, body: body)
            }
            let incomplete: [JSONValue] = [
                [:], ["comment": "Fine"], ["change": .null], ["change": "1"], ["change": -1],
            ]
            for body in incomplete {
                let refused = try await approve(body)
                #expect(refused.status == 400, "\(refused.json)")
                #expect(refused.json["error"]?["message"]?.stringValue?.contains("“change”") == true)
            }
            // One that there isn't yet would permit everything that happens until then.
            #expect(try await approve(["change": 99]).status == 400)
            let other = try await fixture.propose("b", ServerFixture.edits(creating: "other"), cookie: cookie)
            #expect(other.json["change"]?["number"] == 1, "\(other.json)")
            let late = try await approve(["change": 0])
            #expect(late.status == 409 && late.code == "changed-since", "\(late.json)")
            let approved = try await approve(["change": 1, "comment": "Fine"])
            #expect(approved.json["result"] == "applied", "\(approved.json)")
        }
    }

    @Test("Declining a request needs no change")
    func declined() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let tomas = try await fixture.invited("tomas@example.com", role: "approver", by: cookie)
            _ = try await fixture.propose(
                "a", ServerFixture.edits(creating: "export", in: "production"), cookie: cookie)
            let answer = try await fixture.send(
                .post, "\(Self.root)/requests/a/rejection", cookie: tomas, body: ["comment": "Too early"])
            #expect(answer.json["state"] == "declined", "\(answer.json)")
        }
    }
}
