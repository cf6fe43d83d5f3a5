import DatabaseTestSupport
import FiresteelDatabase
import FiresteelStore
import Testing

@Suite("Second factors in the store", .timeLimit(.minutes(3)))
struct SecondFactorTests {
    private static let now: Int64 = 1_700_000_000_000

    /// Turns a second factor on, and returns its app and recovery codes.
    private func enable(_ store: StoreFixture, _ account: String = "mara") async throws -> (TimeBasedCode, [String]) {
        let secret = TimeBasedCode.newSecret()
        let codes = try await store.database.write { database in
            let table = SecondFactorTable(database)
            #expect(try table.begin(Base32.encoded(secret), for: account, at: Self.now))
            #expect(try table.isOn(for: account) == false)
            try table.enable(account, step: TimeBasedCode.step(at: Self.now) - 2, at: Self.now)
            return try table.renewRecoveryCodes(of: account)
        }
        return (TimeBasedCode(secret: secret), codes)
    }

    @Test("One of many concurrent uses of a code succeeds", arguments: StoreFixture.databases)
    func once(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let (app, codes) = try await enable(store)
            for code in [app.code(at: TimeBasedCode.step(at: Self.now)), codes[0]] {
                let uses = try await withThrowingTaskGroup { group in
                    for _ in 0..<8 {
                        group.addTask {
                            try await store.database.write {
                                try SecondFactorTable($0).use(code, of: "mara", at: Self.now)
                            }
                        }
                    }
                    return try await group.reduce(into: [SecondFactorTable.Used?]()) { $0.append($1) }
                }
                #expect(uses.compactMap { $0 }.count == 1, "\(code)")
            }
            let left = try await store.database.read { try SecondFactorTable($0).recoveryCodes(of: "mara") }
            #expect(left == 9)
        }
    }

    @Test("A second factor belongs to its account, isn't replaced while it is on, and leaves nothing behind")
    func owner() async throws {
        try await StoreFixture.with(.sqlite) { store in
            let (app, codes) = try await enable(store)
            let (_, others) = try await enable(store, "ines")
            let code = app.code(at: TimeBasedCode.step(at: Self.now))
            try await store.database.write { database throws in
                let table = SecondFactorTable(database)
                #expect(try table.use(code, of: "ines", at: Self.now) == nil)
                #expect(try table.use(codes[1], of: "ines", at: Self.now) == nil)
                #expect(try table.begin("AAAA", for: "mara", at: Self.now) == false)
                #expect(try table.use(code, of: "mara", at: Self.now) == .app)
                #expect(try table.use(codes[1], of: "mara", at: Self.now) == .recovery(remaining: 9))
                #expect(try table.remove(of: "mara"))
                #expect(try table.remove(of: "mara") == false)
                #expect(try table.use(codes[2], of: "mara", at: Self.now) == nil)
                #expect(try table.use(others[0], of: "ines", at: Self.now) == .recovery(remaining: 9))
                #expect(try table.accounts() == ["ines"])
            }
        }
    }

    @Test("Recovery codes and links are stored as hashes")
    func hashes() async throws {
        try await StoreFixture.with(.sqlite) { store in
            let (_, codes) = try await enable(store)
            let stored = try await store.database.read { database in
                try database.query("SELECT hash FROM recovery_codes", []).map { try $0.text("hash") }
            }
            #expect(Set(stored) == Set(codes.compactMap(RecoveryCode.hash)))
            #expect(stored.allSatisfy { hash in hash.count == 64 && !codes.contains(hash) })
        }
    }

    @Test("A secret that can't be read is damage, not a second factor that is off")
    func damaged() async throws {
        try await StoreFixture.with(.sqlite) { store in
            _ = try await enable(store)
            try await store.database.write { database in
                _ = try database.execute("UPDATE second_factors SET secret = '!'", [])
                #expect(try SecondFactorTable(database).isOn(for: "mara"))
                #expect(throws: StoreError.self) {
                    try SecondFactorTable(database).use("123456", of: "mara", at: Self.now)
                }
            }
        }
    }

    @Test("A link that resets a password replaces an earlier one of the account", arguments: StoreFixture.databases)
    func resets(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await store.database.write { database in
                let table = PasswordResetTable(database)
                try table.add("a", for: "mara", by: "Ines", at: 1, expires: 10)
                try table.add("b", for: "mara", by: "Ines", at: 2, expires: 11)
                #expect(try table.reset("a", at: 3) == nil)
                #expect(try table.reset("b", at: 10)?.account == "mara")
                #expect(try table.reset("b", at: 11) == nil)
                try table.remove(of: "mara")
                #expect(try table.reset("b", at: 3) == nil)
            }
        }
    }
}
