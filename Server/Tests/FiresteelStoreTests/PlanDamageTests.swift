import FiresteelBase
import FiresteelDatabase
import FiresteelStore
import Foundation
import Testing

@Suite("Plans that can't be read", .timeLimit(.minutes(3)))
struct PlanDamageTests {
    @Test(
        "A plan whose targeting can't be read is postponed, and taken up once it can be",
        arguments: StoreFixture.databases)
    func postponed(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await PlanTests.start(store)
            let stored = try await store.database.read { database in
                try database.query("SELECT value FROM items WHERE kind = 'targeting'").map { try $0.text("value") }
            }
            // As a later version may write it, or damaged in all copies.
            let texts = [
                (try #require(stored.first)).replacingOccurrences(of: "\"running\"", with: "\"observing\""), "{oops",
            ]
            let body = try await store.database.read { database in
                try database.query("SELECT body FROM changes WHERE number = 2").map { try $0.text("body") }
            }
            func write(_ value: String, change: String) async throws {
                try await store.database.write { database in
                    for table in ["items", "item_versions"] {
                        _ = try database.execute(
                            "UPDATE \(table) SET value = ? WHERE kind = 'targeting' AND change = 2", [.text(value)])
                    }
                    _ = try database.execute("UPDATE changes SET body = ? WHERE number = 2", [.text(change)])
                }
            }
            var now: Int64 = 2_000
            for text in texts {
                try await write(text, change: "{oops")
                for _ in 0..<3 {
                    let steps = try await ChangeService(store.database).runPlans(now: now)
                    guard case .postponed? = steps.first?.outcome, steps.count == 1 else {
                        Issue.record("\(steps)")
                        return
                    }
                    #expect(try await ChangeService(store.database).runPlans(now: now + 299_999).isEmpty)
                    now += 300_000
                }
            }
            try await write(try #require(stored.first), change: try #require(body.first))
            let steps = try await ChangeService(store.database).runPlans(now: now)
            guard case .taken? = steps.first?.outcome else {
                Issue.record("\(steps)")
                return
            }
            #expect(try await PlanTests.value(store).objectValue?["otherwise"] == PlanTests.on(1))
        }
    }

    @Test("Switching off a flag whose plan can't be read doesn't lose the plan")
    func unreadableIsKept() async throws {
        try await StoreFixture.with(.sqlite) { store in
            try await PlanTests.start(store)
            for table in ["items", "item_versions"] {
                _ = try await store.database.write {
                    try $0.execute(
                        "UPDATE \(table) SET value = replace(value, 'running', 'observing') WHERE kind = 'targeting'",
                        [])
                }
            }
            let service = ChangeService(store.database)
            _ = try await service.propose(
                store.proposal("off", [Edit(PlanTests.key("development"), base: 2, .set(["isOn": false]))]),
                of: store.program, now: 1_500)
            let pending = try await store.database.read { try PlanTable($0).pending(of: store.program) }
            #expect(pending == [PlanTests.key("development")])
        }
    }
}
