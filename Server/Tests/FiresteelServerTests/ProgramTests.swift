import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTP
import FiresteelRemote
import FiresteelServer
import FiresteelStore
import Foundation
import HTTPTypes
import Testing

@Suite("Programs", .timeLimit(.minutes(3)))
struct ProgramTests {
    private static let flag: JSONValue = [
        "type": "boolean", "variants": [["name": "on", "value": true], ["name": "off", "value": false]],
    ]

    /// Creates a flag in development, by way of the API.
    private func createFlag(_ fixture: ServerFixture, rules: JSONValue = []) async throws {
        let admin = try await fixture.token(.admin, role: .editor)
        // The flag affects all environments, which the token may not change.
        let refused = try await propose(fixture, admin, id: "create", rules)
        #expect(refused.status == 403)
        let cookie = try await fixture.signInFirst()
        let answer = try await fixture.send(
            .post, "/api/v1/programs/documents/changes", cookie: cookie, body: proposal("create", rules))
        #expect(answer.status == 200)
        #expect(answer.json["result"] == "applied")
    }

    private func proposal(_ id: String, _ rules: JSONValue) -> JSONValue {
        [
            "id": .string(id), "reason": "New",
            "edits": [
                ["kind": "flag", "name": "export", "create": Self.flag],
                [
                    "kind": "targeting", "name": "export", "environment": "development",
                    "create": ["isOn": true, "rules": rules, "otherwise": ["variant": "on"]],
                ],
            ],
        ]
    }

    private func propose(
        _ fixture: ServerFixture, _ token: String, id: String, _ rules: JSONValue
    ) async throws -> ServerFixture.Answer {
        try await fixture.send(
            .post, "/api/v1/programs/documents/changes", token: token, body: proposal(id, rules))
    }

    /// Sets whether the flag is on, as a script.
    private func setOn(_ fixture: ServerFixture, _ isOn: Bool, id: String) async throws {
        let token = try await fixture.token(.admin, role: .editor)
        let items = try await fixture.send(.get, "/api/v1/programs/documents/flags/export", token: token).json
        let targeting = items["items"]?.arrayValue?.first { $0["environment"] == "development" }
        let answer = try await fixture.send(
            .post, "/api/v1/programs/documents/changes", token: token,
            body: [
                "id": .string(id),
                "edits": [
                    [
                        "kind": "targeting", "name": "export", "environment": "development",
                        "base": targeting?["change"] ?? 0, "set": ["isOn": .bool(isOn)],
                    ]
                ],
            ])
        #expect(answer.status == 200)
    }

