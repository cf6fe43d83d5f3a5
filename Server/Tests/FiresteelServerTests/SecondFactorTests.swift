import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelServer
import FiresteelStore
import HTTPTypes
import Testing

@Suite("The second factor", .timeLimit(.minutes(3)))
struct SecondFactorTests {
    private static let path = "/api/v1/session/second-factor"

    @Test(
        "A code is needed after the password, works once, and is in the access log",
        arguments: [DatabaseDialect.sqlite, .postgres])
    func signIn(_ dialect: DatabaseDialect) async throws {
        try await ServerFixture.with(dialect) { fixture in
            let cookie = try await fixture.signInFirst()
            let other = try await fixture.signIn().session
            let app = try await fixture.enableSecondFactor(cookie)
            #expect(app.recoveryCodes.count == 10)
            // Other sessions began without a code.
            #expect(try await fixture.isSignedIn(cookie))
            #expect(try await fixture.isSignedIn(other) == false)
            let session = try await fixture.send(.get, "/api/v1/session", cookie: cookie).json
            #expect(session["secondFactor"] == ["isOn": true, "isMissing": false])
            // Whether there is a second factor is shown only after the right password.
            let wrong = try await fixture.signIn("ines@example.com", "wrong password!")
            let unknown = try await fixture.signIn("nobody@example.com", "wrong password!")
            #expect(wrong.status == 401 && wrong.body == unknown.body)
            let needed = try await fixture.signIn()
            #expect(needed.status == 401 && needed.code == "code-required" && needed.cookies.isEmpty)
            let code = app.code(at: fixture.clock.value)
            let signedIn = try await fixture.signIn(code: code)
            #expect(signedIn.status == 200)
            #expect(try await fixture.isSignedIn(signedIn.session))
            let again = try await fixture.signIn(code: code)
            #expect(again.status == 401 && again.code == "wrong-code" && again.cookies.isEmpty)
            #expect(try await fixture.signIn(code: app.code(at: fixture.clock.value, steps: -1)).status == 401)
            #expect(try await fixture.signIn(code: app.code(at: fixture.clock.value, steps: 1)).status == 200)
            #expect(
                try await fixture.events(signedIn.session).prefix(4)
                    == ["signedIn", "wrongCode", "wrongCode", "signedIn"])
        }
    }

    @Test("A recovery code works once instead of a code, and can be renewed")
    func recoveryCodes() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let app = try await fixture.enableSecondFactor(cookie)
            let code = app.recoveryCodes[3]
            #expect(try await fixture.signIn(code: code.lowercased().replacing("-", with: " ")).status == 200)
            #expect(try await fixture.signIn(code: code).code == "wrong-code")
            let status = try await fixture.send(.get, Self.path, cookie: cookie).json
            #expect(status["isOn"] == true && status["recoveryCodes"] == 9 && status["isRequired"] == false)
            let renewed = try await fixture.send(
                .post, "\(Self.path)/recovery-codes", cookie: cookie,
                body: ["code": .string(app.code(at: fixture.clock.value))])
            #expect(renewed.status == 200)
            let codes = renewed.json["recoveryCodes"]?.arrayValue?.compactMap(\.stringValue) ?? []
            #expect(codes.count == 10 && Set(codes).isDisjoint(with: app.recoveryCodes))
            #expect(try await fixture.signIn(code: app.recoveryCodes[4]).code == "wrong-code")
            #expect(try await fixture.signIn(code: codes[0]).status == 200)
            // Neither codes nor the secret are shown again, or logged.
            for path in [Self.path, "/api/v1/session", "/api/v1/accounts", "/api/v1/access-log"] {
                let text = String(decoding: try await fixture.send(.get, path, cookie: cookie).body, as: UTF8.self)
                #expect(!codes.contains { text.contains($0) })
            }
        }
    }

    @Test("Codes are limited for an account from everywhere, and known devices have their own limit")
    func attempts() async throws {
        try await ServerFixture.with { fixture in
            let first = try await fixture.firstAccount()
            let device = try #require(first.cookies["firesteel-device"])
            let app = try await fixture.enableSecondFactor(first.session)
            // The result of guesses from other addresses, by a person who knows the password.
            let subject = "code:\(try await fixture.account("ines@example.com"))"
            try await fixture.database.write { [clock = fixture.clock] database in
                for _ in 0..<5 {
                    _ = try AttemptTable(database).begin(
                        subject, limit: .init(failures: 5, window: 900_000), now: clock.value)
                }
            }
            #expect(try await fixture.signIn(code: app.code(at: fixture.clock.value)).status == 429)
            #expect(try await fixture.signIn(code: app.recoveryCodes[0]).status == 429)
            for remaining in [4, 3, 2, 1, 0] {
                let answer = try await fixture.signIn(code: "000000", device: device)
                #expect(answer.code == "wrong-code" && answer.json["error"]?["remaining"] == .int(remaining))
            }
            #expect(try await fixture.signIn(code: app.code(at: fixture.clock.value), device: device).status == 429)
            fixture.clock.change { $0 += 16 * 60_000 }
            #expect(try await fixture.signIn(code: app.code(at: fixture.clock.value)).status == 200)
        }
    }

    @Test("Requesting the code doesn't use up attempts of the password")
    func uncounted() async throws {
        try await ServerFixture.with { fixture in
            let app = try await fixture.enableSecondFactor(try await fixture.signInFirst())
            for _ in 0..<10 { #expect(try await fixture.signIn().code == "code-required") }
            for _ in 0..<4 { #expect(try await fixture.signIn("ines@example.com", "wrong password!").status == 401) }
            #expect(try await fixture.signIn().code == "code-required")
            #expect(try await fixture.signIn(code: app.code(at: fixture.clock.value)).status == 200)
        }
    }

    @Test("Turning on needs the password lately and a code of the shown secret, within 15 minutes")
    func turningOn() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            fixture.clock.change { $0 += 31 * 60_000 }
            #expect(try await fixture.send(.post, Self.path, cookie: cookie).code == "confirmation-required")
            let confirmed = try await fixture.send(
                .post, "/api/v1/session/confirmation", cookie: cookie, body: ["password": "correct horse battery"])
            let current = confirmed.session
            let begun = try await fixture.send(.post, Self.path, cookie: current).json
            let secret = try #require(begun["secret"]?.stringValue)
            #expect(
                begun["address"]?.stringValue
                    == "otpauth://totp/Firesteel:ines@example.com?secret=\(secret)&issuer=Firesteel&algorithm=SHA1&digits=6&period=30"
            )
            let app = TimeBasedCode(secret: try #require(Base32.decoded(secret)))
            func enable(_ code: String) async throws -> ServerFixture.Answer {
                try await fixture.send(.put, Self.path, cookie: current, body: ["code": .string(code)])
            }
            #expect(try await enable("000000").code == "wrong-code")
            // Not on yet, so the password is enough.
            #expect(try await fixture.signIn().status == 200)
            fixture.clock.change { $0 += 16 * 60_000 }
            #expect(try await enable(app.code(at: TimeBasedCode.step(at: fixture.clock.value))).status == 404)
            let again = try await fixture.send(.post, Self.path, cookie: current).json["secret"]?.stringValue
            #expect(again != secret)
            let second = TimeBasedCode(secret: try #require(Base32.decoded(again ?? "")))
            #expect(try await enable(second.code(at: TimeBasedCode.step(at: fixture.clock.value))).status == 200)
            #expect(try await fixture.send(.post, Self.path, cookie: current).status == 409)
        }
    }

    @Test("Turning off needs the password and a code, and ends other sessions")
    func turningOff() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let app = try await fixture.enableSecondFactor(cookie)
            let other = try await fixture.signIn(code: app.code(at: fixture.clock.value)).session
            func turnOff(_ password: String, _ code: String) async throws -> String? {
                let answer = try await fixture.send(
                    .post, "\(Self.path)/removal", cookie: cookie,
                    body: ["password": .string(password), "code": .string(code)])
                return answer.status == 204 ? nil : answer.code
            }
            #expect(try await turnOff("wrong password!", app.recoveryCodes[0]) == "wrong-password")
            #expect(try await turnOff(ServerFixture.password, "000000") == "wrong-code")
            #expect(try await turnOff(ServerFixture.password, app.recoveryCodes[0]) == nil)
            #expect(try await fixture.isSignedIn(other) == false)
            #expect(try await fixture.isSignedIn(cookie))
            #expect(try await fixture.signIn().status == 200)
            #expect(try await fixture.send(.get, Self.path, cookie: cookie).json["recoveryCodes"] == 0)
        }
    }

    @Test("A code confirms instead of the password, and the session gets another secret")
    func confirming() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let app = try await fixture.enableSecondFactor(cookie)
            fixture.clock.change { $0 += 31 * 60_000 }
            func confirm(_ body: JSONValue, _ cookie: String) async throws -> ServerFixture.Answer {
                try await fixture.send(.post, "/api/v1/session/confirmation", cookie: cookie, body: body)
            }
            #expect(try await confirm([:], cookie).status == 400)
            #expect(try await confirm(["code": "000000"], cookie).code == "wrong-code")
            let code: JSONValue = .string(app.code(at: fixture.clock.value))
            let confirmed = try await confirm(["code": code], cookie)
            #expect(confirmed.status == 204 && confirmed.session != cookie)
            #expect(try await confirm(["code": code], confirmed.session).code == "wrong-code")
            // Requests that were under way are answered, later ones aren't.
            #expect(try await fixture.isSignedIn(cookie))
            fixture.clock.change { $0 += 6_000 }
            #expect(try await fixture.isSignedIn(cookie) == false)
            #expect(try await fixture.isSignedIn(confirmed.session))
        }
    }

    @Test("Where a second factor is required, who may change flags can only set it up")
    func required() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let editor = try await fixture.invited("tomas@example.com", role: "editor", by: cookie)
            let viewer = try await fixture.invited("jonas@example.com", role: "viewer", by: cookie)
            let rules = "/api/v1/access-rules"
            let body: JSONValue = ["requiresSecondFactor": true]
            #expect(try await fixture.send(.put, rules, cookie: editor, body: body).status == 403)
            #expect(try await fixture.send(.put, rules, cookie: cookie, body: body).status == 204)
            let items = "/api/v1/programs/documents/items"
            #expect(try await fixture.send(.get, items, cookie: viewer).status == 200)
            for person in [cookie, editor] {
                let session = try await fixture.send(.get, "/api/v1/session", cookie: person).json
                #expect(session["secondFactor"]?["isMissing"] == true && session["programs"] == [])
                for (method, path) in [
                    (.get, items), (.get, "/api/v1/sessions"), (.put, rules), (.get, "/api/v1/accounts"),
                    (.post, "/api/v1/programs"), (.put, "/api/v1/session/password"),
                ] as [(HTTPRequest.Method, String)] {
                    let answer = try await fixture.send(
                        method, path, cookie: person, body: method == .get ? nil : [:])
                    #expect(answer.status == 403 && answer.code == "second-factor-required", "\(method) \(path)")
                }
            }
            _ = try await fixture.enableSecondFactor(editor)
            #expect(try await fixture.send(.get, items, cookie: editor).status == 200)
            #expect(try await fixture.send(.delete, "/api/v1/session", cookie: cookie).status == 204)
            // Scripts have tokens, and a session that begins now is led to the same.
            let token = try await fixture.token(.admin, role: .editor)
            #expect(try await fixture.send(.get, items, token: token).status == 200)
            let again = try await fixture.signIn()
            #expect(again.json["secondFactor"]?["isMissing"] == true)
        }
    }

    @Test("An administrator removes a lost second factor, which ends the person's sessions")
    func removal() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let editor = try await fixture.invited("tomas@example.com", role: "editor", by: cookie)
            _ = try await fixture.enableSecondFactor(editor)
            let path = "/api/v1/accounts/\(try await fixture.account("tomas@example.com"))/second-factor"
            #expect(try await fixture.send(.delete, path, cookie: editor).status == 403)
            #expect(try await fixture.send(.delete, path, cookie: cookie).status == 204)
            #expect(try await fixture.send(.delete, path, cookie: cookie).status == 404)
            #expect(try await fixture.isSignedIn(editor) == false)
            #expect(try await fixture.signIn("tomas@example.com").status == 200)
            #expect(try await fixture.events(cookie).contains("secondFactorRemoved"))
        }
    }

    @Test("The command line lets an administrator in who lost password and second factor")
    func commandLine() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            _ = try await fixture.enableSecondFactor(cookie)
            let lines = try await Maintenance.change(
                [.removeSecondFactor, .resetPassword], of: "Ines@example.com", fixture.database)
            #expect(lines.count == 2)
            let code = lines[1].split(separator: "#reset=")[1].split(separator: " ")[0]
            let reset = try await fixture.send(
                .post, "/api/v1/password-resets",
                body: ["code": .string(String(code)), "password": "staple a battery to it"],
                fields: fixture.ownFields)
            #expect(reset.status == 204, "\(reset.json)")
            #expect(try await fixture.signIn("ines@example.com", "staple a battery to it").status == 200)
            await #expect(throws: MaintenanceError.self) {
                try await Maintenance.change([.enable], of: "nobody@example.com", fixture.database)
            }
        }
    }
}
