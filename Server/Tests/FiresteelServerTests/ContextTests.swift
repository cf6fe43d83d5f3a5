import Crypto
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

@Suite("Catalogues and recent contexts", .timeLimit(.minutes(2)))
struct ContextTests {
    private static let catalogue = """
        {"format": "1.1", "program": {"name": "Documents", "version": "3.4.1", "build": ""}, "library": "1", "features": [],
        "flags": [{"key": "export", "type": "bool", "valueType": "Bool", "default": false, "kind": "release",
        "file": "Documents/Flags.swift", "line": 12}], "requirements": [],
        "attributes": [{"name": "plan", "type": "string", "values": ["free", "pro"]}]}
        """
    private static let digest = HTTPField.Name("Content-Digest") ?? .origin
    private static let version = HTTPField.Name("X-Firesteel-Version") ?? .origin
    private static let wanted = HTTPField.Name("X-Firesteel-Catalogue") ?? .origin

    private func put(
        _ fixture: ServerFixture, _ body: String, version: String = "3.4.1", token: String, digest: String? = nil
    ) async throws -> ServerFixture.Answer {
        let url = try ServerFixture.url("\(fixture.base.absoluteString)/ingest/v1/catalogues/\(version)")
        var request = HTTPRequestMessage(.put, url, fields: [.contentType: "application/json"], body: Array(body.utf8))
        let hash = Data(SHA256.hash(data: Data(body.utf8))).base64EncodedString()
        request.fields[Self.digest] = digest ?? "sha-256=:\(hash):"
        request.fields[.authorization] = "Bearer \(token)"
        let response = try await URLSessionTransport().send(request, limits: HTTPLimits())
        return ServerFixture.Answer(status: response.status.code, fields: response.fields, body: response.body)
    }

    /// Creates a flag that is on in development for people with the plan “pro”, and returns the cookie of its author.
    private func createFlag(_ fixture: ServerFixture) async throws -> String {
        let cookie = try await fixture.signInFirst()
        let targeting: JSONValue = [
            "isOn": true, "otherwise": ["variant": "off"],
            "rules": [
                [
                    "id": "1", "if": [["attribute": "plan", "is": "oneOf", "values": ["pro"]]],
                    "then": ["variant": "on"],
                ]
            ],
        ]
        let answer = try await fixture.propose(
            "create", ServerFixture.edits(creating: "export", targeting: targeting), cookie: cookie)
        #expect(answer.status == 200)
        return cookie
    }

    @Test("A program sends its catalogue when the server lacks that of its version, and one of many is asked")
    func sentOnce() async throws {
        try await ServerFixture.with { fixture in
            let token = try await fixture.token(.server)
            let created = Shared(0)
            let provider = RemoteFlagProvider.firesteel(
                fixture.base, token: token, version: "3.4.1", transport: URLSessionTransport(),
                catalogue: {
                    created.change { $0 += 1 }
                    return Data(Self.catalogue.utf8)
                })
            try await provider.refresh()
            try await provider.refresh()
            #expect(created.value == 1)
            #expect(provider.status.error == nil)
            let cookie = try await createFlag(fixture)
            let known = try await fixture.send(
                .get, "/api/v1/programs/documents/catalogue?flag=export", cookie: cookie
            ).json
            #expect(known["versions"]?[0]?["version"] == "3.4.1")
            #expect(known["attributes"]?[0]?["name"] == "plan")
            #expect(known["attributes"]?[0]?["values"] == ["free", "pro"])
            #expect(known["declarations"]?[0]?["file"] == "Documents/Flags.swift")
            #expect(known["declarations"]?[0]?["line"] == 12)
            // Of another version the first instance is asked, and others only after a while.
            for expected in ["wanted", nil] {
                let answer = try await fixture.send(
                    .get, "/flags/v1/definitions", token: token, fields: [Self.version: "3.4.2"])
                #expect(answer.fields[Self.wanted] == expected)
            }
            fixture.clock.change { $0 += 31_000 }
            let later = try await fixture.send(
                .get, "/flags/v1/definitions", token: token, fields: [Self.version: "3.4.2"])
            #expect(later.fields[Self.wanted] == "wanted")
            let client = try await fixture.send(
                .post, "/ofrep/v1/evaluate/flags", token: try await fixture.token(.client), body: ["context": [:]],
                fields: [Self.version: "3.4.3"])
            #expect(client.status == 200 && client.fields[Self.wanted] == nil)
        }
    }

