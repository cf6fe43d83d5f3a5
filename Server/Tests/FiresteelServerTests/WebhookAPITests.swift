import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelServer
import FiresteelStore
import HTTPTypes
import Testing

@Suite("The API of webhooks", .timeLimit(.minutes(3)))
struct WebhookAPITests {
    private static let path = "/api/v1/programs/documents/webhooks"
    private static let draft: [String: JSONValue] = [
        "name": "Chat", "address": "https://example.com/hooks/secret-path", "events": ["change.applied"],
        "environments": .null,
    ]

    private static func draft(_ members: [String: JSONValue] = [:]) -> JSONValue {
        .object(draft.merging(members) { $1 })
    }

    @Test("A webhook is created, changed, rotated, disabled and deleted, and its secret is shown once")
    func life() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let created = try await fixture.send(.post, Self.path, cookie: cookie, body: Self.draft())
            #expect(created.status == 201)
            let id = try #require(created.json["id"]?.stringValue)
            let secret = try #require(created.json["secret"]?.stringValue)
            #expect(WebhookSecret(secret) != nil)
            func listed() async throws -> (text: String, webhook: JSONValue?) {
                let list = try await fixture.send(.get, Self.path, cookie: cookie)
                return (String(decoding: list.body, as: UTF8.self), list.json["webhooks"]?[0])
            }
            #expect(try await !listed().text.contains(secret))
            #expect(try await listed().webhook?["state"] == "enabled")
            let changed = try await fixture.send(
                .put, "\(Self.path)/\(id)", cookie: cookie,
                body: Self.draft(["name": "Pager", "environments": ["production"], "events": ["guard.paused"]]))
            #expect(changed.status == 204)
            #expect(try await listed().webhook?["name"] == "Pager")
            #expect(try await listed().webhook?["environments"] == ["production"])
            let rotated = try await fixture.send(.post, "\(Self.path)/\(id)/secret", cookie: cookie)
            #expect(rotated.status == 201 && rotated.json["secret"]?.stringValue != secret)
            #expect(try await !listed().text.contains(rotated.json["secret"]?.stringValue ?? "whsec_"))
            let disabled = try await fixture.send(
                .put, "\(Self.path)/\(id)/state", cookie: cookie, body: ["isEnabled": false])
            #expect(disabled.status == 204)
            let test = try await fixture.send(.post, "\(Self.path)/\(id)/tests", cookie: cookie)
            #expect(test.status == 409 && test.code == "webhook-disabled")
            #expect(try await fixture.send(.delete, "\(Self.path)/\(id)", cookie: cookie).status == 204)
            #expect(try await fixture.send(.delete, "\(Self.path)/\(id)", cookie: cookie).status == 404)
            let log = try await fixture.send(.get, "/api/v1/programs/documents/access-log", cookie: cookie)
            let events = log.json["entries"]?.arrayValue?.compactMap { $0["event"]?.stringValue } ?? []
            #expect(
                Array(events.prefix(5)) == [
                    "webhookDeleted", "webhookDisabled", "webhookSecretRotated", "webhookChanged", "webhookCreated",
                ])
            let text = String(decoding: log.body, as: UTF8.self)
            #expect(text.contains("example.com") && !text.contains("secret-path") && !text.contains("whsec_"))
        }
    }

    @Test("Drafts that can't be used are refused with the reason")
    func drafts() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            for (members, status): ([String: JSONValue], Int) in [
                (["name": ""], 422), (["name": .string(String(repeating: "x", count: 101))], 422),
                (["events": []], 422), (["events": ["test"]], 400), (["events": ["other"]], 400),
                (["events": "change.applied"], 400), (["environments": []], 422),
                (["environments": ["nowhere"]], 404), (["environments": ["Not One"]], 400),
                (["address": "http://example.com/"], 422), (["address": "https://127.0.0.1/"], 422),
                (["address": "https://169.254.169.254/latest/meta-data"], 422), (["address": 1], 400),
                (["address": .string("https://example.com/" + String(repeating: "x", count: 2_000))], 422),
            ] {
                let answer = try await fixture.send(.post, Self.path, cookie: cookie, body: Self.draft(members))
                #expect(answer.status == status, "\(members): \(answer.json)")
            }
            let list = try await fixture.send(.get, Self.path, cookie: cookie)
            #expect(list.json["webhooks"] == [])
        }
    }

    @Test("Only admins of all environments of a webhook manage it")
    func rights() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let own = try await fixture.send(
                .post, Self.path, cookie: cookie, body: Self.draft(["environments": ["development"]]))
            let whole = try await fixture.send(.post, Self.path, cookie: cookie, body: Self.draft())
            let (ownID, wholeID) = (own.json["id"]?.stringValue ?? "", whole.json["id"]?.stringValue ?? "")
            for role in [Role.viewer, .editor, .approver] {
                let token = try await fixture.token(.admin, role: role)
                #expect(try await fixture.send(.get, Self.path, token: token).status == 403)
                #expect(try await fixture.send(.get, "\(Self.path)/\(ownID)/deliveries", token: token).status == 403)
            }
            let admin = try await fixture.token(.admin, role: .admin)
            let list = try await fixture.send(.get, Self.path, token: admin)
            #expect(list.json["webhooks"]?.arrayValue?.compactMap { $0["id"]?.stringValue } == [ownID])
            #expect(try await fixture.send(.post, "\(Self.path)/\(ownID)/tests", token: admin).status == 202)
            let requests: [(HTTPRequest.Method, String)] = [
                (.post, "/tests"), (.post, "/secret"), (.delete, ""), (.get, "/deliveries"),
            ]
            for (method, path) in requests {
                let answer = try await fixture.send(method, "\(Self.path)/\(wholeID)\(path)", token: admin)
                #expect(answer.status == 403, "\(method) \(path)")
            }
            // Neither can it make one of its own tell of other environments.
            for environments: JSONValue in [.null, ["production"], ["development", "production"]] {
                let draft = Self.draft(["environments": environments])
                #expect(try await fixture.send(.put, "\(Self.path)/\(ownID)", token: admin, body: draft).status == 403)
                #expect(try await fixture.send(.post, Self.path, token: admin, body: draft).status == 403)
            }
            let foreign = try await fixture.token(.admin, role: .admin, program: "other")
            let other = "/api/v1/programs/other/webhooks/\(ownID)"
            #expect(try await fixture.send(.delete, other, token: foreign).status == 404)
        }
    }

    @Test("Creating, changing and rotating need the password again after half an hour")
    func confirmation() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let created = try await fixture.send(.post, Self.path, cookie: cookie, body: Self.draft())
            let id = created.json["id"]?.stringValue ?? ""
            fixture.clock.change { $0 += 31 * 60_000 }
            let answers = [
                try await fixture.send(.post, Self.path, cookie: cookie, body: Self.draft()),
                try await fixture.send(.put, "\(Self.path)/\(id)", cookie: cookie, body: Self.draft()),
                try await fixture.send(.post, "\(Self.path)/\(id)/secret", cookie: cookie),
            ]
            for answer in answers { #expect(answer.status == 403 && answer.code == "confirmation-required") }
        }
    }

    @Test("Deliveries are listed in pages, and a failed one is sent again")
    func deliveries() async throws {
        try await ServerFixture.with(configure: { configuration in
            configuration.webhooks.resolve = { _ in nil }
        }) { fixture in
            let cookie = try await fixture.signInFirst()
            let created = try await fixture.send(.post, Self.path, cookie: cookie, body: Self.draft())
            let path = "\(Self.path)/\(created.json["id"]?.stringValue ?? "")"
            for _ in 0..<3 {
                #expect(try await fixture.send(.post, "\(path)/tests", cookie: cookie).status == 202)
            }
            func page(_ query: String = "") async throws -> JSONValue {
                try await fixture.send(.get, "\(path)/deliveries\(query)", cookie: cookie).json
            }
            while try await page()["deliveries"]?.arrayValue?.allSatisfy({
                $0["attempts"] == 1 && $0["isSending"] == false
            }) != true {
                try await Task.sleep(for: .milliseconds(20))
            }
            let first = try await page("?limit=2")
            #expect(first["deliveries"]?.arrayValue?.count == 2)
            let answer = first["deliveries"]?[0]
            #expect(answer?["state"] == "pending" && answer?["type"] == "test" && answer?["status"] == .null)
            #expect(answer?["answer"]?.stringValue?.contains("can't be resolved") == true)
            let rest = try await page("?limit=2&before=\(first["next"]?.stringValue ?? "")")
            #expect(rest["deliveries"]?.arrayValue?.count == 1 && rest["next"] == .null)
            #expect(try await page("?state=delivered")["deliveries"] == [])
            for query in ["?state=other", "?before=x", "?limit=0"] {
                #expect(try await fixture.send(.get, "\(path)/deliveries\(query)", cookie: cookie).status == 400)
            }
            let id = answer?["id"]?.stringValue ?? ""
            #expect(try await fixture.send(.post, "\(path)/deliveries/\(id)/repeat", cookie: cookie).status == 204)
            #expect(try await fixture.send(.post, "\(path)/deliveries/other/repeat", cookie: cookie).status == 404)
        }
    }
}
