import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import Testing

@Suite("Changes", .timeLimit(.minutes(3)))
struct ChangeServiceTests {
    static let databases = StoreFixture.databases

    @Test("A change takes effect with its revisions, and its hash continues the one before", arguments: databases)
    func applied(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            let result = try await store.propose("off", [Edit(key, base: first, .set(["isOn": false]))])
            guard case .applied(let change, nil) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(change.number == 2)
            // The flag was created in all environments; the targeting belongs to one.
            #expect(change.body.revisions == ["development": 2])
            #expect(try await store.revision("production") == 1)
            #expect(try await store.state().items[key]?.value.members["isOn"] == false)
            let verification = try await store.verification()
            #expect(verification.findings.isEmpty)
            #expect(verification.head == change.hash)
        }
    }

    @Test("What a change was validated with is served after it, and never after another", arguments: databases)
    func validated(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            func served() async throws -> [UInt8] {
                store.changes.definitions(of: try await store.state(), in: "development").json
            }
            func stored() async throws -> [UInt8] {
                StateValidation.definitions(of: try await store.state(), in: "development").json
            }
            let first = try await store.createFlag()
            // A preview, a refused change and one of another node that differs in its bytes only.
            let key = ItemKey(.flag, "export")
            func edit(_ text: String, base: Int64) -> Edit {
                Edit(key, base: base, .set(["description": .string(text)]))
            }
            _ = try await store.changes.preview(
                store.proposal("preview", [edit("e\u{301}", base: first)]), of: store.program)
            await #expect(throws: ChangeError.self) {
                try await store.propose("refused", [edit("e\u{301}", base: first)], rights: Membership(role: .viewer))
            }
            _ = try await ChangeService(store.database).propose(
                store.proposal("other", [edit("\u{E9}", base: first)]), of: store.program, now: 1_000)
            #expect(try await served() == stored())
            _ = try await store.propose("last", [edit("e\u{301}, and more", base: first + 1)])
            #expect(try await served() == stored())
            #expect(try await served() == stored())
        }
    }

    @Test("The same request again has the same result and changes nothing", arguments: databases)
    func repeated(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            let edits = [Edit(key, base: first, .set(["isOn": false]))]
            let one = try await store.propose("off", edits, now: 2_000)
            let two = try await store.propose("off", edits, now: 3_000)
            #expect(one == two)
            #expect(try await store.state().program.changes == 2)
        }
    }

    @Test("A change of a field that another person changed is refused, with both values", arguments: databases)
    func conflict(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            try await store.propose("a", [Edit(key, base: first, .set(["otherwise": ["variant": "off"]]))])
            try await store.propose("b", [Edit(key, base: first, .set(["isOn": false]))])
            let error = await #expect(throws: ChangeError.self) {
                try await store.propose(
                    "c", [Edit(key, base: first, .set(["otherwise": ["split": [["variant": "on", "weight": 1]]]]))])
            }
            guard case .conflicts(let conflicts)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(conflicts.map(\.field) == ["otherwise"])
            #expect(conflicts.first?.theirs == ["variant": "off"])
            #expect(conflicts.first?.base == ["variant": "on"])
            // What didn't conflict was merged.
            #expect(try await store.state().items[key]?.value.members["isOn"] == false)
        }
    }

    @Test("An invalid result is refused as a whole, with its location", arguments: databases)
    func invalid(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            let error = await #expect(throws: ChangeError.self) {
                try await store.propose(
                    "a",
                    [
                        Edit(ItemKey(.segment, "beta"), base: 0, .create(["people": ["ada"]])),
                        Edit(key, base: first, .set(["otherwise": ["variant": "purple"]])),
                    ])
            }
            guard case .invalid(let diagnostics)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(diagnostics.first?.item == key)
            #expect(diagnostics.first?.path.contains("otherwise") == true)
            #expect(diagnostics.first?.message.contains("purple") == true)
            #expect(try await store.state().items[ItemKey(.segment, "beta")] == nil)
            #expect(try await store.state().program.changes == first)
        }
    }

    @Test("A segment that a rule uses can't be removed", arguments: databases)
    func segmentInUse(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            let segment = ItemKey(.segment, "beta")
            let rule: JSONValue = [
                "id": "1", "if": [["segment": "beta", "is": "in"]], "then": ["variant": "off"],
            ]
            try await store.propose(
                "a",
                [
                    Edit(segment, base: 0, .create(["people": ["ada"]])),
                    Edit(key, base: first, .set(["rules": [rule]])),
                ])
            await #expect(throws: ChangeError.self) {
                try await store.propose("b", [Edit(segment, base: 2, .remove)])
            }
            let result = try await store.propose("c", [Edit(segment, base: 2, .set(["people": ["ada", "bob"]]))])
            guard case .applied(let change, _) = result else {
                Issue.record("\(result)")
                return
            }
            // Only where it is used.
            #expect(change.body.revisions == ["development": 3])
        }
    }

    @Test(
        "Names that databases and Swift could take for different or equal ones are refused",
        arguments: [
            "", "a\u{0}b", "a\nb", "e\u{301}", String(repeating: "k", count: 201),
        ])
    func names(_ name: String) async throws {
        try await StoreFixture.with(.sqlite) { store in
            await #expect(throws: ChangeError.self) {
                try await store.propose("a", [Edit(ItemKey(.flag, name), base: 0, .create(StoreFixture.flag))])
            }
        }
    }

    @Test("Two programs may have changes of the same identifier", arguments: databases)
    func sameIdentifier(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            _ = try await store.database.write { try ProgramTable($0).create("other", name: "Other", time: 1) }
            let edits = [Edit(ItemKey(.segment, "beta"), base: 0, .create(["people": ["ada"]]))]
            try await store.propose("release-12", edits)
            let result = try await store.changes.propose(
                store.proposal("release-12", edits), of: "other", now: 2_000)
            guard case .applied(let change, _) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(change.number == 1)
        }
    }

    @Test("Random concurrent changes lose nothing, repeat nothing and leave no gap", arguments: databases)
    func random(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            for index in 0..<4 { try await store.createFlag("flag\(index)") }
            let acknowledged = Shared<[Int64: [Edit]]>([:])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<6 {
                    group.addTask {
                        let service = ChangeService(store.database)
                        for step in 0..<15 {
                            let state = try #require(try await service.state(of: store.program))
                            let name = "flag\(Int.random(in: 0..<4))"
                            let key = ItemKey(.targeting, name, environment: "development")
                            let base = try #require(state.items[key])
                            let isOn = base.value.members["isOn"] == true
                            let edit = Edit(
                                key, base: base.change,
                                .set(Bool.random() ? ["isOn": .bool(!isOn)] : ["note": .string("\(writer)-\(step)")]))
                            let proposal = store.proposal("\(writer)-\(step)", [edit])
                            do {
                                for _ in 0...Int.random(in: 0...1) {
                                    let result = try await service.propose(proposal, of: store.program, now: 1_000)
                                    if case .applied(let change, _) = result {
                                        acknowledged.change { $0[change.number] = [edit] }
                                    }
                                }
                            } catch ChangeError.conflicts {
                                // Another writer was first.
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            // The model: the acknowledged edits, one after the other.
            let (changes, initial) = try await store.database.read { database in
                let table = ChangeTable(database, program: store.program)
                return (
                    try table.summaries(limit: 1_000).compactMap(\.change).reversed().filter { $0.number > 4 },
                    try ItemTable(database, program: store.program).all(after: 4).items
                )
            }
            #expect(changes.map(\.number) == Array(5..<(5 + Int64(changes.count))))
            #expect(Set(changes.map(\.number)) == Set(acknowledged.value.keys))
            #expect(Set(changes.map(\.id)).count == changes.count)
            var model = initial.mapValues(\.value)
            for change in changes {
                for edit in acknowledged.value[change.number] ?? [] {
                    guard case .set(let fields) = edit.operation, var members = model[edit.item]?.members else {
                        continue
                    }
                    for (name, value) in fields { members[name] = value }
                    model[edit.item] = .object(members)
                }
            }
            #expect(try await store.state().items.mapValues(\.value) == model)
            #expect(try await store.revision("development") == 4 + Int64(changes.count))
            #expect(try await store.verification().findings.isEmpty)
        }
    }
}
