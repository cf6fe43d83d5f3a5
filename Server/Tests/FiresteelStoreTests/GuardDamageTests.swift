import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelStore
import Foundation
import Testing

@Suite("Guards with damaged data", .timeLimit(.minutes(5)))
struct GuardDamageTests {
    static let databases = StoreFixture.databases

    @Test("Damaged counts of people limit nothing: harm counts", arguments: databases)
    func people(_ dialect: DatabaseDialect) async throws {
        try await GuardFixture.with(dialect) { rollout in
            try await rollout.start()
            try await rollout.receive(sessions: 600, failures: (on: 0.3, off: 0))
            _ = try await rollout.store.database.write {
                try $0.execute("UPDATE insight_people SET sketch = ?", [.blob([9])])
            }
            let looks = try await rollout.looks()
            guard case .acted? = looks.first?.outcome else {
                Issue.record("\(looks)")
                return
            }
            #expect(try await rollout.plan().state == .paused)
        }
    }

    @Test("Absurd counts don't overflow", arguments: databases)
    func absurd(_ dialect: DatabaseDialect) async throws {
        try await GuardFixture.with(dialect) { rollout in
            try await rollout.start()
            try await rollout.receive(sessions: 400, failures: (on: 0, off: 0))
            try await rollout.receive(sessions: 400, failures: (on: 0, off: 0), version: "3.5.0")
            _ = try await rollout.store.database.write {
                try $0.execute("UPDATE insight_counts SET count = ? WHERE version = '3.4.1'", [.int(.max)])
            }
            _ = try await rollout.looks()
            // Those of the other version count.
            #expect(try await rollout.seen()?.stepRuns.exposed ?? 0 > 100)
            let counts = "[4503599627370496,4503599627370496,-4503599627370496]"
            let stratum = "{\"exposed\":\(counts),\"unexposed\":\(counts)}"
            let strata = "{\"1\":\(stratum),\"2\":\(stratum),\"3\":\(stratum)}"
            let stored = "{\"plan\":\"p\",\"attempt\":1,\"begun\":0,\"step\":1,\"from\":0,\"open\":\(strata)}"
            _ = try await rollout.store.database.write {
                try $0.execute("UPDATE plan_guards SET state = ?", [.text(stored)])
            }
            #expect(try await rollout.seen()?.stepRuns.exposed == 3 << 45)
        }
    }

    @Test("The guard of a targeting that can't be read is postponed, and acts once it can be", arguments: databases)
    func unreadable(_ dialect: DatabaseDialect) async throws {
        try await GuardFixture.with(dialect) { rollout in
            try await rollout.start()
            try await rollout.receive(sessions: 600, failures: (on: 0.3, off: 0))
            let item = try #require(try await rollout.store.state().items[rollout.key])
            let body = try await rollout.store.database.read { database in
                try database.query("SELECT body FROM changes WHERE number = ?", [.int(item.change)])
                    .map { try $0.text("body") }
            }
            func write(_ value: String, change: String) async throws {
                try await rollout.store.database.write { database in
                    for table in ["items", "item_versions"] {
                        _ = try database.execute(
                            "UPDATE \(table) SET value = ? WHERE kind = 'targeting' AND change = ?",
                            [.text(value), .int(item.change)])
                    }
                    _ = try database.execute(
                        "UPDATE changes SET body = ? WHERE number = ?", [.text(change), .int(item.change)])
                }
            }
            let stored = item.value.json()
            // As a later version may write it, or damaged in all copies.
            for text in [stored.replacingOccurrences(of: "\"running\"", with: "\"observing\""), "{oops"] {
                try await write(text, change: "{oops")
                let looks = try await rollout.looks(on: ChangeService(rollout.store.database))
                guard case .postponed? = looks.first?.outcome, looks.count == 1 else {
                    Issue.record("\(looks)")
                    return
                }
                #expect(try await rollout.looks(on: ChangeService(rollout.store.database)).isEmpty)
                rollout.pass(minutes: 5)
            }
            try await write(stored, change: try #require(body.first))
            let looks = try await rollout.looks(on: ChangeService(rollout.store.database))
            guard case .acted? = looks.first?.outcome else {
                Issue.record("\(looks)")
                return
            }
        }
    }

    @Test("A guard whose row is lost begins again, and its step waits for it", arguments: databases)
    func lost(_ dialect: DatabaseDialect) async throws {
        try await GuardFixture.with(dialect) { rollout in
            try await rollout.start()
            _ = try await rollout.store.database.write { try $0.execute("DELETE FROM plan_guards", []) }
            try await rollout.receive(sessions: 400, failures: (on: 0, off: 0))
            #expect(try await rollout.looks().isEmpty)
            #expect(try await rollout.seen() == nil)
            #expect(try await rollout.store.changes.runPlans(now: rollout.now).isEmpty)
            #expect(try await rollout.looks().isEmpty)
            #expect(try await rollout.seen()?.stepRuns.exposed == 0)
            try await rollout.run(minutes: 1, sessions: 400, failures: (on: 0, off: 0))
            #expect(try await rollout.plan().stepsTaken == 2)
            #expect(try await rollout.store.verification().findings.isEmpty)
        }
    }
}