    @Test("A catalogue that is damaged, incomplete, too new or from an app is refused")
    func refused() async throws {
        try await ServerFixture.with { fixture in
            let token = try await fixture.token(.server)
            let wrong = try await put(fixture, Self.catalogue, token: token, digest: "sha-256=:AAAA:")
            #expect(wrong.status == 400)
            for body in ["", "[]", "{", #"{"format": "2.0"}"#, #"{"format": "1.0", "flags": []}"#] {
                #expect(try await put(fixture, body, token: token).status == 400, "\(body)")
            }
            let deep = String(repeating: "[", count: 100_000)
            #expect(try await put(fixture, deep, token: token).status == 400)
            let long = try await put(fixture, Self.catalogue, version: String(repeating: "1", count: 65), token: token)
            #expect(long.status == 400)
            let client = try await put(fixture, Self.catalogue, token: try await fixture.token(.client))
            #expect(client.status == 401)
            let large = try await put(fixture, String(repeating: " ", count: 2 << 20 + 1), token: token)
            #expect(large.status == 413)
            #expect(try await put(fixture, Self.catalogue, token: token).status == 204)
            #expect(try await put(fixture, Self.catalogue, token: token).status == 204)
        }
    }

    @Test("Old versions make room for new ones", arguments: [DatabaseDialect.sqlite, .postgres])
    func pruned(_ dialect: DatabaseDialect) async throws {
        try await ServerFixture.with(dialect) { fixture in
            let token = try await fixture.token(.server)
            for number in 1...22 {
                fixture.clock.change { $0 += 1 }
                let answer = try await put(fixture, Self.catalogue, version: "1.\(number)", token: token)
                #expect(answer.status == 204)
            }
            let versions = try await fixture.database.read { try CatalogueTable($0).versions(of: "documents") }
            #expect(versions.count == CatalogueTable.maximumVersions)
            #expect(versions.first?.version == "1.22" && versions.last?.version == "1.3")
        }
    }

