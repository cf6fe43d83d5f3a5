import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTP
import FiresteelServer
import FiresteelStore
import Foundation
import HTTPTypes
import Testing

@Suite("Access", .timeLimit(.minutes(3)))
struct AccessTests {
    @Test("The first account needs the printed code, which works once")
    func firstAccount() async throws {
        try await ServerFixture.with { fixture in
            let anonymous = try await fixture.send(.get, "/api/v1/session")
            #expect(anonymous.status == 401 && anonymous.json["error"]?["firstAccount"] == true)
            let fields: HTTPFields = [.origin: fixture.base.absoluteString, .ownPage: "1"]
            let body: JSONValue = [
                "code": "AAAA-AAAA-AAAA", "email": "ines@example.com", "name": "Ines",
                "password": "correct horse battery",
            ]
            let wrong = try await fixture.send(.post, "/api/v1/first-account", body: body, fields: fields)
            #expect(wrong.status == 403)
            let cookie = try await fixture.signInFirst()
            #expect(cookie.hasPrefix("firesteel="))
            let session = try await fixture.send(.get, "/api/v1/session", cookie: cookie)
            #expect(session.json["account"]?["email"] == "ines@example.com")
            #expect(session.json["programs"]?.arrayValue?.count == 2)
            #expect(try await fixture.server.newFirstAccountCode() == nil)
            let again = try await fixture.send(.post, "/api/v1/first-account", body: body, fields: fields)
            #expect(again.status == 409)
        }
    }

    @Test("An unknown account and a wrong password have the same response, and too many attempts wait")
    func attempts() async throws {
        try await ServerFixture.with { fixture in
            _ = try await fixture.signInFirst()
            let fields: HTTPFields = [.origin: fixture.base.absoluteString, .ownPage: "1"]
            func attempt(_ email: String, _ password: String) async throws -> ServerFixture.Answer {
                try await fixture.send(
                    .post, "/api/v1/session", body: ["email": .string(email), "password": .string(password)],
                    fields: fields)
            }
            let known = try await attempt("ines@example.com", "wrong password!")
            let unknown = try await attempt("nobody@example.com", "wrong password!")
            #expect(known.status == 401 && known.body == unknown.body)
            for _ in 0..<4 { _ = try await attempt("ines@example.com", "wrong password!") }
            let refused = try await attempt("ines@example.com", "correct horse battery")
            #expect(refused.status == 429 && refused.fields[.retryAfter] != nil)
            fixture.clock.change { $0 += 16 * 60_000 }
            #expect(try await attempt("Ines@Example.com ", "correct horse battery").status == 200)
        }
    }

