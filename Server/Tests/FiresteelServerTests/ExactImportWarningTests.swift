import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelServer
import FiresteelStore
import HTTPTypes
import Testing

@Suite("Warnings of exact imports", .timeLimit(.minutes(2)))
struct ExactImportWarningTests {
    private static let root = "/api/v1/programs/documents"

    /// Creates three flags that are on in development, and returns the cookie of their author.
    private func create(_ fixture: ServerFixture) async throws -> String {
        let cookie = try await fixture.signInFirst()
        let edits = ["one", "two", "three"].flatMap { ServerFixture.edits(creating: $0) }
        let answer = try await fixture.propose("create", edits, cookie: cookie)
        #expect(answer.json["result"] == "applied", "\(answer.json)")
        return cookie
    }

    /// Returns the messages of an import that is only previewed.
    private func warnings(
        _ fixture: ServerFixture, _ cookie: String, _ file: JSONValue, exact: Bool = true
    ) async throws -> [String] {
        let answer = try await fixture.send(
            .post, "\(Self.root)/imports?environment=development&preview=1\(exact ? "&exact=1" : "")", cookie: cookie,
            body: file)
        #expect(answer.status == 200, "\(answer.json)")
        return answer.json["diagnostics"]?.arrayValue?.filter { $0["severity"] == "warning" }
            .compactMap { $0["message"]?.stringValue } ?? []
    }

    @Test("An export of another program with other environments is recognized, and the command says so as well")
    func mismatch() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await create(fixture)
            let own = try await fixture.send(.get, "\(Self.root)/export", cookie: cookie).json
            #expect(try await warnings(fixture, cookie, own).isEmpty)
            let items: [JSONValue] = [
                ["kind": "flag", "name": "theirs", "value": ServerFixture.boolFlag()],
                ["kind": "targeting", "name": "theirs", "environment": "qa", "value": ["isOn": false]],
            ]
            let other: JSONValue = ["firesteel": 1, "program": "photos", "items": .array(items)]
            let found = try await warnings(fixture, cookie, other)
            #expect(found.count == 4, "\(found)")
            for part in ["“photos”", "doesn't have: “qa”", "has some: “development”", "3 of the program's 3 flags"] {
                #expect(found.contains { $0.contains(part) }, "\(part): \(found)")
            }
            // Otherwise an import removes nothing.
            #expect(try await warnings(fixture, cookie, other, exact: false).isEmpty)
            let content = Maintenance.Import(
                Array(other.json().utf8), into: "documents", environment: "development", isExact: true)
            let preview = try await Maintenance.importFlags(content, applies: false, fixture.database)
            #expect(preview.lines.contains { $0.contains("export of the program “photos”") }, "\(preview.lines)")
        }
    }

    @Test("Flags that the file itself archives aren't counted as lacking")
    func archived() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await create(fixture)
            var file = try await fixture.send(.get, "\(Self.root)/export", cookie: cookie).json.members
            let items = (file["items"]?.arrayValue ?? []).map { item -> JSONValue in
                guard item["kind"] == "flag" else { return item }
                var members = item.members
                members["value"] = .object((item["value"]?.members ?? [:]).merging(["isArchived": true]) { $1 })
                return .object(members)
            }
            #expect(items.filter { $0["value"]?["isArchived"] == true }.count == 3)
            file["items"] = .array(items)
            let found = try await warnings(fixture, cookie, .object(file))
            #expect(found.isEmpty, "\(found)")
        }
    }

    @Test("A file of another format that lacks more than half of the flags is recognized")
    func loss() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await create(fixture)
            func file(_ flags: [String]) -> JSONValue {
                [
                    "version": 2,
                    "features": .array(
                        flags.map { name -> JSONValue in
                            ["name": .string(name), "enabled": true, "strategies": [["name": "default"]]]
                        }),
                ]
            }
            let half = try await warnings(fixture, cookie, file(["one", "two"]))
            #expect(half.contains { $0.contains("removes or archives") } == false, "\(half)")
            let most = try await warnings(fixture, cookie, file(["one"]))
            #expect(most.contains { $0.contains("removes or archives 2 of the program's 3 flags") }, "\(most)")
        }
    }
}
