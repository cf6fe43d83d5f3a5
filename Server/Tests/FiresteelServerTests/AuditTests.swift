import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelServer
import FiresteelStore
import Foundation
import HTTPTypes
import Testing

@Suite("The audit", .timeLimit(.minutes(3)))
struct AuditTests {
    private static let root = "/api/v1/programs/documents"

    /// Makes the database refuse every statement that would remove or alter a row of the audit.
    private func guardAudit(_ database: any Database) async throws {
        try await database.write { database in
            for table in ["changes", "item_versions", "revisions", "access_log"] {
                for operation in ["DELETE", "UPDATE"] {
                    _ = try database.execute(
                        """
                        CREATE TRIGGER keep_\(table)_\(operation) BEFORE \(operation) ON \(table)
                        BEGIN SELECT RAISE(ABORT, 'The audit is never altered.'); END
                        """, [])
                }
            }
        }
    }

    @Test("No limit and no cleanup removes changes or entries of the access log, however old and however many")
    func neverEvicted() async throws {
        try await ServerFixture.with { fixture in
            try await guardAudit(fixture.database)
            let cookie = try await fixture.signInFirst()
            let start = fixture.clock.value
            var people = 0
            for year in 0..<20 {
                // Sign-ins, invitations, tokens and attempts expire, and the oldest catalogues are removed.
                let session = try await fixture.send(
                    .post, "/api/v1/session", body: ["email": "ines@example.com", "password": "correct horse battery"],
                    fields: [.origin: fixture.base.absoluteString, .ownPage: "1"])
                #expect(session.status == 200, "\(session.json)")
                let wrong = try await fixture.send(
                    .post, "/api/v1/session", body: ["email": "ines@example.com", "password": "wrong horse battery"],
                    fields: [.origin: fixture.base.absoluteString, .ownPage: "1"])
                #expect(wrong.status == 401)
                let invited = try await fixture.send(
                    .post, "\(Self.root)/invitations", cookie: session.session,
                    body: ["email": .string("person-\(year)@example.com"), "role": "viewer"])
                #expect(invited.status == 201, "\(invited.json)")
                people += 1
                let token = try await fixture.send(
                    .post, "\(Self.root)/tokens", cookie: session.session,
                    body: ["name": .string("Token \(year)"), "environment": "development", "kind": "server"])
                #expect(token.status == 201, "\(token.json)")
                for number in 0..<3 {
                    let answer = try await fixture.send(
                        .post, "\(Self.root)/changes", cookie: session.session,
                        body: [
                            "id": .string("c-\(year)-\(number)"), "reason": .string("Year \(year)"),
                            "edits": [
                                [
                                    "kind": "segment", "name": .string("s-\(year)-\(number)"),
                                    "create": ["people": ["a"]],
                                ]
                            ],
                        ])
                    #expect(answer.json["result"] == "applied", "\(answer.json)")
                }
                try await fixture.database.write { database in
                    for number in 0..<3 {
                        _ = try CatalogueTable(database).store(
                            "{}", program: "documents", version: "\(year).\(number)", time: start + Int64(year))
                    }
                    try ConnectedTable(database).removeStale(before: .max)
                }
                fixture.clock.change { $0 += 366 * 86_400_000 }
            }
            #expect(try await fixture.send(.get, "\(Self.root)/items", cookie: cookie).status == 401)
            try await fixture.withSecondNode { second in
                let viewer = try await second.token(.admin, role: .admin)
                var (numbers, before): ([Int], Int) = ([], .max)
                while before > 1 {
                    let page = try await second.send(
                        .get, "\(Self.root)/changes?limit=7&before=\(before)", token: viewer
                    ).json
                    numbers += page["changes"]?.arrayValue?.compactMap { $0["number"]?.intValue } ?? []
                    before = page["next"]?.intValue ?? 0
                }
                #expect(numbers == (1...60).reversed())
                let first = try await second.send(.get, "\(Self.root)/changes/1", token: viewer).json
                #expect(first["reason"] == "Year 0" && first["author"]?["name"] == "Ines Falk")
            }
            let entries = try await fixture.database.read {
                try AccessLogTable($0).page(of: nil, before: .max, limit: 1_000)
            }
            #expect(entries.last?.number == 1)
            #expect(entries.count { $0.event == "invited" } == people)
            #expect(entries.count { $0.event == "tokenCreated" } == people)
            #expect(Set(entries.map(\.number)).count == entries.count && entries.first?.number == Int64(entries.count))
            let access = try await fixture.database.read { try AccessLogVerification(in: $0) }
            #expect(access.findings.isEmpty)
            for verification in try await Maintenance.verify(fixture.database) {
                #expect(verification.findings.isEmpty)
            }
        }
    }

    @Test("A clock that is set back orders the audit by number, and locks no one out")
    func clockSetBack() async throws {
        try await ServerFixture.with { fixture in
            let account = try await fixture.firstAccount()
            func change(_ id: String) async throws {
                let answer = try await fixture.send(
                    .post, "\(Self.root)/changes", cookie: account.session,
                    body: [
                        "id": .string(id),
                        "edits": [["kind": "segment", "name": .string(id), "create": ["people": []]]],
                    ])
                #expect(answer.json["result"] == "applied", "\(answer.json)")
            }
            try await change("a")
            fixture.clock.change { $0 -= 3_600_000 }
            try await change("b")
            let list = try await fixture.send(.get, "\(Self.root)/changes", cookie: account.session).json["changes"]
            #expect(list?.arrayValue?.map { $0["id"] } == ["b", "a"])
            let times = list?.arrayValue?.compactMap { $0["time"]?.intValue } ?? []
            #expect(times.count == 2 && times[0] < times[1])
            let session = try await fixture.send(
                .post, "/api/v1/session", body: ["email": "ines@example.com", "password": "correct horse battery"],
                fields: [.origin: fixture.base.absoluteString, .ownPage: "1"])
            #expect(session.status == 200)
        }
    }
}
