import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelStore
import Testing

@Suite("Approved schedules", .timeLimit(.minutes(3)))
struct ScheduledApprovalTests {
    static let databases = StoreFixture.databases
    private static let approver = Decision(
        by: StoreFixture.ines, rights: Membership(role: .approver), comment: "Yes", perform: "7")

    /// Requests a change of production for a time, and returns the targeting and the change before.
    private func request(_ store: StoreFixture, due: Int64) async throws -> (key: ItemKey, change: Int64) {
        let first = try await store.createFlag("export", in: "production")
        let key = ItemKey(.targeting, "export", environment: "production")
        let result = try await store.propose(
            "a", [Edit(key, base: first, .set(["otherwise": ["variant": "off"]]))], reason: "Slow", due: due)
        guard case .requested(let request) = result else {
            Issue.record("\(result)")
            return (key, first)
        }
        #expect(request.kind == .approval && request.due == due)
        // Without an approval its time changes nothing.
        #expect(try await store.changes.runSchedules(now: due + 1).isEmpty)
        return (key, first)
    }

    @Test("A change that is approved before its time takes effect once, at its time", arguments: databases)
    func before(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let (key, first) = try await request(store, due: 5_000)
            let approved = try await store.changes.approve("a", of: store.program, Self.approver, now: 2_000)
            guard case .scheduled(let schedule) = approved else {
                Issue.record("\(approved)")
                return
            }
            #expect(schedule.kind == .schedule && schedule.state == .pending && schedule.decidedByName == "Ines Falk")
            #expect(try await store.state().program.changes == first)
            #expect(try await store.changes.runSchedules(now: 4_999).isEmpty)
            // Several nodes at once.
            let done = try await withThrowingTaskGroup(of: [ChangeRequest].self) { group in
                for _ in 0..<4 { group.addTask { try await ChangeService(store.database).runSchedules(now: 5_000) } }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(done.map(\.state) == [.done] && done.first?.decidedByName == "Ines Falk")
            #expect(try await store.state().program.changes == first + 1)
            #expect(try await store.state().items[key]?.value.members["otherwise"] == ["variant": "off"])
            let change = try await store.database.read {
                try ChangeTable($0, program: store.program).change(first + 1)
            }
            #expect(change?.body.approvedBy == "Ines Falk" && change?.author.source == .schedule)
            #expect(try await store.changes.runSchedules(now: 9_000).isEmpty)
            #expect(try await store.verification().findings.isEmpty)
        }
    }

    @Test("A change that is approved after its time takes effect immediately", arguments: databases)
    func after(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let (key, first) = try await request(store, due: 5_000)
            let approved = try await store.changes.approve("a", of: store.program, Self.approver, now: 5_000)
            guard case .applied(let change, nil) = approved else {
                Issue.record("\(approved)")
                return
            }
            #expect(change.number == first + 1 && change.body.approvedBy == "Ines Falk")
            #expect(try await store.state().items[key]?.value.members["otherwise"] == ["variant": "off"])
            #expect(try await store.changes.runSchedules(now: 9_000).isEmpty)
            #expect(try await store.state().program.changes == first + 1)
        }
    }

    @Test("A change that is declined never takes effect", arguments: databases)
    func declined(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let (_, first) = try await request(store, due: 5_000)
            let declined = try await store.changes.decline("a", of: store.program, Self.approver, now: 2_000)
            #expect(declined.state == .declined && declined.decidedByName == "Ines Falk")
            #expect(try await store.changes.runSchedules(now: 9_000).isEmpty)
            await #expect(throws: ChangeError.notPending(.declined)) {
                try await store.changes.approve("a", of: store.program, Self.approver, now: 9_000)
            }
            #expect(try await store.state().program.changes == first)
        }
    }

    @Test("A schedule that is withdrawn after its approval says who approved it", arguments: databases)
    func withdrawn(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let (_, first) = try await request(store, due: 5_000)
            _ = try await store.changes.approve("a", of: store.program, Self.approver, now: 2_000)
            let withdrawn = try await store.changes.decline(
                "a", of: store.program, Decision(by: StoreFixture.mara, rights: Membership(role: .editor)), now: 3_000)
            #expect(withdrawn.state == .withdrawn && withdrawn.decidedBy == "mara")
            #expect(withdrawn.decidedByName == "Mara Lindt")
            #expect(withdrawn.comment == "It was approved by Ines Falk.")
            #expect(try await store.changes.runSchedules(now: 9_000).isEmpty)
            #expect(try await store.state().program.changes == first)
        }
    }
}
