import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTP
import FiresteelServer
import FiresteelStore
import HTTPTypes
import Testing

@Suite("Exact imports", .timeLimit(.minutes(2)))
struct ExactImportTests {
    private static let root = "/api/v1/programs/documents"

    private func send(
        _ fixture: ServerFixture, _ cookie: String, _ file: JSONValue, _ query: String
    ) async throws -> ServerFixture.Answer {
        try await fixture.send(
            .post, "\(Self.root)/imports?environment=development&\(query)", cookie: cookie, body: file)
    }

    /// Creates two flags, one of which uses a segment, and returns the cookie of their author.
    private func create(_ fixture: ServerFixture) async throws -> String {
        let cookie = try await fixture.signInFirst()
        var edits: [JSONValue] = [["kind": "segment", "name": "beta", "create": ["people": ["ada"]]]]
        for key in ["export", "old"] {
            let rules: JSONValue =
                key == "old" ? [["id": "1", "if": [["segment": "beta", "is": "in"]], "then": ["variant": "on"]]] : []
            edits.append([
                "kind": "flag", "name": .string(key),
                "create": [
                    "type": "boolean", "variants": [["name": "on", "value": true], ["name": "off", "value": false]],
                ],
            ])
            edits.append([
                "kind": "targeting", "name": .string(key), "environment": "development",
                "create": ["isOn": true, "rules": rules, "otherwise": ["variant": "off"]],
            ])
        }
        let answer = try await fixture.send(
            .post, "\(Self.root)/changes", cookie: cookie,
            body: ["id": "create", "reason": "New", "edits": .array(edits)])
        #expect(answer.json["result"] == "applied", "\(answer.json)")
        return cookie
    }

    private func export(_ fixture: ServerFixture, _ cookie: String) async throws -> JSONValue {
        try await fixture.send(.get, "\(Self.root)/export", cookie: cookie).json
    }

    /// Returns an export without the flag “old” and its segment.
    private func shortened(_ export: JSONValue) -> JSONValue {
        var file = export.objectValue ?? [:]
        file["items"] = .array(
            (export["items"]?.arrayValue ?? []).filter { !["old", "beta"].contains($0["name"]?.stringValue) })
        return .object(file)
    }

    @Test("Items removed from an exported file are removed from the program, in one previewed change")
    func removed() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await create(fixture)
            let file = shortened(try await export(fixture, cookie))
            #expect(file["items"]?.arrayValue?.count == 2)
            // Otherwise an import only adds and changes.
            let usual = try await send(fixture, cookie, file, "preview=1")
            #expect(usual.json["result"]?["result"] == "unchanged")
            let preview = try await send(fixture, cookie, file, "preview=1&exact=1")
            let differences = preview.json["preview"]?["differences"]?.arrayValue ?? []
            #expect(Set(differences.map { $0["name"]?.stringValue }) == ["old", "beta"])
            #expect(differences.count == 3 && differences.allSatisfy { $0["after"] == .null })
            #expect(preview.json["preview"]?["diagnostics"] == [])
            #expect(try await export(fixture, cookie) != file)
            let applied = try await send(fixture, cookie, file, "exact=1&reason=x")
            #expect(applied.json["result"]?["change"]?["number"] == 2, "\(applied.json)")
            #expect(try await export(fixture, cookie) == file)
            let again = try await send(fixture, cookie, file, "exact=1&reason=x")
            #expect(again.json["result"]?["result"] == "unchanged")
        }
    }

    @Test("The command removes what the file lacks as well, and says so")
    func command() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await create(fixture)
            let file = shortened(try await export(fixture, cookie))
            let content = Maintenance.Import(
                Array(file.json().utf8), into: "documents", environment: "development", isExact: true)
            let preview = try await Maintenance.importFlags(content, applies: false, fixture.database)
            #expect(preview.hasChanges && preview.lines.contains("- flag “old”"))
            _ = try await Maintenance.importFlags(content, applies: true, fixture.database)
            #expect(try await export(fixture, cookie) == file)
        }
    }

    @Test("A flag that is missing in a file of another format is archived, and one that it can't express remains")
    func archived() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await create(fixture)
            let file: JSONValue = [
                "version": 2,
                "features": [
                    ["name": "new", "enabled": true, "strategies": [["name": "default"]]],
                    [
                        "name": "export", "enabled": true,
                        "strategies": [["name": "applicationHostname", "parameters": ["hostNames": "a"]]],
                    ],
                ],
            ]
            let applied = try await send(fixture, cookie, file, "exact=1&reason=x")
            #expect(applied.json["result"]?["result"] == "applied", "\(applied.json)")
            let items = try await export(fixture, cookie)["items"]?.arrayValue ?? []
            let archived = items.filter { $0["value"]?["isArchived"] == true }.map { $0["name"]?.stringValue }
            #expect(archived == ["old"])
            #expect(items.contains { $0["kind"] == "segment" && $0["name"] == "beta" })
        }
    }
}
