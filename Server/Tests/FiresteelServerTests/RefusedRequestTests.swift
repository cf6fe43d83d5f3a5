import DatabaseTestSupport
import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTP
import FiresteelServer
import FiresteelStore
import Foundation
import HTTPTypes
import Logging
import Testing

@Suite("Refused requests", .timeLimit(.minutes(3)))
struct RefusedRequestTests {
    private static let flag: JSONValue = [
        "type": "boolean", "variants": [["name": "on", "value": true], ["name": "off", "value": false]],
    ]

    @Test(
        "A text with U+0000 is refused with its field, with either database",
        arguments: [DatabaseDialect.sqlite, .postgres])
    func nulls(_ dialect: DatabaseDialect) async throws {
        try await ServerFixture.with(dialect) { fixture in
            let cookie = try await fixture.signInFirst()
            let root = "/api/v1/programs/documents"
            let edits: JSONValue = [["kind": "flag", "name": "export", "create": Self.flag]]
            let bodies: [(HTTPRequest.Method, String, JSONValue, String)] = [
                (.post, "\(root)/changes", ["id": "a\0", "edits": edits], "id"),
                (.post, "\(root)/changes", ["id": "a", "reason": "\0", "edits": edits], "reason"),
                (
                    .post, "\(root)/changes",
                    ["id": "a", "edits": [["kind": "segment", "name": "b", "create": ["x": ["\0"]]]]],
                    "edits[0].create.x[0]"
                ),
                (
                    .post, "\(root)/changes/preview",
                    ["id": "a", "edits": [["kind": "flag", "name": "b\0", "create": Self.flag]]], "edits[0].name"
                ),
                (.post, "\(root)/environments", ["id": "qa", "name": "QA\0", "protection": "none"], "name"),
                (.post, "\(root)/tokens", ["name": "\0", "environment": "development", "kind": "client"], "name"),
                (.post, "\(root)/invitations", ["email": "a\0@example.com", "role": "viewer"], "email"),
                (
                    .post, "\(root)/imports?environment=development", ["flags": ["a": ["metadata": ["x": "\0"]]]],
                    "flags.a.metadata.x"
                ),
                (.post, "\(root)/environments/development/trials", ["flag": "a\0", "context": [:]], "flag"),
                (.post, "/api/v1/programs", ["id": "new", "name": "N\0"], "name"),
                (.put, "\(root)/environments/development", ["name": "\0", "protection": "none"], "name"),
            ]
            for (method, path, body, field) in bodies {
                let answer = try await fixture.send(method, path, cookie: cookie, body: body)
                #expect(answer.status == 422, "\(path) \(field): \(answer.json)")
                #expect(
                    answer.json["error"]?["message"]?.stringValue?.hasPrefix("“\(field)” contains") == true,
                    "\(answer.json)")
            }
            for path in [
                "\(root)/flags/a%00", "\(root)/changes?text=%00", "\(root)/changes?environment=a%00",
                "/api/v1/programs/a%00/items",
                "\(root)/flags/a/definition?environment=%00",
            ] {
                let answer = try await fixture.send(.get, path, cookie: cookie)
                #expect(answer.status == 400 || answer.status == 404, "\(path): \(answer.status)")
            }
            let fields: HTTPFields = [.origin: fixture.base.absoluteString, .ownPage: "1"]
            let signIn = try await fixture.send(
                .post, "/api/v1/session", body: ["email": "\0", "password": "x"], fields: fields)
            #expect(signIn.status == 422)
            // A context isn't stored.
            let token = try await fixture.token(.client)
            let evaluation = try await fixture.send(
                .post, "/ofrep/v1/evaluate/flags", token: token, body: ["context": ["targetingKey": "a\0b"]])
            #expect(evaluation.status == 200)
        }
    }

    @Test("The identifier of another change is refused, also for reversals and imports")
    func identifiers() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let root = "/api/v1/programs/documents"
            func propose(_ id: String, _ name: String) async throws -> ServerFixture.Answer {
                try await fixture.send(
                    .post, "\(root)/changes", cookie: cookie,
                    body: [
                        "id": .string(id), "reason": "New",
                        "edits": [["kind": "flag", "name": .string(name), "create": Self.flag]],
                    ])
            }
            let first = try await propose("a", "export")
            #expect(first.status == 200)
            #expect(try await propose("a", "export").json == first.json)
            let other = try await propose("a", "import")
            #expect(other.status == 409 && other.code == "identifier-used")
            func revert(_ id: String, overrides: Bool) async throws -> ServerFixture.Answer {
                try await fixture.send(
                    .post, "\(root)/changes/1/reversal", cookie: cookie,
                    body: ["id": .string(id), "reason": "x", "overridesLater": .bool(overrides)])
            }
            #expect(try await revert("a", overrides: false).status == 409)
            let reverted = try await revert("r", overrides: false)
            #expect(reverted.json["result"]?["result"] == "applied")
            #expect(try await revert("r", overrides: false).json["result"] == reverted.json["result"])
            #expect(try await revert("r", overrides: true).status == 409)
            func importFlags(_ id: String, _ value: JSONValue) async throws -> ServerFixture.Answer {
                try await fixture.send(
                    .post, "\(root)/imports?environment=development&reason=x&id=\(id)", cookie: cookie,
                    body: ["editor": ["size": ["Value": value]]])
            }
            let imported = try await importFlags("i", 1)
            #expect(imported.json["result"]?["result"] == "applied" && imported.json["format"] == "justtweak")
            #expect(try await importFlags("i", 1).json["result"] == imported.json["result"])
            #expect(try await importFlags("i", 2).status == 409)
        }
    }

    @Test("A large change is listed without its values, and read by its number")
    func largeChanges() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let root = "/api/v1/programs/documents"
            let people = JSONValue.array((0..<6_000).map { .string("person-\($0)-of-the-large-segment") })
            let edits: [JSONValue] = (0..<2).map {
                ["kind": "segment", "name": .string("segment-\($0)"), "create": ["people": people]]
            }
            for (id, list) in [("large", edits), ("small", [["kind": "segment", "name": "c", "create": [:]]])] {
                let answer = try await fixture.send(
                    .post, "\(root)/changes", cookie: cookie, body: ["id": .string(id), "edits": .array(list)])
                #expect(answer.status == 200, "\(answer.json)")
            }
            let listed = try await fixture.send(.get, "\(root)/changes", cookie: cookie)
            #expect(listed.body.count < 10_000)
            let changes = listed.json["changes"]?.arrayValue ?? []
            #expect(changes.map { $0["isShortened"] } == [false, true])
            #expect(changes.last?["differences"]?.arrayValue?.map { $0["name"] } == ["segment-0", "segment-1"])
            let whole = try await fixture.send(.get, "\(root)/changes/1", cookie: cookie)
            #expect(whole.json["differences"]?[0]?["after"]?["people"] == people)
            // Filters work without the values.
            let found = try await fixture.send(.get, "\(root)/changes?item=segment-1&text=SEGMENT", cookie: cookie)
            #expect(found.json["changes"]?.arrayValue?.count == 1)
        }
    }

    @Test("A session that a node doesn't know yet is looked up before a large change is refused")
    func largeChangeOfUnknownSession() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let people = JSONValue.array((0..<6_000).map { .string("person-\($0)-of-the-large-segment") })
            let body: JSONValue = [
                "id": "large", "edits": [["kind": "segment", "name": "s", "create": ["people": people]]],
            ]
            let path = "/api/v1/programs/documents/changes"
            try await fixture.withSecondNode { second in
                let answer = try await second.send(.post, path, cookie: cookie, body: body)
                #expect(answer.status == 200 && answer.json["result"] == "applied", "\(answer.status) \(answer.json)")
                let script = try await second.token(.admin, role: .editor)
                #expect(try await second.send(.post, path, token: script, body: body).status == 200)
                // One that ended is refused; a token that may not use the endpoint makes no room.
                let unknown = "firesteel=" + String(repeating: "a", count: 32)
                #expect(try await second.send(.post, path, cookie: unknown, body: body).status == 401)
                let client = try await second.token(.client)
                #expect(try await second.send(.post, path, token: client, body: body).status == 413)
            }
        }
    }

    @Test("Lines of differences name segments as the dashboard does")
    func segmentNames() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let root = "/api/v1/programs/documents"
            let edits: JSONValue = [
                ["kind": "segment", "name": "beta", "create": ["name": "Beta testers", "people": ["a"]]],
                ["kind": "flag", "name": "export", "create": Self.flag],
                [
                    "kind": "targeting", "name": "export", "environment": "development",
                    "create": [
                        "isOn": true, "otherwise": ["variant": "off"],
                        "rules": [["id": "1", "if": [["segment": "beta"]], "then": ["variant": "on"]]],
                    ],
                ],
            ]
            func lines(_ differences: JSONValue?) -> [String] {
                let targeting = differences?.arrayValue?.first { $0["kind"] == "targeting" }
                return (targeting?["lines"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
                    .filter { $0.contains("segment") }
            }
            let expected = ["1. if segment “Beta testers”: on"]
            let proposal: JSONValue = ["id": "a", "edits": edits]
            let preview = try await fixture.send(.post, "\(root)/changes/preview", cookie: cookie, body: proposal)
            #expect(lines(preview.json["differences"]) == expected)
            let result = try await fixture.send(.post, "\(root)/changes", cookie: cookie, body: proposal)
            #expect(lines(result.json["change"]?["differences"]) == expected)
            let change = try await fixture.send(.get, "\(root)/changes/1", cookie: cookie)
            #expect(lines(change.json["differences"]) == expected)
            let list = try await fixture.send(.get, "\(root)/changes", cookie: cookie)
            #expect(lines(list.json["changes"]?[0]?["differences"]) == expected)
            // Also once the segment no longer exists.
            let reversal = try await fixture.send(
                .post, "\(root)/changes/1/reversal", cookie: cookie, body: ["id": "b"])
            #expect(lines(reversal.json["preview"]?["differences"]) == expected)
            #expect(reversal.json["result"]?["result"] == "applied")
            let reverted = try await fixture.send(.get, "\(root)/changes/2", cookie: cookie)
            #expect(lines(reverted.json["differences"]) == expected)
        }
    }

    @Test("Requests are listed in pages, the pending ones first, and large ones without their edits")
    func requestPages() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let root = "/api/v1/programs/documents"
            let people = JSONValue.array((0..<5_000).map { .string("person-\($0)-of-the-large-segment") })
            let due = JSONValue.int(Int(fixture.clock.value) + 86_400_000)
            for number in 1...5 {
                fixture.clock.change { $0 += 1 }
                // Each segment of the second is below the limit of an item, both are more than a list shows.
                let isLarge = number == 2
                let edits = (isLarge ? ["s\(number)", "t\(number)"] : ["s\(number)"]).map { name -> JSONValue in
                    ["kind": "segment", "name": .string(name), "create": ["people": isLarge ? people : ["a"]]]
                }
                let answer = try await fixture.send(
                    .post, "\(root)/changes", cookie: cookie,
                    body: ["id": .string("r\(number)"), "due": due, "edits": .array(edits)])
                #expect(answer.json["result"] == "scheduled", "\(answer.json)")
            }
            #expect(try await fixture.send(.delete, "\(root)/requests/r4", cookie: cookie).status == 200)
            var (ids, after): ([JSONValue?], String?) = ([], nil)
            repeat {
                let query = after.map { "&after=\($0)" } ?? ""
                let page = try await fixture.send(.get, "\(root)/requests?limit=2\(query)", cookie: cookie)
                #expect(page.status == 200 && page.body.count < 10_000)
                #expect(page.json["pending"] == ["approval": 0, "review": 0, "schedule": 4])
                ids += page.json["requests"]?.arrayValue?.map { $0["id"] } ?? []
                let shortened = page.json["requests"]?.arrayValue?.filter { $0["isShortened"] == true }
                #expect(shortened?.allSatisfy { $0["id"] == "r2" && $0["edits"] == [] } == true)
                after = page.json["next"]?.stringValue
            } while after != nil && ids.count < 10
            #expect(ids == ["r5", "r3", "r2", "r1", "r4"])
            let whole = try await fixture.send(.get, "\(root)/requests/r2", cookie: cookie)
            #expect(whole.json["edits"]?[0]?["create"]?["people"] == people)
            let pending = try await fixture.send(.get, "\(root)/requests?state=pending", cookie: cookie).json
            #expect(pending["requests"]?.arrayValue?.map { $0["id"] } == ["r5", "r3", "r2", "r1"])
            let long = String(repeating: "a", count: 201)
            for query in ["after=x", "state=done", "item=export", "state=pending&item=\(long)"] {
                #expect(try await fixture.send(.get, "\(root)/requests?\(query)", cookie: cookie).status == 400)
            }
            #expect(try await fixture.send(.get, "\(root)/requests/missing", cookie: cookie).status == 404)
        }
    }

    @Test(
        "A damaged environment is left out, shown and logged, and the others are served",
        arguments: [DatabaseDialect.sqlite, .postgres])
    func damagedEnvironment(_ dialect: DatabaseDialect) async throws {
        try await ServerFixture.with(dialect) { fixture in
            let cookie = try await fixture.signInFirst()
            let root = "/api/v1/programs/documents"
            let created = try await fixture.send(
                .post, "\(root)/changes", cookie: cookie,
                body: [
                    "id": "a", "reason": "New",
                    "edits": [
                        ["kind": "flag", "name": "export", "create": Self.flag],
                        [
                            "kind": "targeting", "name": "export", "environment": "development",
                            "create": ["isOn": true, "otherwise": ["variant": "on"]],
                        ],
                    ],
                ])
            #expect(created.status == 200)
            _ = try await fixture.database.write {
                try $0.execute(
                    "UPDATE environments SET protection = '?' WHERE id = 'production' AND program = 'documents'", [])
            }
            try await fixture.withSecondNode { second in
                let token = try await second.token(.client)
                let viewer = try await second.token(.admin, role: .editor)
                func switched(_ id: String, isOn: Bool) async throws -> JSONValue? {
                    let change = try await second.send(.get, "\(root)/items", token: viewer).json["items"]?.arrayValue?
                        .first { $0["environment"] == "development" }?["change"]
                    let answer = try await second.send(
                        .post, "\(root)/changes", token: viewer,
                        body: [
                            "id": .string(id),
                            "edits": [
                                [
                                    "kind": "targeting", "name": "export", "environment": "development",
                                    "base": change ?? 0, "set": ["isOn": .bool(isOn)],
                                ]
                            ],
                        ])
                    #expect(answer.status == 200, "\(answer.json)")
                    return try await second.send(
                        .post, "/ofrep/v1/evaluate/flags/export", token: token, body: ["context": [:]]
                    ).json["value"]
                }
                #expect(try await switched("b", isOn: false) == false)
                let items = try await second.send(.get, "\(root)/items", token: viewer).json
                #expect(items["diagnostics"]?[0]?["environment"] == "production")
                #expect(items["diagnostics"]?[0]?["message"]?.stringValue?.contains("protection “?”") == true)
                #expect(items["program"]?["environments"]?.arrayValue?.map { $0["id"] } == ["development", "staging"])
                let damaged = try await second.token(.client, environment: "production")
                let refused = try await second.send(
                    .post, "/ofrep/v1/evaluate/flags", token: damaged, body: ["context": [:]])
                #expect(refused.status == 503)
            }
            // The first node has its flags in memory, and follows the other programs and environments.
            let token = try await fixture.token(.client, environment: "production")
            let known = try await fixture.send(
                .post, "/ofrep/v1/evaluate/flags", token: token, body: ["context": [:]])
            #expect(known.status == 200)
            // Setting the protection again repairs it.
            let repaired = try await fixture.send(
                .put, "\(root)/environments/production", cookie: cookie,
                body: ["name": "Production", "protection": "approval"])
            #expect(repaired.status == 204 || repaired.status == 200, "\(repaired.json)")
            let items = try await fixture.send(.get, "\(root)/items", cookie: cookie).json
            #expect(items["diagnostics"] == [])
        }
    }

    @Test(
        "A damaged item is left out, shown and logged, and the others are served",
        arguments: [DatabaseDialect.sqlite, .postgres])
    func damaged(_ dialect: DatabaseDialect) async throws {
        try await ServerFixture.with(dialect) { fixture in
            let cookie = try await fixture.signInFirst()
            let root = "/api/v1/programs/documents"
            for name in ["export", "other"] {
                let answer = try await fixture.send(
                    .post, "\(root)/changes", cookie: cookie,
                    body: [
                        "id": .string(name), "reason": "New",
                        "edits": [
                            ["kind": "flag", "name": .string(name), "create": Self.flag],
                            [
                                "kind": "targeting", "name": .string(name), "environment": "development",
                                "create": ["isOn": true, "otherwise": ["variant": "on"]],
                            ],
                        ],
                    ])
                #expect(answer.status == 200)
            }
            for statement in [
                "UPDATE items SET value = '{' WHERE kind = 'flag' AND name = 'export'",
                "UPDATE item_versions SET value = '{' WHERE kind = 'flag' AND name = 'export'",
                "UPDATE changes SET body = '{' WHERE number = 1",
            ] {
                _ = try await fixture.database.write { try $0.execute(statement, []) }
            }
            try await fixture.withSecondNode { second in
                let token = try await fixture.token(.client)
                let values = try await second.send(
                    .post, "/ofrep/v1/evaluate/flags", token: token, body: ["context": ["targetingKey": "a"]])
                #expect(values.json["flags"]?.arrayValue?.map { $0["key"] } == ["other"])
                let viewer = try await fixture.token(.admin, role: .viewer)
                let items = try await second.send(.get, "\(root)/items", token: viewer)
                let diagnostic = items.json["diagnostics"]?[0]
                #expect(diagnostic?["name"] == "export" && diagnostic?["kind"] == "flag")
                #expect(diagnostic?["message"]?.stringValue?.contains("damaged") == true)
                // The change is listed as well.
                let changes = try await second.send(.get, "\(root)/changes", token: viewer)
                #expect(changes.json["changes"]?.arrayValue?.map { $0["isShortened"] } == [false, true])
            }
        }
    }
}