    @Test("An unsaved edit is compared for recent contexts, of which rare values stay hidden")
    func comparison() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await createFlag(fixture)
            let token = try await fixture.token(.client)
            let path = "/api/v1/programs/documents/environments/development/comparisons"
            let items = try await fixture.send(.get, "/api/v1/programs/documents/items", cookie: cookie).json["items"]
            let targeting = items?.arrayValue?.first { $0["environment"] == "development" }
            let edit: JSONValue = [
                "edits": [
                    [
                        "kind": "targeting", "name": "export", "environment": "development",
                        "base": targeting?["change"] ?? 0, "set": ["isOn": false],
                    ]
                ]
            ]
            let empty = try await fixture.send(.post, path, cookie: cookie, body: edit).json
            #expect(empty["contexts"] == 0 && empty["since"] == .null && empty["flags"] == [])
            for number in 1...10 {
                let context: JSONValue = [
                    "targetingKey": .string("user-\(number)"), "plan": .string(number > 3 ? "pro" : "free"),
                    "email": .string("user-\(number)@example.com"),
                ]
                for _ in 1...2 {
                    let answer = try await fixture.send(
                        .post, "/ofrep/v1/evaluate/flags", token: token, body: ["context": context])
                    #expect(answer.status == 200)
                }
            }
            let found = try await fixture.send(.post, path, cookie: cookie, body: edit).json
            #expect(found["contexts"] == 10)
            let flag = found["flags"]?[0]
            #expect(flag?["name"] == "export" && flag?["changed"] == 7)
            #expect(flag?["transitions"] == [["from": "on", "to": "off", "count": 7]])
            #expect(flag?["attributes"] == [["name": "plan", "values": [["value": "pro", "count": 7]]]])
            let text = found.json()
            #expect(!text.contains("user-") && !text.contains("example.com"))
            // The names of attributes are offered, without their values.
            let known = try await fixture.send(.get, "/api/v1/programs/documents/catalogue", cookie: cookie).json
            #expect(known["attributes"]?.arrayValue?.compactMap { $0["name"]?.stringValue } == ["email", "plan"])
            #expect(known["attributes"]?[0]?["values"] == [] && known["attributes"]?[0]?["isDeclared"] == false)
            // After a day without an evaluation they are forgotten.
            fixture.clock.change { $0 += 86_400_001 }
            let script = try await fixture.token(.admin, role: .viewer)
            #expect(try await fixture.send(.post, path, token: script, body: edit).json["contexts"] == 0)
        }
    }

    @Test("A value is shown once five people have it, however many contexts one person has")
    func peopleAreCounted() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await createFlag(fixture)
            let token = try await fixture.token(.client)
            let root = "/api/v1/programs/documents"
            let items = try await fixture.send(.get, "\(root)/items", cookie: cookie).json["items"]
            let targeting = items?.arrayValue?.first { $0["environment"] == "development" }
            let edit: JSONValue = [
                "edits": [
                    [
                        "kind": "targeting", "name": "export", "environment": "development",
                        "base": targeting?["change"] ?? 0, "set": ["isOn": false],
                    ]
                ]
            ]
            func evaluate(_ person: String?, city: String, screen: Int) async throws {
                var context: [String: JSONValue] = [
                    "plan": "pro", "city": .string(city), "screen": .string("page \(screen)"),
                ]
                context["targetingKey"] = person.map { .string($0) }
                let answer = try await fixture.send(
                    .post, "/ofrep/v1/evaluate/flags", token: token, body: ["context": .object(context)])
                #expect(answer.status == 200)
            }
            func cities() async throws -> JSONValue? {
                let found = try await fixture.send(
                    .post, "\(root)/environments/development/comparisons", cookie: cookie, body: edit
                ).json["flags"]?[0]
                return found?["attributes"]?.arrayValue?.first { $0["name"] == "city" }?["values"]
            }
            // One person opens ten pages, and so does a program without targeting keys.
            for screen in 1...10 {
                try await evaluate("ada", city: "Aalen", screen: screen)
                try await evaluate(nil, city: "Aalen", screen: screen)
            }
            for person in 1...2 { try await evaluate("b-\(person)", city: "Aalen", screen: 1) }
            #expect(try await cities() == nil)
            try await evaluate("c", city: "Aalen", screen: 1)
            #expect(try await cities() == [["value": "Aalen", "count": 23]])
        }
    }

    @Test("A flag is offered for cleanup once it was the same for everyone for 30 days, and when it expired")
    func cleanup() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await createFlag(fixture)
            func edit(_ id: String, _ kind: String, _ environment: String?, _ fields: JSONValue) async throws {
                let items = try await fixture.send(.get, "/api/v1/programs/documents/items", cookie: cookie).json
                let item = items["items"]?.arrayValue?.first {
                    $0["kind"]?.stringValue == kind && $0["environment"]?.stringValue == environment
                }
                var edit: [String: JSONValue] = [
                    "kind": .string(kind), "name": "export", "base": item?["change"] ?? 0, "set": fields,
                ]
                if let environment { edit["environment"] = .string(environment) }
                let answer = try await fixture.send(
                    .post, "/api/v1/programs/documents/changes", cookie: cookie,
                    body: ["id": .string(id), "edits": [.object(edit)]])
                #expect(answer.status == 200)
            }
            func found() async throws -> JSONValue {
                let script = try await fixture.token(.admin, role: .viewer)
                return try await fixture.send(.get, "/api/v1/programs/documents/cleanup", token: script).json
            }
            let nothing: JSONValue = [
                "expired": [], "constant": [], "unreported": [], "undeclared": [], "undefined": [],
            ]
            #expect(try await found() == nothing)
            try await edit("a", "targeting", "development", ["isOn": false])
            try await edit("b", "flag", nil, ["expires": "2020-01-31"])
            let expired = try await found()
            #expect(expired["expired"] == [["name": "export", "expires": "2020-01-31"]] && expired["constant"] == [])
            fixture.clock.change { $0 += 30 * 86_400_000 + 1 }
            #expect(try await found()["constant"] == [["name": "export", "variant": "off"]])
        }
    }

    @Test("A trial with unsaved edits has the limits of a change")
    func trialLimits() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await createFlag(fixture)
            func attempt(_ edits: [JSONValue]) async throws -> ServerFixture.Answer {
                try await fixture.send(
                    .post, "/api/v1/programs/documents/environments/development/trials", cookie: cookie,
                    body: ["flag": "export", "context": ["targetingKey": "ada"], "edits": .array(edits)])
            }
            func segment(_ name: String, _ people: Int) -> JSONValue {
                [
                    "kind": "segment", "name": .string(name),
                    "create": ["people": .array((0..<people).map { .string("person-\($0)-of-the-segment") })],
                ]
            }
            #expect(try await attempt([segment("s", 1_000)]).status == 200)
            let large = try await attempt([segment("s", 12_000)])
            #expect(large.status == 422)
            #expect(large.json["error"]?["message"]?.stringValue?.contains("the limit is 262144") == true)
            let many = try await attempt(
                (0...10_000).map { ["kind": "flag", "name": .string("f\($0)"), "create": [:]] })
            #expect(many.status == 400)
            #expect(many.json["error"]?["message"]?.stringValue?.contains("10001 edits") == true)
            #expect(try await attempt([segment("a\u{1}", 1)]).status == 400)
        }
    }

    @Test("A trial has the result of each rule, also of those after the deciding one")
    func trial() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await createFlag(fixture)
            let answer = try await fixture.send(
                .post, "/api/v1/programs/documents/environments/development/trials", cookie: cookie,
                body: ["flag": "export", "context": ["targetingKey": "ada", "plan": "pro"]]
            ).json
            #expect(answer["variant"] == "on")
            let outcomes = answer["rules"]?.arrayValue?.map {
                "\($0["kind"]?.stringValue ?? "") \($0["outcome"]?.stringValue ?? "") \($0["result"]?.stringValue ?? "")"
            }
            #expect(
                outcomes == [
                    "state passed Otherwise everyone gets off", "rule won Yes", "otherwise skipped ",
                ])
        }
    }
}
