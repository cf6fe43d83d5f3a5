import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTP
import FiresteelServer
import FiresteelStore
import Foundation
import HTTPTypes
import Testing

@Suite("Accounts, invitations and the access log", .timeLimit(.minutes(3)))
struct AccountTests {
    private static let password = "correct horse battery"

    private func invitation(
        _ fixture: ServerFixture, _ cookie: String, _ email: String, role: String = "editor"
    ) async throws -> String {
        let created = try await fixture.send(
            .post, "/api/v1/programs/documents/invitations", cookie: cookie,
            body: ["email": .string(email), "role": .string(role)])
        #expect(created.status == 201, "\(created.json)")
        return created.json["code"]?.stringValue ?? ""
    }

    private func accept(_ fixture: ServerFixture, _ code: String, _ email: String) async throws -> ServerFixture.Answer
    {
        try await fixture.send(
            .post, "/api/v1/invitations",
            body: [
                "code": .string(code), "email": .string(email), "name": "Tomás", "password": .string(Self.password),
            ], fields: [.origin: fixture.base.absoluteString, .ownPage: "1"])
    }

    @Test("Invitations are listed until they are used or revoked, and the access log has both")
    func invitations() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let path = "/api/v1/programs/documents/invitations"
            let used = try await invitation(fixture, cookie, "Tomas@example.com")
            let revoked = try await invitation(fixture, cookie, "jonas@example.com")
            let list = try await fixture.send(.get, path, cookie: cookie).json["invitations"]?.arrayValue ?? []
            #expect(Set(list.compactMap { $0["email"]?.stringValue }) == ["tomas@example.com", "jonas@example.com"])
            for code in [used, revoked] {
                #expect(!list.contains { $0.json().contains(code) || $0.json().contains(Secret.hash(code)) })
            }
            let jonas = try #require(list.first { $0["email"] == "jonas@example.com" }?["id"]?.stringValue)
            let elsewhere = "/api/v1/programs/other/invitations/\(jonas)"
            #expect(try await fixture.send(.delete, elsewhere, cookie: cookie).status == 404)
            #expect(try await fixture.send(.delete, "\(path)/\(jonas)", cookie: cookie).status == 204)
            #expect(try await fixture.send(.delete, "\(path)/\(jonas)", cookie: cookie).status == 404)
            #expect(try await accept(fixture, revoked, "jonas@example.com").status == 403)
            #expect(try await accept(fixture, used, "tomas@example.com").status == 201)
            #expect(try await fixture.send(.get, path, cookie: cookie).json["invitations"] == [])
            let log = try await fixture.send(.get, "/api/v1/programs/documents/access-log", cookie: cookie).json
            #expect(
                log["entries"]?.arrayValue?.compactMap { $0["event"]?.stringValue }
                    == ["invitationAccepted", "invitationRevoked", "invited", "invited"])
            _ = try await invitation(fixture, cookie, "late@example.com")
            fixture.clock.change { $0 += 8 * 86_400_000 }
            let admin = try await fixture.token(.admin, role: .admin)
            #expect(try await fixture.send(.get, path, token: admin).json["invitations"] == [])
        }
    }

    @Test("The access log is read in pages, a program's by its admins and the whole by administrators")
    func accessLog() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            try await fixture.database.write { database in
                for number in 1...7 {
                    let program = number.isMultiple(of: 2) ? "documents" : "other"
                    try AccessLogTable(database).append(
                        AccessLogEntry(
                            time: 1, program: program, event: "e\(number)", actor: "a", actorName: "A", details: ""))
                }
            }
            func page(_ path: String) async throws -> (events: [String], next: Int) {
                let answer = try await fixture.send(.get, "/api/v1/\(path)", cookie: cookie)
                let json = answer.json
                let events = json["entries"]?.arrayValue?.compactMap { $0["event"]?.stringValue } ?? []
                return (events, json["next"]?.intValue ?? -1)
            }
            let first = try await page("programs/documents/access-log?limit=2")
            #expect(first.events == ["e6", "e4"])
            let second = try await page("programs/documents/access-log?limit=2&before=\(first.next)")
            #expect(second.events == ["e2"] && second.next == 0)
            #expect(try await page("access-log?limit=3").events == ["e7", "e6", "e5"])
            #expect(try await page("access-log").events.suffix(2) == ["signedIn", "firstAccountCreated"])
            let admin = try await fixture.token(.admin, role: .admin)
            #expect(try await fixture.send(.get, "/api/v1/programs/documents/access-log", token: admin).status == 200)
            #expect(try await fixture.send(.get, "/api/v1/access-log", token: admin).status == 401)
            let code = try await invitation(fixture, cookie, "tomas@example.com", role: "admin")
            let tomas = try await accept(fixture, code, "tomas@example.com").session
            #expect(try await fixture.send(.get, "/api/v1/programs/documents/access-log", cookie: tomas).status == 200)
            #expect(try await fixture.send(.get, "/api/v1/programs/other/access-log", cookie: tomas).status == 404)
            #expect(try await fixture.send(.get, "/api/v1/access-log", cookie: tomas).status == 403)
        }
    }

    @Test("A person sees their sessions, and ends each of them, or all others by a new password")
    func sessions() async throws {
        try await ServerFixture.with { fixture in
            let first = try await fixture.signInFirst()
            func signIn(_ password: String, _ browser: String) async throws -> ServerFixture.Answer {
                try await fixture.send(
                    .post, "/api/v1/session",
                    body: ["email": "ines@example.com", "password": .string(password)],
                    fields: [.origin: fixture.base.absoluteString, .ownPage: "1", .userAgent: browser])
            }
            func isSignedIn(_ cookie: String) async throws -> Bool {
                try await fixture.send(.get, "/api/v1/session", cookie: cookie).status == 200
            }
            let second = try await signIn(Self.password, "Safari").session
            let list = try await fixture.send(.get, "/api/v1/sessions", cookie: first).json["sessions"]
            #expect(list?.arrayValue?.count == 2)
            let other = try #require(list?.arrayValue?.first { $0["device"] == "Safari" })
            #expect(other["isCurrent"] == false)
            let id = try #require(other["id"]?.stringValue)
            #expect(try await fixture.send(.delete, "/api/v1/sessions/\(id)", cookie: first).status == 204)
            #expect(try await fixture.send(.delete, "/api/v1/sessions/\(id)", cookie: first).status == 404)
            #expect(try await isSignedIn(second) == false)
            // Someone else's session doesn't exist.
            let code = try await invitation(fixture, first, "tomas@example.com")
            let tomas = try await accept(fixture, code, "tomas@example.com").session
            let own = try await fixture.send(.get, "/api/v1/sessions", cookie: first).json["sessions"]?[0]?["id"]
            let path = "/api/v1/sessions/\(own?.stringValue ?? "")"
            #expect(try await fixture.send(.delete, path, cookie: tomas).status == 404)
            #expect(try await isSignedIn(first))

            let third = try await signIn(Self.password, "Firefox").session
            func change(_ current: String, _ password: String) async throws -> ServerFixture.Answer {
                try await fixture.send(
                    .put, "/api/v1/session/password", cookie: first,
                    body: ["current": .string(current), "password": .string(password)])
            }
            #expect(try await change("wrong password!", "staple a battery to it").status == 401)
            #expect(try await change(Self.password, "password1234").status == 422)
            #expect(try await change(Self.password, "staple a battery to it").status == 204)
            #expect(try await isSignedIn(first))
            #expect(try await isSignedIn(third) == false)
            #expect(try await signIn(Self.password, "").status == 401)
            #expect(try await signIn("staple a battery to it", "").status == 200)
        }
    }

    @Test("Others can't lock a person out of a browser in which they signed in before")
    func knownDevice() async throws {
        try await ServerFixture.with { fixture in
            let signedIn = try await fixture.firstAccount()
            let device = try #require(signedIn.cookies["firesteel-device"])
            func attempt(_ password: String, device: String?) async throws -> ServerFixture.Answer {
                var fields: HTTPFields = [.origin: fixture.base.absoluteString, .ownPage: "1"]
                if let device { fields[.cookie] = "firesteel-device=\(device)" }
                return try await fixture.send(
                    .post, "/api/v1/session", body: ["email": "ines@example.com", "password": .string(password)],
                    fields: fields)
            }
            // The result of attempts from a hundred addresses.
            try await fixture.database.write { [clock = fixture.clock] database in
                let subject = "account:\(Secret.hash("ines@example.com"))"
                for _ in 0..<101 {
                    _ = try AttemptTable(database).begin(
                        subject, limit: .init(failures: 100, window: 900_000), now: clock.value)
                }
            }
            #expect(try await attempt(Self.password, device: nil).status == 429)
            #expect(try await attempt(Self.password, device: device).status == 200)
            // The cookie is signed for one account, and isn't a credential.
            let forged = String(device.prefix(33)) + String(repeating: "A", count: 43)
            #expect(try await attempt(Self.password, device: forged).status == 429)
            for _ in 0..<5 { #expect(try await attempt("wrong password!", device: device).status == 401) }
            #expect(try await attempt(Self.password, device: device).status == 429)
            #expect(try await fixture.send(.get, "/api/v1/session", cookie: "firesteel-device=\(device)").status == 401)
        }
    }

    @Test("Short or guessable passwords are refused, and long ones of any characters accepted")
    func passwords() async throws {
        try await ServerFixture.with { fixture in
            // A wrong code is found after the password was checked.
            func status(_ password: String) async throws -> Int {
                fixture.clock.change { $0 += 60_000 }
                return try await fixture.send(
                    .post, "/api/v1/first-account",
                    body: [
                        "code": "AAAA-AAAA-AAAA", "email": "ines.falk@acme.example", "name": "Ines Falk",
                        "password": .string(password),
                    ], fields: [.origin: fixture.base.absoluteString, .ownPage: "1"]
                ).status
            }
            for password in [
                "elevenchars", "aaaaaaaaaaaaa", "abababababab", "123456789012", "qwertyuiop123", "passwordpassword",
                "P@ssw0rd12345", "Password2026!", "iloveyou1234!", "inesfalk2026", "acme-ines-falk", "1q2w3e4r5t6y",
                "firesteeladmin", "letmein123456", "zyxwvutsrqpo", String(repeating: "ä", count: 501),
            ] as [String] {
                let found = try await status(password)
                #expect(found == 422, "\(password)")
            }
            for password in ["correct horse battery", "dwimmerlaik-7", "ÄÖÜ ßéñ 日本語のパスワード"] {
                let found = try await status(password)
                #expect(found == 403, "\(password)")
            }
        }
    }

    @Test("Responses forbid storing, framing and sniffing, and over HTTPS anything but HTTPS")
    func fields() async throws {
        try await ServerFixture.with(configure: { $0.origin = "https://flags.example.com" }) { fixture in
            for path in ["/api/v1/session", "/sign-in", "/sign-in/callback?code=x&state=y", "/nowhere"] {
                let fields = try await fixture.send(.get, path).fields
                #expect(fields[.strictTransportSecurity] == "max-age=31536000; includeSubDomains")
                #expect(fields[.xContentTypeOptions] == "nosniff")
                #expect(fields[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
                #expect(fields[HTTPField.Name("Referrer-Policy") ?? .referer] == "no-referrer")
                #expect(fields[.cacheControl]?.hasPrefix("no-") == true)
            }
        }
        try await ServerFixture.with { fixture in
            let signedIn = try await fixture.firstAccount()
            for cookie in signedIn.fields[values: .setCookie].flatMap({ $0.split(separator: ",") }) {
                #expect(cookie.contains("; Path=/; HttpOnly; SameSite=Strict; Max-Age="))
            }
            #expect(signedIn.fields[.strictTransportSecurity] == nil)
        }
    }
}
