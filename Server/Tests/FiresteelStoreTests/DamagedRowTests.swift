import FiresteelBase
import FiresteelDatabase
import FiresteelStore
import Testing

@Suite("Damaged rows", .timeLimit(.minutes(3)))
struct DamagedRowTests {
    private static let databases = StoreFixture.databases

    private func write(_ statement: String, _ store: StoreFixture) async throws {
        _ = try await store.database.write { try $0.execute(statement, []) }
    }

    @Test("A damaged role gives no rights, and is named beside the others", arguments: databases)
    func role(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await write("UPDATE roles SET role = 'owner' WHERE account = 'mara'", store)
            try await store.database.read { database in
                let accounts = AccountTable(database)
                let members = try accounts.storedMembers(of: "documents")
                #expect(Set(members.readable.keys) == ["ines"])
                #expect(members.damaged.map(\.key) == ["mara documents"])
                let own = try accounts.storedMemberships(of: "mara")
                #expect(own.readable.isEmpty && own.damaged == members.damaged)
                #expect(try accounts.hasRole("mara", in: "documents"))
            }
            // Setting it again repairs it.
            try await store.database.write { database in
                try AccountTable(database).set(Membership(role: .viewer), of: "mara", in: "documents")
                #expect(try AccountTable(database).memberships(of: "mara")["documents"]?.role == .viewer)
            }
        }
    }

    @Test("A damaged account is left out and isn't an administrator", arguments: databases)
    func account(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await write("UPDATE accounts SET is_administrator = 1, is_disabled = 0 WHERE id = 'ines'", store)
            #expect(try await store.database.read { try AccountTable($0).hasAdministrator(besides: "mara") })
            try await write("UPDATE accounts SET is_administrator = 7 WHERE id = 'ines'", store)
            try await store.database.read { database in
                let accounts = AccountTable(database)
                let stored = try accounts.stored()
                #expect(stored.values.map(\.id) == ["mara"] && stored.damaged.map(\.key) == ["ines"])
                #expect(try accounts.hasAdministrator(besides: "mara") == false)
                let error = #expect(throws: StoreError.self) { try accounts.account("ines") }
                #expect("\(try #require(error))".contains("“ines” of the table “accounts”"))
            }
        }
    }

    // PostgreSQL stores no value of another type.
    @Test("An administrator with a row that is damaged elsewhere can't sign in")
    func administrator() async throws {
        try await StoreFixture.with(.sqlite) { store in
            try await write("UPDATE accounts SET is_administrator = 1, name = x'00' WHERE id = 'ines'", store)
            try await store.database.read { database in
                let isThere = try AccountTable(database).hasAdministrator(besides: "mara")
                let damaged = try AccountTable(database).stored().damaged
                #expect(!isThere)
                #expect(damaged.first?.reason.contains("“name”") == true)
            }
        }
    }

    @Test("A damaged session is left out, and can be ended", arguments: databases)
    func session(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await store.database.write { database in
                for hash in ["first", "second"] {
                    try SignInTable(database).add(
                        SignIn(
                            hash: hash, account: "mara", created: 1, lastSeen: 5, expires: 100, confirmed: 1,
                            device: "Safari"))
                }
            }
            try await write("UPDATE sign_ins SET method = 'magic' WHERE hash = 'first'", store)
            try await store.database.write { database in
                let table = SignInTable(database)
                for stored in [
                    try table.stored(["first", "second"], at: 6, idle: 10),
                    try table.all(of: "mara", at: 6, idle: 10),
                ] {
                    #expect(stored.values.map(\.hash) == ["second"] && stored.damaged.map(\.key) == ["first"])
                }
                #expect(try table.remove(id: "first", of: "mara"))
                #expect(try table.all(of: "mara", at: 6, idle: 10).damaged.isEmpty)
            }
        }
    }

    @Test("A damaged change keeps its position in the list of changes", arguments: databases)
    func change(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            for flag in ["one", "two", "three"] { try await store.createFlag(flag) }
            try await write("UPDATE changes SET source = 'nowhere' WHERE number = 2", store)
            let summaries = try await store.database.read {
                try ChangeTable($0, program: store.program).summaries(limit: 10)
            }
            #expect(summaries.map(\.number) == [3, 2, 1])
            #expect(summaries.map { $0.change == nil } == [false, true, false])
            #expect(summaries[1].damage?.key == "documents 2")
        }
    }

    // PostgreSQL stores no value of another type.
    @Test("A page of changes whose numbers can't be read hides no older one")
    func numbers() async throws {
        try await StoreFixture.with(.sqlite) { store in
            for flag in ["one", "two", "three", "four"] { try await store.createFlag(flag) }
            try await write("UPDATE changes SET number = number + 0.5 WHERE number > 1", store)
            let summaries = try await store.database.read {
                try ChangeTable($0, program: store.program).summaries(limit: 2)
            }
            #expect(summaries.map(\.number) == [1])
        }
    }

    @Test("The stored text of a damaged row is shortened and escaped", arguments: databases)
    func reason(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let role = "\u{1B}[2J\u{202E}" + String(repeating: "o", count: 5_000)
            try await write("UPDATE roles SET role = '\(role)' WHERE account = 'mara'", store)
            try await store.database.read { database in
                let damaged = try AccountTable(database).storedMembers(of: "documents").damaged
                let reason = try #require(damaged.first?.reason)
                #expect(reason.hasPrefix("There is a role “\\u{1B}[2J\\u{202E}ooo"))
                #expect(reason.hasSuffix("o…") && reason.unicodeScalars.count == 101)
                let findings = try TableVerification(in: database).findings
                #expect(findings.contains { $0.hasSuffix(reason) })
            }
        }
    }

    // PostgreSQL stores no value of another type.
    @Test("Values of another type in changes and their revisions hide no other change")
    func types() async throws {
        try await StoreFixture.with(.sqlite) { store in
            for flag in ["one", "two", "three"] { try await store.createFlag(flag) }
            try await write("UPDATE changes SET author_name = x'00' WHERE number = 1", store)
            try await write("UPDATE changes SET number = 'x' WHERE number = 2", store)
            try await write("UPDATE revisions SET revision = 'x' WHERE change = 3", store)
            try await store.database.read { database in
                let table = ChangeTable(database, program: store.program)
                let summaries = try table.summaries(limit: 10)
                #expect(summaries.map(\.number) == [3, 1] && summaries.last?.change == nil)
                #expect(try table.last() == 3)
            }
            // The one without a place in the list is found.
            #expect(
                try await store.verification().findings.contains {
                    $0.contains("documents x")
                })
        }
    }

    @Test("The evidence of a guard starts again if it can't be read, and its row is named", arguments: databases)
    func guards(_ dialect: DatabaseDialect) async throws {
        try await GuardFixture.with(dialect) { rollout in
            try await rollout.start()
            _ = try await rollout.looks()
            #expect(try await rollout.seen() != nil)
            for value in dialect == .sqlite ? ["'{'", "x'00'"] : ["'{'"] {
                try await write("UPDATE plan_guards SET state = \(value)", rollout.store)
                let stored = try await rollout.store.database.read { try PlanGuardTable($0).states(of: "documents") }
                #expect(stored.readable.isEmpty)
                #expect(stored.damaged.map(\.key) == ["documents development export"])
                #expect(try await rollout.seen() == nil)
                rollout.pass(minutes: 2)
                #expect(try await rollout.looks().isEmpty)
                #expect(try await rollout.seen() != nil)
            }
        }
    }

    @Test("A damaged count or setting is named with its table and what to do", arguments: databases)
    func settings(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await write("UPDATE counters SET value = -1 WHERE name = 'sessions'", store)
            try await write("INSERT INTO settings (name, value) VALUES ('stream-secret', '')", store)
            try await write("INSERT INTO settings (name, value) VALUES ('requires-second-factor', 'yes')", store)
            try await store.database.read { database in
                let count = #expect(throws: StoreError.self) { try CounterTable(database).counts() }
                let secret = #expect(throws: StoreError.self) { try SettingTable(database).value(.streamSecret) }
                let rule = try SettingTable(database).secondFactorRule()
                #expect(String(describing: count).contains("“sessions” of the table “counters”"))
                #expect(String(describing: secret).contains("“stream-secret” of the table “settings”"))
                // It doesn't lapse.
                let isRequired = try SettingTable(database).requiresSecondFactor()
                #expect(rule.isRequired && isRequired)
                #expect(rule.damaged.map(\.key) == ["requires-second-factor"])
                #expect(String(describing: secret).contains("firesteel-server verify"))
                let found = try TableVerification(in: database).findings
                #expect(found.contains { $0.contains("“requires-second-factor” of the table “settings”") })
            }
        }
    }
}
