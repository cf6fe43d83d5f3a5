import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import Testing

@Suite("Schedules of changes", .timeLimit(.minutes(3)))
struct ChangeScheduleTests {
    static let databases = StoreFixture.databases

    @Test("A schedule takes effect once, at its time, also after downtime", arguments: databases)
    func schedule(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            let result = try await store.propose("a", [Edit(key, base: first, .set(["isOn": false]))], due: 5_000)
            guard case .scheduled = result else {
                Issue.record("\(result)")
                return
            }
            #expect(try await store.changes.runSchedules(now: 4_999).isEmpty)
            // Several nodes at once.
            let done = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await ChangeService(store.database).runSchedules(now: 99_000).count }
                }
                return try await group.reduce(0, +)
            }
            #expect(done == 1)
            #expect(try await store.state().program.changes == first + 1)
            #expect(try await store.changes.runSchedules(now: 100_000).isEmpty)
            #expect(try await store.verification().findings.isEmpty)
        }
    }

    @Test("A schedule that no longer applies fails visibly and changes nothing", arguments: databases)
    func failedSchedule(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            try await store.propose(
                "a", [Edit(key, base: first, .set(["otherwise": ["variant": "off"]]))], due: 5_000)
            try await store.propose(
                "b", [Edit(key, base: first, .set(["otherwise": ["split": [["variant": "on", "weight": 1]]]]))])
            let done = try await store.changes.runSchedules(now: 6_000)
            #expect(done.map(\.state) == [.failed])
            #expect(done.first?.comment.contains("Another person changed") == true)
            #expect(try await store.state().program.changes == first + 1)
        }
    }

    @Test("A schedule without approval doesn't change a protected environment", arguments: databases)
    func grownSchedule(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag("export", in: "production")
            let segment = ItemKey(.segment, "beta")
            try await store.propose("s", [Edit(segment, base: 0, .create(["people": ["ada"]]))])
            let seen = try await store.state().program.changes
            let scheduled = try await store.propose(
                "a", [Edit(segment, base: seen, .set(["people": ["ada", "bob"]]))], due: 5_000)
            guard case .scheduled = scheduled else {
                Issue.record("\(scheduled)")
                return
            }
            // Meanwhile production uses the segment, which another person approves.
            let key = ItemKey(.targeting, "export", environment: "production")
            let rule: JSONValue = ["id": "1", "if": [["segment": "beta", "is": "in"]], "then": ["variant": "on"]]
            _ = try await store.propose(
                "r", [Edit(key, base: first, .set(["rules": [rule], "otherwise": ["variant": "off"]]))], reason: "Beta")
            _ = try await store.changes.approve(
                "r", of: store.program, Decision(by: StoreFixture.ines, rights: Membership(role: .approver)), now: 2_000
            )
            let done = try await store.changes.runSchedules(now: 6_000)
            #expect(done.map(\.state) == [.failed])
            #expect(done.first?.comment.contains("production") == true)
            #expect(try await store.state().items[segment]?.value == ["people": ["ada"]])
        }
    }

    @Test("A schedule whose author lost the rights fails", arguments: databases)
    func lostRights(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            try await store.propose("a", [Edit(key, base: first, .set(["isOn": false]))], due: 5_000)
            try await store.database.write {
                try AccountTable($0).set(Membership(role: .viewer), of: "mara", in: "documents")
            }
            #expect(try await store.changes.runSchedules(now: 6_000).map(\.state) == [.failed])
            #expect(try await store.state().program.changes == first)
        }
    }

    @Test("A schedule that can't be read or carried out doesn't stop the others", arguments: databases)
    func poisonedSchedule(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            try await store.propose("a", [Edit(key, base: first, .set(["note": "a"]))], due: 4_000)
            try await store.propose("b", [Edit(key, base: first, .set(["isOn": false]))], due: 5_000)
            _ = try await store.database.write {
                try $0.execute("UPDATE requests SET body = '{oops' WHERE id = 'a'", [])
            }
            _ = try await store.changes.runSchedules(now: 6_000)
            #expect(try await store.state().items[key]?.value.members["isOn"] == false)
            let states = try await store.database.read {
                try $0.query("SELECT id, state FROM requests ORDER BY id", []).map { try $0.text("state") }
            }
            #expect(states == ["failed", "done"])
        }
    }
}