    @Test("A flag is evaluated for a context, with a validator", arguments: [DatabaseDialect.sqlite, .postgres])
    func evaluation(_ dialect: DatabaseDialect) async throws {
        try await ServerFixture.with(dialect) { fixture in
            try await createFlag(
                fixture,
                rules: [
                    [
                        "id": "1", "if": [["attribute": "plan", "is": "oneOf", "values": ["pro"]]],
                        "then": ["variant": "off"],
                    ]
                ])
            let token = try await fixture.token(.client)
            let pro: JSONValue = ["context": ["targetingKey": "ada", "plan": "pro"]]
            let answer = try await fixture.send(.post, "/ofrep/v1/evaluate/flags", token: token, body: pro)
            #expect(answer.status == 200)
            let flag = answer.json["flags"]?[0]
            #expect(flag?["key"] == "export" && flag?["value"] == false && flag?["variant"] == "off")
            #expect(flag?["reason"] == "TARGETING_MATCH")
            let etag = try #require(answer.fields[.eTag])
            let again = try await fixture.send(
                .post, "/ofrep/v1/evaluate/flags", token: token, body: pro, fields: [.ifNoneMatch: etag])
            #expect(again.status == 304 && again.body.isEmpty)
            // Another context has another validator.
            let other = try await fixture.send(
                .post, "/ofrep/v1/evaluate/flags", token: token, body: ["context": ["targetingKey": "bob"]],
                fields: [.ifNoneMatch: etag])
            #expect(other.json["flags"]?[0]?["value"] == true)
            let one = try await fixture.send(
                .post, "/ofrep/v1/evaluate/flags/export", token: token, body: pro)
            #expect(one.json["value"] == false)
            let missing = try await fixture.send(
                .post, "/ofrep/v1/evaluate/flags/a%2Fb", token: token, body: pro)
            #expect(
                missing.status == 404 && missing.json["errorCode"] == "FLAG_NOT_FOUND" && missing.json["key"] == "a/b")
            // Rules stay on the server.
            #expect(try await fixture.send(.get, "/flags/v1/definitions", token: token).status == 401)
        }
    }

    @Test("An import says that rollouts of another version may be drawn for other people", arguments: ["v2", "v3"])
    func importedVersion(_ version: String) async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let answer = try await fixture.send(
                .post, "/api/v1/programs/documents/imports?environment=development&preview=1", cookie: cookie,
                body: [
                    "flags": [
                        "search": [
                            "state": "ENABLED", "variants": ["on": true, "off": false], "defaultVariant": "off",
                            "targeting": ["fractional": [["on", 1], ["off", 1]]],
                        ]
                    ], "metadata": ["fractional": .string(version)],
                ])
            #expect(answer.status == 200)
            let note: JSONValue = """
                Version v3 of “fractional” is omitted. Rollouts are drawn by v2, so people may get \
                other variants.
                """
            let expected: JSONValue = version == "v3" ? [note] : []
            let messages = answer.json["diagnostics"]?.arrayValue?.compactMap { $0["message"] }
            #expect(messages.map { .array($0) } == expected)
        }
    }

    @Test(
        "A body that isn't an evaluation is an error of the protocol",
        arguments: [
            ("", "PARSE_ERROR"), ("[]", "PARSE_ERROR"), ("{}", "INVALID_CONTEXT"),
            ("{\"context\":1}", "INVALID_CONTEXT"),
            ("{\"context\":{\"targetingKey\":1}}", "INVALID_CONTEXT"),
        ])
    func malformed(_ body: String, _ code: String) async throws {
        try await ServerFixture.with { fixture in
            let token = try await fixture.token(.client)
            var request = HTTPRequestMessage(
                .post, fixture.base.appending(path: "ofrep/v1/evaluate/flags"),
                fields: [.authorization: "Bearer \(token)"])
            request.body = Array(body.utf8)
            let response = try await URLSessionTransport().send(request, limits: HTTPLimits())
            #expect(response.status == 400)
            #expect(try JSONValue(json: response.body)["errorCode"] == .string(code))
        }
    }

    @Test("A change reaches running programs, and the server knows which have it", arguments: ["server", "client"])
    func propagation(_ kind: String) async throws {
        try await ServerFixture.with { fixture in
            try await createFlag(fixture)
            let token = try await fixture.token(AccessToken.Kind(rawValue: kind) ?? .client)
            var options = RemoteFlagOptions()
            options.interval = .seconds(600)
            let provider = RemoteFlagProvider.firesteel(
                fixture.base, token: token, version: "3.4.1", transport: URLSessionTransport(), options: options)
            let stack = FlagStack([provider])
            let flag = Flag("export", default: true)
            provider.start()
            defer { provider.stop() }
            let reader = try await fixture.token(.admin, role: .viewer)
            // The program is connected by its stream, so the next change doesn't wait for a poll.
            try await eventually {
                let connections = try await fixture.send(.get, "/api/v1/programs/documents/connections", token: reader)
                return connections.json["connections"]?[0]?["instances"] == 1
            }
            try await eventually { provider.status.state == .ready && stack.value(of: flag) == true }
            try await setOn(fixture, false, id: "off")
            try await eventually { stack.value(of: flag) == false }
            try await eventually {
                let connection = try await fixture.send(
                    .get, "/api/v1/programs/documents/connections", token: reader
                ).json["connections"]?[0]
                return connection?["revision"] == 2 && connection?["version"] == "3.4.1"
            }
            try await setOn(fixture, true, id: "on")
            try await eventually { stack.value(of: flag) == true }
        }
    }

    @Test("A program keeps its flags while the server is down")
    func outage() async throws {
        try await ServerFixture.with { fixture in
            try await createFlag(fixture)
            try await setOn(fixture, false, id: "off")
            let token = try await fixture.token(.server)
            let provider = RemoteFlagProvider.firesteel(
                fixture.base, token: token, transport: URLSessionTransport())
            let stack = FlagStack([provider])
            try await provider.refresh()
            #expect(stack.value(of: Flag("export", default: true)) == false)
            await fixture.server.stop()
            await #expect(throws: (any Error).self) { try await provider.refresh() }
            #expect(stack.value(of: Flag("export", default: true)) == false)
            #expect(provider.status.state == .stale)
            #expect(provider.status.revision == 2 && provider.status.address == fixture.base.absoluteString)
        }
    }

    @Test("The address of a stream can't be guessed, changed or used after its time")
    func streamAddress() async throws {
        try await ServerFixture.with { fixture in
            let token = try await fixture.token(.client)
            let answer = try await fixture.send(.post, "/ofrep/v1/evaluate/flags", token: token, body: ["context": [:]])
            let path = try #require(answer.json["eventStreams"]?[0]?["endpoint"]?["requestUri"]?.stringValue)
            for other in [
                path.replacing("development", with: "production"), path.replacing(".documents.", with: ".other."),
                String(path.dropLast()), "/events/v1/x",
            ] {
                #expect(try await fixture.send(.get, other).status == 404)
            }
            fixture.clock.change { $0 += 3 * 3_600_000 }
            #expect(try await fixture.send(.get, path).status == 404)
        }
    }

    @Test("A revoked token's streams end, and its address opens no more", .timeLimit(.minutes(2)))
    func revokedStream() async throws {
        try await ServerFixture.with { fixture in
            let token = try await fixture.token(.server)
            let other = try await fixture.token(.server)
            func address(_ token: String) async throws -> String {
                let answer = try await fixture.send(.get, "/flags/v1/definitions?eventStreams=1", token: token)
                return try #require(answer.json["eventStreams"]?[0]?["endpoint"]?["requestUri"]?.stringValue)
            }
            func stream(_ path: String) async throws -> HTTPResponseMessage<HTTPBody> {
                let url = try ServerFixture.url("\(fixture.base.absoluteString)\(path)")
                return try await URLSessionTransport().stream(HTTPRequestMessage(.get, url))
            }
            let path = try await address(token)
            let revoked = try await stream(path)
            let remaining = try await stream(try await address(other))
            // As another node does; this one ends the streams when it reads tokens again.
            try await fixture.database.write { database in
                let hash = Secret.hash(token)
                let id = try TokenTable(database).tokens(hashes: [hash])[hash]?.id ?? ""
                try TokenTable(database).revoke(id, time: fixture.clock.value)
                try CounterTable(database).countAccess()
            }
            // Its body ends; without an end the test exceeds its time.
            for try await _ in revoked.body {}
            let answer = try await fixture.send(.get, path)
            #expect(answer.status == 404 && answer.code == "not-found")
            #expect(try await fixture.send(.get, path).status == 404)
            // That of another token continues.
            try await createFlag(fixture)
            var text = ""
            for try await piece in remaining.body {
                text += String(decoding: piece, as: UTF8.self)
                if text.contains("\"revision\":1") { break }
            }
            #expect(text.contains("\"revision\":1"))
        }
    }

    @Test("Every stream has heartbeats, and ends when it is old", .timeLimit(.minutes(2)))
    func heartbeats() async throws {
        try await ServerFixture.with {
            $0.heartbeat = .milliseconds(160)
        } _: { fixture in
            let token = try await fixture.token(.server)
            let answer = try await fixture.send(.get, "/flags/v1/definitions?eventStreams=1", token: token)
            let path = try #require(answer.json["eventStreams"]?[0]?["endpoint"]?["requestUri"]?.stringValue)
            let beating = Shared<Set<Int>>([])
            // More than there are parts of a heartbeat.
            try await withThrowingTaskGroup { group in
                for index in 0..<20 {
                    group.addTask {
                        let url = try ServerFixture.url("\(fixture.base.absoluteString)\(path)")
                        let stream = try await URLSessionTransport().stream(HTTPRequestMessage(.get, url))
                        var text = ""
                        for try await piece in stream.body {
                            text += String(decoding: piece, as: UTF8.self)
                            guard text.components(separatedBy: ": alive\n\n").count > 3 else { continue }
                            beating.change { $0.insert(index) }
                            guard beating.value.count == 20 else { continue }
                            // More than the maximum lifetime.
                            fixture.clock.change { $0 += 3_700_000 }
                        }
                        #expect(text.hasPrefix("retry: 2000\n: connected\n\n"))
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