    @Test("Signing out ends the session; everywhere ends all of them")
    func signOut() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            #expect(try await fixture.send(.delete, "/api/v1/session?everywhere=1", cookie: cookie).status == 204)
            #expect(try await fixture.send(.get, "/api/v1/session", cookie: cookie).status == 401)
        }
    }

    @Test("A request of another site changes nothing")
    func crossSite() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            var request = HTTPRequestMessage(
                .post, fixture.base.appending(path: "api/v1/programs"), fields: [.cookie: cookie])
            request.body = Array("{\"id\":\"evil\",\"name\":\"Evil\"}".utf8)
            for fields: HTTPFields in [
                [:], [.origin: "https://evil.example.com", .ownPage: "1"],
                [.origin: fixture.base.absoluteString], [.ownPage: "1"],
            ] {
                var forged = request
                for field in fields { forged.fields[field.name] = field.value }
                let response = try await URLSessionTransport().send(forged, limits: HTTPLimits())
                #expect(response.status == 403)
            }
            let programs = try await fixture.database.read { try ProgramTable($0).all() }
            #expect(programs.count == 2)
        }
    }

    /// Tokens that were accepted and have expired since, by kind, and the addresses of event streams that they received.
    private func expiredTokens(
        _ fixture: ServerFixture
    ) async throws -> (tokens: [AccessToken.Kind: String], streams: [String]) {
        var tokens: [AccessToken.Kind: String] = [:]
        for kind in AccessToken.Kind.allCases {
            tokens[kind] = try await fixture.token(
                kind, role: kind == .admin ? .admin : nil, expires: fixture.clock.value + 60_000)
        }
        let values = try await fixture.send(
            .post, "/ofrep/v1/evaluate/flags", token: tokens[.client], body: ["context": [:]])
        let definitions = try await fixture.send(.get, "/flags/v1/definitions?eventStreams=1", token: tokens[.server])
        let received = try await fixture.send(.post, "/ingest/v1/batch", token: tokens[.ingest], body: ["items": []])
        let items = try await fixture.send(.get, "/api/v1/programs/documents/items", token: tokens[.admin])
        #expect([values, definitions, received, items].map(\.status) == [200, 200, 200, 200])
        let streams = try [values, definitions].map { answer in
            try #require(answer.json["eventStreams"]?[0]?["endpoint"]?["requestUri"]?.stringValue)
        }
        fixture.clock.change { $0 += 60_000 }
        return (tokens, streams)
    }

    @Test("Every endpoint refuses every wrong credential, and tells nothing")
    func isolation() async throws {
        try await ServerFixture.with { fixture in
            let endpoints = try await fixture.protectedEndpoints()
            #expect(endpoints.count > 25)
            let expired = try await expiredTokens(fixture).tokens
            let client = try await fixture.token(.client)
            let ingest = try await fixture.token(.ingest)
            let foreign = try await fixture.token(.admin, role: .admin, program: "other")
            let admin = try await fixture.token(.admin, role: .admin)
            let wrong: [(String, String?)] = [
                ("none", nil), ("garbage", "fs_admin_x_\(String(repeating: "a", count: 32))"), ("no token", "x"),
                ("expired admin", expired[.admin]), ("ingest", ingest),
            ]
            // Where one was accepted before, it is refused for its time alone.
            let outdated: [(String, String?)] = [
                ("expired client", expired[.client]), ("expired server", expired[.server]),
                ("expired ingest", expired[.ingest]),
            ]
            var refusal: [UInt8]?
            for endpoint in endpoints {
                let path = endpoint.path()
                var credentials = wrong
                switch endpoint.access {
                case .person: credentials += [("client", client), ("admin", admin)]
                case .role: credentials += [("client", client), ("other program", foreign)]
                case .program:
                    credentials.append(("admin", admin))
                    credentials += outdated
                }
                // What programs report is sent with such a token, and never with that of an app that only receives values.
                if path.hasPrefix("/ingest/v1/runs/") || path == "/ingest/v1/batch" {
                    credentials.removeAll { $0.0 == "ingest" }
                    credentials.append(("client", client))
                }
                for (name, token) in credentials {
                    let answer = try await fixture.send(
                        endpoint.method, path, token: token, body: endpoint.method == .get ? nil : [:])
                    #expect(answer.status == 401, "\(endpoint.method) \(path) with \(name)")
                    #expect(answer.code == "unauthorized", "\(endpoint.method) \(path) with \(name)")
                    // Nothing distinguishes one reason from another; the identifier of the request is in a field.
                    let first = refusal ?? answer.body
                    refusal = first
                    #expect(answer.body == first, "\(endpoint.method) \(path) with \(name)")
                }
            }
        }
    }

    @Test("The address of an event stream opens none once its token has expired, and looks like an unknown one")
    func expiredStream() async throws {
        try await ServerFixture.with { fixture in
            let unknown = try await fixture.send(.get, "/events/v1/x")
            #expect(unknown.status == 404 && unknown.code == "not-found")
            for path in try await expiredTokens(fixture).streams {
                let answer = try await fixture.send(.get, path)
                #expect(answer.status == 404 && answer.body == unknown.body)
            }
        }
    }

    @Test("A lower role is refused by every operation that needs a higher one")
    func roles() async throws {
        try await ServerFixture.with { fixture in
            let viewer = try await fixture.token(.admin, role: .viewer)
            let endpoints = try await fixture.protectedEndpoints().filter { $0.access == .role && $0.method != .get }
            #expect(endpoints.count >= 10)
            for endpoint in endpoints {
                let path = endpoint.path()
                // What a viewer may do: preview, try, and plan experiments.
                let reads = ["/preview", "/trials", "/comparisons", "/estimate", "/rehearse"]
                if reads.contains(where: path.hasSuffix) { continue }
                let answer = try await fixture.send(endpoint.method, path, token: viewer, body: Self.body(path))
                #expect(answer.status == 403, "\(endpoint.method) \(path): \(answer.json)")
            }
            for path in ["tokens", "people", "invitations", "access-log", "webhooks"] {
                #expect(try await fixture.send(.get, "/api/v1/programs/documents/\(path)", token: viewer).status == 403)
            }
        }
    }

    /// A body that the endpoint accepts, so that only the role is missing.
    private static func body(_ path: String) -> JSONValue {
        [
            "id": "staging-2", "name": "X", "protection": "none", "change": 1, "due": 4_000_000_000_000,
            "edits": [["kind": "flag", "name": "a", "create": [:]]],
            "kind": "client", "environment": "development", "role": path.hasSuffix("/tokens") ? .null : "viewer",
            "email": "a@example.com", "reason": "",
            "operation": path.hasSuffix("/plan") ? "pause" : "open",
            "address": "https://example.com/", "events": ["change.applied"], "isEnabled": true, "share": 10,
        ]
    }

    @Test("A token that is revoked is refused at once")
    func revocation() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let created = try await fixture.send(
                .post, "/api/v1/programs/documents/tokens", cookie: cookie,
                body: ["name": "Apps", "kind": "client", "environment": "development"])
            #expect(created.status == 201)
            let token = try #require(created.json["token"]?.stringValue)
            let context: JSONValue = ["context": [:]]
            #expect(
                try await fixture.send(.post, "/ofrep/v1/evaluate/flags", token: token, body: context).status == 200)
            let id = try #require(created.json["id"]?.stringValue)
            let revoked = try await fixture.send(.delete, "/api/v1/programs/documents/tokens/\(id)", cookie: cookie)
            #expect(revoked.status == 204)
            #expect(
                try await fixture.send(.post, "/ofrep/v1/evaluate/flags", token: token, body: context).status == 401)
            let list = try await fixture.send(.get, "/api/v1/programs/documents/tokens", cookie: cookie)
            #expect(!String(decoding: list.body, as: UTF8.self).contains(token))
        }
    }

    @Test("A protected environment needs the password again after half an hour")
    func confirmation() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            func propose(_ id: String) async throws -> ServerFixture.Answer {
                try await fixture.propose(
                    id, ServerFixture.edits(creating: "export", in: "production"), cookie: cookie)
            }
            fixture.clock.change { $0 += 31 * 60_000 }
            let refused = try await propose("a")
            #expect(refused.status == 403 && refused.code == "confirmation-required")
            let confirmed = try await fixture.send(
                .post, "/api/v1/session/confirmation", cookie: cookie, body: ["password": "correct horse battery"])
            #expect(confirmed.status == 204)
            let requested = try await propose("a")
            #expect(requested.json["result"] == "requested")
        }
    }
}
