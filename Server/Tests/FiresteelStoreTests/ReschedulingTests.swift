import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelStore
import Testing

@Suite("Moving schedules to another time", .timeLimit(.minutes(3)))
struct ReschedulingTests {
    static let databases = StoreFixture.databases
    private static let approver = Decision(by: StoreFixture.ines, rights: Membership(role: .approver))

    private func stored(_ request: String, _ store: StoreFixture) async throws -> ChangeRequest? {
        let program = store.program
        return try await store.database.read { try RequestTable($0).request(request, of: program) }
    }

    private func state(of request: String, _ store: StoreFixture) async throws -> ChangeRequest.State? {
        try await stored(request, store)?.state
    }

    @Test("A schedule takes effect once, at the time to which it was moved", arguments: databases)
    func moved(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            try await store.propose("a", [Edit(key, base: first, .set(["isOn": false]))], reason: "Night", due: 5_000)
            // The same call again has the same result.
            for _ in 1...2 {
                let result = try await store.changes.reschedule(
                    "a", of: store.program, as: "b", to: 7_000, Self.approver, now: 2_000)
                guard case .scheduled(let schedule) = result else {
                    Issue.record("\(result)")
                    return
                }
                #expect(schedule.id == "b" && schedule.due == 7_000 && schedule.reason == "Night")
                #expect(schedule.author.id == "ines")
            }
            let moved = try await stored("a", store)
            #expect(moved?.state == .withdrawn && moved?.decidedByName == "Ines Falk")
            #expect(moved?.comment == "Moved to another time by the request b.")
            #expect(try await store.changes.runSchedules(now: 6_999).isEmpty)
            #expect(try await store.changes.runSchedules(now: 7_000).map(\.id) == ["b"])
            #expect(try await store.state().items[key]?.value.members["isOn"] == false)
            await #expect(throws: ChangeError.notPending(.done)) {
                try await store.changes.reschedule(
                    "b", of: store.program, as: "c", to: 9_000, Self.approver, now: 8_000)
            }
            #expect(try await store.verification().findings.isEmpty)
        }
    }

    @Test("A new time of a protected environment needs an approval as well", arguments: databases)
    func approved(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag("export", in: "production")
            let key = ItemKey(.targeting, "export", environment: "production")
            try await store.propose(
                "a", [Edit(key, base: first, .set(["otherwise": ["variant": "off"]]))], reason: "Slow", due: 5_000)
            _ = try await store.changes.approve("a", of: store.program, Self.approver, now: 2_000)
            let author = Decision(by: StoreFixture.mara, rights: Membership(role: .editor))
            let result = try await store.changes.reschedule(
                "a", of: store.program, as: "b", to: 7_000, author, now: 3_000)
            guard case .requested(let request) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(request.kind == .approval && request.due == 7_000)
            #expect(try await store.changes.runSchedules(now: 9_000).isEmpty)
            // Who moved it is a person's name, and who approved it remains known.
            let moved = try await stored("a", store)
            #expect(moved?.state == .withdrawn && moved?.decidedByName == "Mara Lindt")
            #expect(moved?.comment == "Moved to another time by the request b. It was approved by Ines Falk.")
        }
    }

    @Test("A schedule that can't be moved remains as it is", arguments: databases)
    func refused(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            try await store.propose("a", [Edit(key, base: first, .set(["isOn": false]))], due: 5_000)
            let elsewhere = Decision(
                by: StoreFixture.ines, rights: Membership(role: .approver, environments: ["staging"]))
            await #expect(throws: ChangeError.notAllowed(["development"])) {
                try await store.changes.reschedule("a", of: store.program, as: "b", to: 7_000, elsewhere, now: 2_000)
            }
            await #expect(throws: ChangeError.self) {
                try await store.changes.reschedule(
                    "a", of: store.program, as: "b", to: 1_500, Self.approver, now: 2_000)
            }
            // Another change made it superfluous.
            try await store.propose("now", [Edit(key, base: first, .set(["isOn": false]))])
            await #expect(throws: ChangeError.self) {
                try await store.changes.reschedule(
                    "a", of: store.program, as: "b", to: 7_000, Self.approver, now: 2_000)
            }
            #expect(try await state(of: "a", store) == .pending)
            #expect(try await store.changes.runSchedules(now: 5_000).map(\.id) == ["a"])
        }
    }
}
