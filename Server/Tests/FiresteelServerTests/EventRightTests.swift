import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import HTTPTypes
import Testing

@testable import FiresteelServer

@Suite("Rights of pages that follow a program", .timeLimit(.minutes(3)))
struct EventRightTests {
    /// The ways to lose the right to follow a program.
    enum Loss: String, Sendable, CaseIterable {
        case role
        case sessions
        case signOut
        case account
    }

    private func apply(_ loss: Loss, to person: String, by cookie: String, _ fixture: ServerFixture) async throws {
        let id = try await fixture.account("tomas@example.com")
        let answer =
            switch loss {
            case .role:
                try await fixture.send(
                    .put, "/api/v1/programs/documents/people/\(id)", cookie: cookie, body: ["role": .null])
            case .sessions: try await fixture.send(.delete, "/api/v1/accounts/\(id)/sessions", cookie: cookie)
            case .signOut: try await fixture.send(.delete, "/api/v1/session", cookie: person)
            case .account:
                try await fixture.send(
                    .put, "/api/v1/accounts/\(id)/state", cookie: cookie, body: ["isDisabled": true])
            }
        #expect((200...204).contains(answer.status), "\(loss): \(answer.json)")
    }

    private func create(_ segment: String, _ fixture: ServerFixture, _ cookie: String) async throws {
        let answer = try await fixture.propose(
            segment, [["kind": "segment", "name": .string(segment), "create": ["people": ["ada"]]]], cookie: cookie)
        #expect(answer.json["result"] == "applied")
    }

    @Test(
        "A page whose person lost the role, the session or the account receives no line of a later change",
        arguments: Loss.allCases)
    func loss(_ loss: Loss) async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let tomas = try await fixture.invited("tomas@example.com", role: "viewer", by: cookie)
            var (lost, kept) = (
                try await fixture.follow(cookie: tomas), try await fixture.follow(cookie: cookie)
            )
            try await create("beta", fixture, cookie)
            let before = try await lost.next("change", above: 0)
            #expect(before?["change"] == 1)
            try await apply(loss, to: tomas, by: cookie, fixture)
            try await create("internal", fixture, cookie)
            let after = try await lost.next("change", above: 1)
            #expect(after == nil)
            // The page of a person with rights continues.
            let others = try await kept.next("change", above: 1)
            #expect(others?["change"] == 2)
        }
    }

    @Test("Rights are checked before each line, also while there is a change each time")
    func busy() async throws {
        let changes = Shared(0)
        let checks = Shared(0)
        let isAllowed = Shared(true)
        let events = ProgramEvents(
            current: { ["change": .int(changes.change { $0 += 1 })] },
            isAllowed: {
                checks.change { $0 += 1 }
                return isAllowed.value
            }, onClose: {})
        for number in 1...3 {
            let line = try #require(try await events.next())
            #expect(try JSONValue(json: line)["change"] == .int(number))
            #expect(checks.value == number)
        }
        isAllowed.change { $0 = false }
        let last = try await events.next()
        #expect(last == nil && changes.value == 4)
    }
}
