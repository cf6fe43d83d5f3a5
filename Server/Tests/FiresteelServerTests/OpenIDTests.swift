import Crypto
import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTP
import FiresteelServer
import FiresteelStore
import Foundation
import HTTPTypes
import JWTKit
import Testing

@Suite("OpenID Connect", .timeLimit(.minutes(3)))
struct OpenIDTests {
    private static let origin = "https://flags.example.com"
    private static let person: [String: JSONValue] = [
        "sub": "248289761001", "email": "Mara@Example.com", "email_verified": true, "name": "Mara Lindt",
    ]

    static func challenge(of verifier: String) async throws -> String {
        Data(SHA256.hash(data: Data(verifier.utf8))).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// A server with a provider, and the browser of a person.
    private struct Setting: Sendable {
        let fixture: ServerFixture
        let provider: OpenIDProviderDouble

        /// Sends a request of a page, with cookies.
        func send(
            _ method: HTTPRequest.Method, _ path: String, _ cookies: [String: String] = [:], body: JSONValue? = nil
        ) async throws -> ServerFixture.Answer {
            var fields: HTTPFields = [.origin: OpenIDTests.origin, .ownPage: "1"]
            if !cookies.isEmpty { fields[.cookie] = cookies.map { "\($0)=\($1)" }.joined(separator: "; ") }
            return try await fixture.send(method, "/api/v1/\(path)", body: body, fields: fields)
        }

        /// Begins at the server and signs in at the provider; returns what the browser is sent back with.
        func begin(
            _ purpose: String = "sign-in", _ cookies: [String: String] = [:]
        ) async throws -> (cookies: [String: String], body: [String: JSONValue]) {
            let started = try await send(.post, "session/openid/start", cookies, body: ["purpose": .string(purpose)])
            #expect(started.status == 200, "\(started.json)")
            let (code, query) = try provider.authorize(started.json["address"]?.stringValue ?? "")
            let cookies = cookies.merging(started.cookies) { $1 }
            return (cookies, ["code": .string(code), "state": .string(query["state"] ?? "")])
        }

        /// Signs in as the provider's person.
        func signIn(
            _ purpose: String = "sign-in", _ cookies: [String: String] = [:]
        ) async throws -> ServerFixture.Answer {
            let (cookies, body) = try await begin(purpose, cookies)
            return try await send(.post, "session/openid", cookies, body: .object(body))
        }

        func invite(_ email: String, _ role: Role = .editor) async throws {
            try await fixture.database.write { [fixture] database in
                try InvitationTable(database).add(
                    Invitation(
                        hash: Secret.hash(Secret.random()), program: "documents", membership: Membership(role: role),
                        email: email, created: fixture.clock.value, createdBy: "Ines",
                        expires: fixture.clock.value + 7 * 86_400_000))
            }
        }
    }

    /// Starts a server, by default with an account, so that it accepts others.
    private func with(
        domains: [String] = [], role: Role? = nil, hasAccount: Bool = true,
        _ body: (Setting) async throws -> Void
    ) async throws {
        let clock = Shared(Int64(Date().timeIntervalSince1970 * 1_000))
        let provider = OpenIDProviderDouble { clock.value }
        provider.change { $0.person = Self.person }
        let configuration = try OpenIDConfiguration(
            issuer: OpenIDProviderDouble.issuer, clientID: OpenIDProviderDouble.clientID,
            clientSecret: OpenIDProviderDouble.secret, name: "Example", domains: domains, role: role,
            origin: Self.origin)
        try await ServerFixture.with(
            configure: { server in
                server.origin = Self.origin
                server.openID = configuration
                server.openIDTransport = provider
                server.clock = { clock.value }
            },
            { fixture in
                let fixture = ServerFixture(
                    server: fixture.server, database: fixture.database, base: fixture.base, clock: clock)
                if hasAccount {
                    _ = try await fixture.database.write {
                        try AccountTable($0).create(
                            email: "ines@example.com", name: "Ines", password: "", isAdministrator: true, time: 1)
                    }
                }
                try await body(Setting(fixture: fixture, provider: provider))
            })
    }

    @Test("An invited person gets an account, which belongs to the identity and not to the address")
    func signIn() async throws {
        try await with { setting in
            try await setting.invite("mara@example.com")
            let first = try await setting.signIn()
            #expect(first.status == 200, "\(first.json)")
            #expect(first.json["account"]?["email"] == "mara@example.com")
            #expect(first.json["account"]?["hasPassword"] == false)
            #expect(first.json["programs"]?[0]?["role"] == "editor")
            #expect(first.cookies.keys.allSatisfy { $0.hasPrefix("__Host-") })
            let session = try await setting.send(.get, "session", first.cookies)
            #expect(session.status == 200, "\(session.json)")
            setting.provider.change { $0.person = ["sub": "248289761001", "email": "other@example.com"] }
            let second = try await setting.signIn()
            #expect(second.json["account"]?["id"] == first.json["account"]?["id"])
            let events = try await setting.fixture.database.read {
                try AccessLogTable($0).page(of: nil, before: .max, limit: 10).map(\.event)
            }
            #expect(events == ["signedIn", "signedIn", "invitationAccepted", "accountCreated"])
        }
    }

    @Test("The request has PKCE, state and nonce, and the secret stays on the server")
    func request() async throws {
        try await with { setting in
            let started = try await setting.send(.post, "session/openid/start", body: ["purpose": "sign-in"])
            let address = try #require(started.json["address"]?.stringValue)
            let query = try setting.provider.authorize(address).query
            #expect(address.hasPrefix("https://login.example.com/authorize?"))
            #expect(query["redirect_uri"] == "https://flags.example.com/sign-in/callback")
            #expect(query["response_type"] == "code" && query["scope"] == "openid email profile")
            #expect(query["code_challenge"]?.count == 43 && query["code_challenge_method"] == "S256")
            #expect(query["state"]?.count == 43 && query["nonce"]?.count == 43 && query["state"] != query["nonce"])
            let cookie = try #require(started.cookies["__Host-firesteel-openid"])
            for value in query.values { #expect(!cookie.contains(value)) }
            #expect(!String(decoding: started.body, as: UTF8.self).contains("s3cret"))
            let again = try await setting.send(.post, "session/openid/start", body: ["purpose": "sign-in"])
            #expect(again.json["address"]?.stringValue != address)
        }
    }

    /// Changes of what the provider signs, by which others could sign in.
    private static let hostile: [(String, @Sendable (inout OpenIDProviderDouble.State) -> Void)] = [
        (
            "no signature",
            {
                $0.header["alg"] = "none"; $0.signature = []
            }
        ),
        (
            "no signature, in other letters",
            {
                $0.header["alg"] = "nOnE"; $0.signature = [1]
            }
        ),
        (
            "a hash with the public key",
            {
                $0.header["alg"] = "HS256"; $0.signature = Array(repeating: 7, count: 32)
            }
        ),
        ("another algorithm", { $0.header["alg"] = "RS256" }),
        ("an unknown algorithm", { $0.header["alg"] = "XX1" }),
        ("no algorithm", { $0.header["alg"] = nil }),
        ("a key of one's own", { $0.signer = ES256PrivateKey() }),
        (
            "a key in the header",
            {
                $0.header["jwk"] = ["kty": "EC"]; $0.signer = ES256PrivateKey()
            }
        ),
        (
            "an unknown key",
            {
                $0.header["kid"] = "b"; $0.signer = ES256PrivateKey()
            }
        ),
        ("a critical part", { $0.header["crit"] = ["exp"] }),
        ("a damaged signature", { $0.signature = Array(repeating: 1, count: 64) }),
        ("another issuer", { $0.claims["iss"] = "https://evil.example.com" }),
        ("the issuer with a slash", { $0.claims["iss"] = "https://login.example.com/" }),
        ("no issuer", { $0.omitted = ["iss"] }),
        ("another client", { $0.claims["aud"] = "other" }),
        ("no client", { $0.omitted = ["aud"] }),
        ("several clients", { $0.claims["aud"] = ["firesteel", "other"] }),
        ("requested by another client", { $0.claims["azp"] = "other" }),
        ("expired", { $0.claims["exp"] = 1_000_000 }),
        ("no expiry", { $0.omitted = ["exp"] }),
        ("an expiry that is a text", { $0.claims["exp"] = "99999999999" }),
        ("issued long ago", { $0.claims["iat"] = 1_000_000 }),
        ("issued in the future", { $0.claims["iat"] = 9_999_999_999 }),
        ("not valid yet", { $0.claims["nbf"] = 9_999_999_999 }),
        ("another nonce", { $0.claims["nonce"] = "x" }),
        ("no nonce", { $0.omitted = ["nonce"] }),
        ("no person", { $0.omitted = ["sub"] }),
        ("an empty person", { $0.claims["sub"] = "" }),
        ("a person that is a number", { $0.claims["sub"] = 248_289_761_001 }),
    ]

    @Test("A token that anything is wrong with signs no one in")
    func hostileTokens() async throws {
        try await with { setting in
            try await setting.invite("mara@example.com")
            let normal = setting.provider.change { $0 }
            for (name, change) in Self.hostile {
                // Each is an attempt from this address.
                setting.fixture.clock.change { $0 += 60_000 }
                setting.provider.change { state in
                    state = normal
                    change(&state)
                }
                let answer = try await setting.signIn()
                #expect(answer.status == 403 && answer.code == "sign-in-refused", "\(name): \(answer.json)")
                #expect(answer.cookies["__Host-firesteel"] == nil, "\(name)")
            }
            setting.provider.change { $0 = normal }
            #expect(try await setting.signIn().status == 200)
        }
    }

    @Test("Only the browser that began can finish, once, within ten minutes, with the provider it began with")
    func boundToBrowser() async throws {
        try await with { setting in
            try await setting.invite("mara@example.com")
            func finish(_ cookies: [String: String], _ body: [String: JSONValue]) async throws -> String? {
                try await setting.send(.post, "session/openid", cookies, body: .object(body)).code
            }
            let (cookies, body) = try await setting.begin()
            let other = try await setting.begin()
            #expect(try await finish([:], body) == "sign-in-expired")
            #expect(try await finish(other.cookies, body) == "sign-in-expired")
            #expect(try await finish(cookies, body.merging(["state": "x"]) { $1 }) == "sign-in-expired")
            #expect(try await finish(cookies, body.merging(["code": .null]) { $1 }) == "sign-in-expired")
            let evil = body.merging(["iss": "https://evil.example.com"]) { $1 }
            #expect(try await finish(cookies, evil) == "sign-in-refused")
            #expect(
                try await finish(cookies, ["state": body["state"] ?? .null, "error": "access_denied"])
                    == "sign-in-denied")
            // The code of another request: its verifier is another one.
            let stolen = body.merging(["code": other.body["code"] ?? .null]) { $1 }
            #expect(try await finish(cookies, stolen) == "sign-in-expired")
            #expect(setting.provider.change { $0.complaint } == "verifier")
            #expect(try await finish(cookies, body) == nil)
            #expect(try await finish(cookies, body) == "sign-in-expired")
            let late = try await setting.begin()
            setting.fixture.clock.change { $0 += 10 * 60_000 }
            #expect(try await finish(late.cookies, late.body) == "sign-in-expired")
        }
    }

    @Test(
        "A new key is looked up when a token names it, a withdrawn one is forgotten, and unknown names cause few requests"
    )
    func rotation() async throws {
        try await with { setting in
            try await setting.invite("mara@example.com")
            #expect(try await setting.signIn().status == 200)
            setting.fixture.clock.change { $0 += 60_000 }
            setting.provider.change { state in
                state.published["b"] = ES256PrivateKey()
                state.header["kid"] = "b"
            }
            #expect(try await setting.signIn().status == 200)
            let old = setting.provider.change { $0.published["b"] }
            setting.provider.change { state in
                state.published = ["c": ES256PrivateKey()]
                state.signer = old
            }
            setting.fixture.clock.change { $0 += 3_600_000 }
            #expect(try await setting.signIn().code == "sign-in-refused")
            let before = setting.provider.change { $0.requests["/keys"] ?? 0 }
            for name in ["d", "e", "f"] {
                setting.provider.change { $0.header["kid"] = .string(name) }
                #expect(try await setting.signIn().code == "sign-in-refused")
            }
            #expect(setting.provider.change { $0.requests["/keys"] ?? 0 } == before)
        }
    }

    @Test("People without an invitation, an allowed domain or a verified address can't sign in")
    func refusedPeople() async throws {
        try await with(domains: ["example.com"], role: .viewer) { setting in
            func code(_ person: [String: JSONValue]) async throws -> String? {
                setting.fixture.clock.change { $0 += 60_000 }
                setting.provider.change { $0.person = person }
                return try await setting.signIn().code
            }
            #expect(try await code(["sub": "1"]) == "email-unverified")
            #expect(try await code(["sub": "1", "email": "a@example.com"]) == "email-unverified")
            #expect(
                try await code(["sub": "1", "email": "a@example.com", "email_verified": false]) == "email-unverified")
            for email in [
                "a@other.org", "a@sub.example.com", "a@evilexample.com", "a@example.com@other.org",
            ] {
                let found = try await code(["sub": "1", "email": .string(email), "email_verified": true])
                #expect(found == "no-account", "\(email)")
            }
            #expect(try await code(["sub": "1", "email": "example.com", "email_verified": true]) == "invalid")
            let people = try await setting.fixture.database.read { try AccountTable($0).all() }
            #expect(people.map(\.email) == ["ines@example.com"])
            // The account of the address belongs to the first identity with it.
            #expect(try await code(["sub": "ines", "email": "ines@example.com", "email_verified": true]) == nil)
            #expect(
                try await code(["sub": "evil", "email": "ines@example.com", "email_verified": true]) == "wrong-account")
            // The same subject of the domain, with a role.
            #expect(try await code(["sub": "2", "email": "Tomas@Example.com", "email_verified": "true"]) == nil)
            let roles = try await setting.fixture.database.read { database in
                let account = try AccountTable(database).account(email: "tomas@example.com")
                return try AccountTable(database).memberships(of: account?.id ?? "")
            }
            #expect(roles.mapValues(\.role) == ["documents": .viewer, "other": .viewer])
            try await setting.fixture.database.write { database in
                var account = try #require(try AccountTable(database).account(email: "tomas@example.com"))
                account.isDisabled = true
                try AccountTable(database).update(account)
            }
            #expect(try await code(["sub": "2", "email": "tomas@example.com", "email_verified": true]) == "no-account")
        }
    }

    @Test("Without any account, the printed code is still what the first one needs")
    func firstAccount() async throws {
        try await with(domains: ["example.com"], hasAccount: false) { setting in
            let answer = try await setting.signIn()
            #expect(answer.code == "no-first-account")
            let code = try await setting.fixture.server.newFirstAccountCode()
            #expect(code != nil)
        }
    }

    @Test("A change of a protected environment needs the same person at the provider, who signs in again")
    func confirmation() async throws {
        try await with { setting in
            try await setting.invite("mara@example.com", .admin)
            let cookies = try await setting.signIn().cookies
            setting.fixture.clock.change { $0 += 31 * 60_000 }
            func invite() async throws -> ServerFixture.Answer {
                try await setting.send(
                    .post, "programs/documents/invitations", cookies, body: ["email": "a@b.example", "role": "viewer"])
            }
            #expect(try await invite().code == "confirmation-required")
            // Without a time of signing in, the provider may have requested nothing.
            #expect(try await setting.signIn("confirm", cookies).code == "sign-in-refused")
            let old = Int(setting.fixture.clock.value / 1_000) - 600
            setting.provider.change { $0.claims["auth_time"] = .int(old) }
            #expect(try await setting.signIn("confirm", cookies).code == "sign-in-refused")
            setting.provider.change { $0.claims["auth_time"] = .int(old + 600) }
            setting.provider.change { $0.person["sub"] = "another" }
            #expect(try await setting.signIn("confirm", cookies).code == "wrong-account")
            #expect(try await invite().code == "confirmation-required")
            setting.provider.change { $0.person["sub"] = "248289761001" }
            let started = try await setting.send(.post, "session/openid/start", cookies, body: ["purpose": "confirm"])
            #expect(started.json["address"]?.stringValue?.contains("prompt=login&max_age=0") == true)
            #expect(try await setting.signIn("confirm", cookies).status == 200)
            #expect(try await invite().status == 201)
            // Without a session there is nothing to confirm.
            #expect(try await setting.signIn("confirm").status == 401)
        }
    }

    @Test("The address may be in a separate response about the same person")
    func userInfo() async throws {
        try await with { setting in
            try await setting.invite("mara@example.com")
            setting.provider.change { state in
                state.hasUserInfo = true
                state.claims["sub"] = "another"
            }
            #expect(try await setting.signIn().code == "sign-in-refused")
            setting.provider.change { $0.claims = [:] }
            #expect(try await setting.signIn().json["account"]?["email"] == "mara@example.com")
        }
    }

    @Test("A provider that can't be reached or used is named, and used again once it can")
    func unusableProvider() async throws {
        try await with { setting in
            func start() async throws -> String? {
                let answer = try await setting.send(.post, "session/openid/start", body: ["purpose": "sign-in"])
                #expect(answer.status == 503 || answer.status == 200)
                return answer.code
            }
            setting.provider.change { $0.isUnreachable = true }
            #expect(try await start() == "provider-unavailable")
            setting.provider.change { $0.isUnreachable = false }
            for (name, value) in [
                ("issuer", "https://evil.example.com"), ("token_endpoint", "http://login.example.com/token"),
                ("jwks_uri", "file:///etc/passwd"), ("authorization_endpoint", "javascript:alert(1)"),
                ("userinfo_endpoint", "https://a:b@login.example.com/"),
            ] {
                setting.provider.change { $0.configuration = [name: .string(value)] }
                let code = try await start()
                #expect(code == "provider-unavailable", "\(name)")
            }
            setting.provider.change { $0.configuration = [:] }
            #expect(try await start() == nil)
        }
    }

    @Test("People who sign in at the same time share one read of the provider's configuration, also after it failed")
    func sharedReading() async throws {
        try await with { setting async throws in
            @Sendable func start() async throws -> Int {
                try await setting.send(.post, "session/openid/start", body: ["purpose": "sign-in"]).status
            }
            func startMany() async throws -> Set<Int> {
                try await withThrowingTaskGroup { group in
                    for _ in 0..<20 { group.addTask { try await start() } }
                    return try await group.reduce(into: []) { $0.insert($1) }
                }
            }
            setting.provider.change { $0.isUnreachable = true }
            #expect(try await startMany() == [503])
            setting.provider.change { state in
                state.isUnreachable = false
                state.requests = [:]
            }
            #expect(try await startMany() == [200])
            #expect(setting.provider.change { $0.requests["/.well-known/openid-configuration"] } == 1)
        }
    }

    @Test("A configuration that isn't safe is refused, with the remedy")
    func configurations() {
        func error(
            issuer: String = "https://login.example.com", client: String = "x", domains: [String] = [],
            role: Role? = nil, origin: String? = "https://flags.example.com"
        ) -> OpenIDConfigurationError? {
            do {
                _ = try OpenIDConfiguration(
                    issuer: issuer, clientID: client, clientSecret: nil, domains: domains, role: role, origin: origin)
                return nil
            } catch {
                return error
            }
        }
        #expect(error() == nil)
        #expect(error(issuer: "http://localhost:9400", origin: "http://127.0.0.1:8090") == nil)
        for issuer in [
            "http://login.example.com", "login.example.com", "https://login.example.com?x=1", "https://a:b@c.example",
            "",
        ] { #expect(error(issuer: issuer) == .issuer(issuer)) }
        #expect(error(client: "") == .noClientID)
        #expect(error(origin: nil) == .noOrigin && error(origin: "http://flags.example.com") == .noOrigin)
        #expect(error(domains: ["*"]) == .domain("*") && error(domains: [""]) == .domain(""))
        #expect(error(role: .viewer) == .roleWithoutDomain)
        #expect(error(domains: ["example.com"], role: .admin) == .role)
    }
}
