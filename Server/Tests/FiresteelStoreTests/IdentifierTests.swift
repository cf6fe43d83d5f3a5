import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import Testing

@Suite("Identifiers of changes", .timeLimit(.minutes(3)))
struct IdentifierTests {
    private static let databases = StoreFixture.databases

    @Test(
        "An identifier with other edits is refused, and with the same ones has the earlier result", arguments: databases
    )
    func changes(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            let off = Edit(key, base: first, .set(["isOn": false]))
            let applied = try await store.propose("a", [off])
            #expect(try await store.propose("a", [off]) == applied)
            for other in [
                [Edit(key, base: first, .set(["isOn": true]))], [off, off],
                [Edit(ItemKey(.segment, "beta"), base: 0, .create([:]))],
            ] {
                await #expect(throws: ChangeError.identifierUsed("a")) { try await store.propose("a", other) }
            }
            // The same edits at another time are another change.
            await #expect(throws: ChangeError.identifierUsed("a")) { try await store.propose("a", [off], due: 9_000) }
            #expect(try await store.state().program.changes == 2)
        }
    }

    @Test("The identifier of a request is unique too, also once it is approved", arguments: databases)
    func requests(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await store.createFlag(in: "production")
            let key = ItemKey(.targeting, "export", environment: "production")
            let edits = [Edit(key, base: 1, .set(["note": "x", "otherwise": ["variant": "off"]]))]
            let others = [Edit(key, base: 1, .set(["isOn": false]))]
            guard case .requested(let request) = try await store.propose("b", edits, reason: "Because") else {
                Issue.record("no request")
                return
            }
            #expect(try await store.propose("b", edits, reason: "Because") == .requested(request))
            await #expect(throws: ChangeError.identifierUsed("b")) {
                try await store.propose("b", others, reason: "Because")
            }
            _ = try await store.changes.approve(
                "b", of: store.program, Decision(by: StoreFixture.ines, rights: Membership(role: .approver)), now: 2_000
            )
            guard case .applied = try await store.propose("b", edits, reason: "Because") else {
                Issue.record("the approved change is unknown")
                return
            }
            await #expect(throws: ChangeError.identifierUsed("b")) {
                try await store.propose("b", others, reason: "Because")
            }
        }
    }

    @Test("A text with U+0000 is refused with its place, and nothing is written", arguments: databases)
    func nulls(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            let error = await #expect(throws: ChangeError.self) {
                try await store.propose("a", [Edit(key, base: first, .set(["notes": ["x", ["a\0b": 1]]]))])
            }
            #expect(
                error
                    == .invalid([
                        ItemDiagnostic(
                            key, path: "notes[1].a\u{2400}b",
                            message: "The text contains the character U+0000, which can't be stored. Remove it.")
                    ]))
            await #expect(throws: ChangeError.self) {
                try await store.propose("a", [Edit(key, base: first, .set(["isOn": false]))], reason: "a\0")
            }
            await #expect(throws: ChangeError.self) {
                try await store.propose("a\0", [Edit(key, base: first, .set(["isOn": false]))])
            }
            #expect(try await store.state().program.changes == first)
        }
    }

    @Test("Definitions that programs don't accept are refused before anything is written")
    func size() async throws {
        try await StoreFixture.with(.sqlite) { store in
            let first = try await store.createFlag()
            var limits = ChangeLimits()
            #expect(limits.definitionBytes < 10 << 20)
            limits.definitionBytes = 2_000
            let changes = ChangeService(store.database, limits: limits)
            let key = ItemKey(.targeting, "export", environment: "development")
            let people = JSONValue.array((0..<300).map { .string("person-\($0)") })
            let rule: JSONValue = [
                "id": "1", "if": [["attribute": "targetingKey", "is": "oneOf", "values": people]],
                "then": ["variant": "off"],
            ]
            let proposal = store.proposal("a", [Edit(key, base: first, .set(["rules": [rule]]))])
            let error = await #expect(throws: ChangeError.self) {
                try await changes.propose(proposal, of: store.program, now: 1)
            }
            guard case .invalid(let diagnostics)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(diagnostics.count == 1 && diagnostics.first?.message.contains("programs accept 2000") == true)
            #expect(try await store.state().program.changes == first)
        }
    }

    @Test("Changes are listed without their values, with their items and revisions", arguments: databases)
    func summaries(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            for key in ["a", "b", "c"] { try await store.createFlag(key) }
            let program = store.program
            let (summaries, changes) = try await store.database.read { database in
                let table = ChangeTable(database, program: program)
                return (try table.summaries(limit: 2), try [3, 2].map { try table.change($0) })
            }
            #expect(summaries.map(\.number) == [3, 2])
            for (summary, change) in zip(summaries, changes) {
                let change = try #require(change)
                let listed = try #require(summary.change)
                #expect(Set(listed.body.differences.map(\.item)) == Set(change.body.differences.map(\.item)))
                #expect(listed.body.revisions == change.body.revisions)
                #expect(listed.hash == change.hash)
                #expect(summary.size == Int64(change.body.json.json().utf8.count))
                #expect(listed.body.differences.allSatisfy { $0.after == nil })
            }
        }
    }
}
