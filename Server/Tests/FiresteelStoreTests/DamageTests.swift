import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import Testing

@Suite("Damaged items", .timeLimit(.minutes(3)))
struct DamageTests {
    private static let databases = StoreFixture.databases
    private static let key = ItemKey(.flag, "export")

    private func damage(_ tables: [String], _ store: StoreFixture, _ value: String = "{\"type") async throws {
        for table in tables {
            _ = try await store.database.write {
                try $0.execute("UPDATE \(table) SET value = ? WHERE kind = 'flag' AND name = 'export'", [.text(value)])
            }
        }
    }

    /// The state as a server that starts reads it.
    private func fresh(_ store: StoreFixture) async throws -> ProgramState {
        guard let state = try await ChangeService(store.database).state(of: store.program) else {
            throw StoreError.notFound("no program")
        }
        return state
    }

    @Test("A damaged item is restored from its version, and verification names it", arguments: databases)
    func restored(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await store.createFlag()
            let expected = try await store.state().items
            try await damage(["items"], store)
            let state = try await fresh(store)
            #expect(state.items == expected && state.damaged.isEmpty)
            let findings = try await store.verification().findings
            #expect(findings.contains { $0.contains("flag “export” is damaged") })
            // The change that wrote it has a copy as well.
            try await damage(["item_versions"], store)
            #expect(try await fresh(store).items == expected)
        }
    }

    @Test("An item without a copy is left out, and the others are compiled", arguments: databases, ["{", "[1]", ""])
    func leftOut(_ dialect: DatabaseDialect, _ text: String) async throws {
        try await StoreFixture.with(dialect) { store in
            try await store.createFlag()
            try await store.createFlag("other")
            try await damage(["items", "item_versions"], store, text)
            _ = try await store.database.write { try $0.execute("UPDATE changes SET body = '{' WHERE number = 1", []) }
            let state = try await fresh(store)
            #expect(state.damaged.map(\.item) == [Self.key])
            #expect(state.items[Self.key] == nil)
            let compiled = StateValidation.definitions(of: state, in: "development")
            #expect((try JSONValue(json: compiled.json).members["flags"]?.members).map { Set($0.keys) } == ["other"])
            let findings = try await store.verification().findings
            #expect(findings.contains { $0.contains("flag “export” is damaged") })
            #expect(findings.contains { $0.contains("Change 1 can't be read") })
        }
    }

    @Test("Creating a damaged item again replaces it, also where another node remembers it", arguments: databases)
    func replaced(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await store.createFlag()
            try await damage(["items", "item_versions"], store)
            _ = try await store.database.write { try $0.execute("UPDATE changes SET body = '{'", []) }
            let other = ChangeService(store.database)
            #expect(try await other.state(of: store.program)?.damaged.count == 1)
            let changes = ChangeService(store.database)
            _ = try await changes.state(of: store.program)
            _ = try await changes.propose(
                store.proposal("again", [Edit(Self.key, base: 0, .create(StoreFixture.flag))]), of: store.program,
                now: 2_000)
            for service in [changes, other, ChangeService(store.database)] {
                let state = try await service.state(of: store.program)
                #expect(state?.damaged.isEmpty == true)
                #expect(state?.items[Self.key]?.value == StoreFixture.flag)
            }
        }
    }

    @Test("A damaged version of another node leaves the others as they are", arguments: databases)
    func incremental(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await store.createFlag()
            try await store.createFlag("other")
            let reader = ChangeService(store.database)
            _ = try await reader.state(of: store.program)
            try await store.propose("a", [Edit(Self.key, base: 1, .set(["note": "x"]))])
            for table in ["items", "item_versions"] {
                _ = try await store.database.write {
                    try $0.execute("UPDATE \(table) SET value = '{' WHERE change = 3", [])
                }
            }
            _ = try await store.database.write { try $0.execute("UPDATE changes SET body = '{' WHERE number = 3", []) }
            let state = try await reader.state(of: store.program)
            #expect(state?.damaged.map(\.change) == [3])
            #expect(state?.items[Self.key] == nil)
            #expect(state?.items[ItemKey(.flag, "other")] != nil)
        }
    }

    @Test("An item of an unknown kind is reported and ignored", arguments: databases)
    func unknownKind(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await store.createFlag()
            _ = try await store.database.write {
                try $0.execute("UPDATE items SET kind = 'banner' WHERE kind = 'flag'", [])
            }
            let state = try await fresh(store)
            #expect(state.damaged.count == 1 && state.damaged.first?.item == nil)
            #expect(try await store.verification().findings.contains { $0.contains("banner export") })
        }
    }

    @Test("A damaged environment doesn't affect the others, and shared items aren't changed", arguments: databases)
    func environment(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await store.createFlag()
            _ = try await store.database.write {
                _ = try ProgramTable($0).create("other", name: "Other", time: 1)
                try $0.execute(
                    "UPDATE environments SET protection = '?' WHERE program = 'documents' AND id = 'staging'", [])
            }
            let programs = try await store.database.read { try ProgramTable($0).all() }
            #expect(programs.map(\.id) == ["documents", "other"])
            #expect(programs[0].environments.map(\.id) == ["development", "production"])
            #expect(programs[0].damaged.map(\.id) == ["staging"])
            #expect(programs[1].damaged.isEmpty)
            // A targeting of another environment is changed as before.
            let key = ItemKey(.targeting, "export", environment: "development")
            try await store.propose("a", [Edit(key, base: 1, .set(["isOn": false]))])
            #expect(try await store.revision("development") == 2)
            // The flag belongs to all environments, and whether this one needs an approval isn't known.
            for (id, edit) in [
                ("b", Edit(Self.key, base: 1, .set(["name": "Export"]))),
                ("c", Edit(ItemKey(.targeting, "export", environment: "staging"), base: 0, .create(StoreFixture.on))),
            ] {
                let error = await #expect(throws: ChangeError.self) { try await store.propose(id, [edit]) }
                #expect("\(try #require(error))".contains("The environment “staging” is damaged"))
            }
            let findings = try await store.verification().findings
            #expect(findings.count == 1 && findings[0].contains("environment “staging” is damaged"))
            // Setting it again repairs it.
            _ = try await store.database.write {
                try ProgramTable($0).update("staging", name: "Staging", protection: .reason, of: "documents")
            }
            try await store.propose("b", [Edit(Self.key, base: 1, .set(["name": "Export"]))], reason: "Name")
            #expect(try await store.verification().findings.isEmpty)
        }
    }

    @Test(
        "A damaged row of a program is left out, and the other programs are read",
        arguments: ["'x'", "9223372036854775807", "-1"])
    func program(_ number: String) async throws {
        try await StoreFixture.with(.sqlite) { store in
            _ = try await store.database.write {
                _ = try ProgramTable($0).create("other", name: "Other", time: 1)
                try $0.execute("UPDATE programs SET changes = \(number) WHERE id = 'documents'", [])
            }
            let (programs, damaged) = try await store.database.read { try ProgramTable($0).stored() }
            #expect(programs.map(\.id) == ["other"])
            #expect(damaged.map(\.id) == ["documents"])
            #expect(Verification(of: damaged[0]).findings.count == 1)
        }
    }

    @Test("An environment whose revision can't be increased is damaged, and the others are read")
    func revision() async throws {
        try await StoreFixture.with(.sqlite) { store in
            _ = try await store.database.write {
                try $0.execute("UPDATE environments SET revision = 9223372036854775807 WHERE id = 'staging'", [])
            }
            let program = try #require(try await store.database.read { try ProgramTable($0).all() }.first)
            #expect(program.environments.map(\.id) == ["development", "production"])
            #expect(program.damaged.map(\.id) == ["staging"])
        }
    }
}
