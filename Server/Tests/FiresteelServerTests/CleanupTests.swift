import Crypto
import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTP
import FiresteelStore
import Foundation
import HTTPTypes
import Testing

@Suite("Flags to clean up", .timeLimit(.minutes(2)))
struct CleanupTests {
    private static let month: Int64 = 30 * 86_400_000
    private static let digest = HTTPField.Name("Content-Digest") ?? .origin
    private static let catalogue = """
        {"format": "1.1", "program": {"name": "Documents", "version": "3.4.1", "build": ""}, "library": "1", "features": [],
        "flags": [{"key": "export", "type": "bool", "valueType": "Bool", "default": false, "kind": "release",
        "file": "Documents/Flags.swift", "line": 12}, {"key": "import", "type": "bool", "valueType": "Bool",
        "default": false, "kind": "release", "file": "Documents/Flags.swift", "line": 20}], "requirements": [],
        "attributes": []}
        """

    /// Creates Bool flags that are on for everyone in development.
    private func create(
        _ fixture: ServerFixture, _ flags: [String: [String: JSONValue]], _ cookie: String
    ) async throws {
        let answer = try await fixture.propose(
            "create-\(flags.keys.sorted().joined())",
            flags.flatMap { ServerFixture.edits(creating: $0.key, $0.value) }, cookie: cookie)
        #expect(answer.json["result"] == "applied")
    }

    private func cleanup(_ fixture: ServerFixture) async throws -> JSONValue {
        let script = try await fixture.token(.admin, role: .viewer)
        return try await fixture.send(.get, "/api/v1/programs/documents/cleanup", token: script).json
    }

    private func names(_ list: JSONValue?) -> [String] {
        list?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
    }

    /// Signs the first person in again, since sessions don't last a month.
    private func signIn(_ fixture: ServerFixture) async throws -> String { try await fixture.signIn().session }

    /// Stores that sessions of an environment reported variants, as a roll-up does.
    private func report(
        _ fixture: ServerFixture, _ variants: [String], in environment: String, first: Int64, seen: Int64
    ) async throws {
        try await fixture.database.write { database in
            let scope = try ScopeTable(database).numberCreating(
                InsightScope(program: "documents", environment: environment))
            for variant in variants {
                _ = try database.execute(
                    """
                    INSERT INTO insight_names (scope, kind, name, first, seen) VALUES (?, 'variant', ?, ?, ?)
                    ON CONFLICT (scope, kind, name) DO UPDATE SET seen = excluded.seen
                    """, [.int(scope), .text(variant), .int(first), .int(InsightTime.day(of: seen))])
            }
        }
    }

    @Test("A flag whose parent or exclusion group decides as well isn't the same for everyone")
    func dependents() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            try await create(
                fixture,
                [
                    "alone": [:], "child": ["parent": "alone"], "fast": ["exclusionGroup": "saving"],
                    "safe": ["exclusionGroup": "saving"],
                ], cookie)
            fixture.clock.change { $0 += Self.month + 1 }
            #expect(names(try await cleanup(fixture)["constant"]) == ["alone"])
        }
    }

    @Test("A flag that no session reported in 30 days is found where that is known", arguments: [false, true])
    func unreported(_ isLimited: Bool) async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            try await create(fixture, ["export": [:], "old": [:]], cookie)
            let start = fixture.clock.value
            fixture.clock.change { $0 += Self.month + 86_400_000 }
            let now = fixture.clock.value
            // Without sessions nothing is known.
            #expect(try await cleanup(fixture)["unreported"] == [])
            // Sessions that arrive only since yesterday say nothing about a month.
            try await report(fixture, ["export\ton"], in: "staging", first: now - 86_400_000, seen: now)
            #expect(try await cleanup(fixture)["unreported"] == [])
            try await report(
                fixture, ["export\ton"] + (isLimited ? (1..<2_000).map { "flag-\($0)\ton" } : []), in: "development",
                first: start - 86_400_000, seen: now)
            let found = try await cleanup(fixture)["unreported"]
            // Beyond the limit of names, which were reported isn't known.
            #expect(found == (isLimited ? [] : [["name": "old", "environments": ["development"]]]))
            try await create(fixture, ["new": [:]], signIn(fixture))
            #expect(try await cleanup(fixture)["unreported"] == found)
            // In whichever environment it is reported, its code exists.
            try await report(fixture, ["old\toff"], in: "staging", first: now, seen: now)
            #expect(try await cleanup(fixture)["unreported"] == [])
        }
    }

    @Test("Flags that only the catalogue or only the server knows are found")
    func catalogue() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            try await create(fixture, ["export": [:], "old": [:]], cookie)
            fixture.clock.change { $0 += Self.month + 1 }
            let before = try await cleanup(fixture)
            #expect(before["undeclared"] == [] && before["undefined"] == [])
            let hash = Data(SHA256.hash(data: Data(Self.catalogue.utf8))).base64EncodedString()
            let stored = try await fixture.sendBytes(
                .put, "/ingest/v1/catalogues/3.4.1", Array(Self.catalogue.utf8),
                token: try await fixture.token(.server), fields: [Self.digest: "sha-256=:\(hash):"])
            #expect(stored.status == 204)
            try await create(fixture, ["new": [:]], signIn(fixture))
            let found = try await cleanup(fixture)
            #expect(names(found["undeclared"]) == ["old"])
            #expect(
                found["undefined"] == [
                    ["name": "import", "version": "3.4.1", "file": "Documents/Flags.swift", "line": 20]
                ])
        }
    }
}
