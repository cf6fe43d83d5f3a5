import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelStore
import Testing

@Suite("Guards, plans and schedules don't hold up others", .timeLimit(.minutes(5)))
struct GuardTurnTests {
    static let databases = StoreFixture.databases
    static let delays: [DatabaseError] = [.timeout(reason: "It took too long"), .busy(reason: "It is locked")]

    /// Returns a database of which statements with a part and an argument fail.
    private static func failing(
        _ database: any Database, _ part: String, with error: DatabaseError, value: String = "development"
    ) -> ObservedDatabase {
        ObservedDatabase(
            database,
            observe: { statement in
                if statement.sql.contains(part), statement.arguments.contains(.text(value)) { throw error }
            })
    }

    @Test("A guard whose evidence can't be read in time doesn't hold up others", arguments: databases, delays)
    func guards(_ dialect: DatabaseDialect, _ error: DatabaseError) async throws {
        try await GuardFixture.with(dialect) { first in
            let second = first.elsewhere("staging")
            for rollout in [first, second] { try await rollout.start() }
            for rollout in [first, second] { try await rollout.receive(sessions: 600, failures: (on: 0.3, off: 0)) }
            let failing = Self.failing(first.store.database, "insight_scopes", with: .unreachable(reason: "It stopped"))
            await #expect(throws: DatabaseError.self) { try await first.looks(on: ChangeService(failing)) }
            let slow = Self.failing(first.store.database, "insight_scopes", with: error)
            let looks = try await first.looks(on: ChangeService(slow))
            #expect(looks.map(\.key) == [first.key, second.key])
            guard case .postponed? = looks.first?.outcome, case .acted? = looks.last?.outcome else {
                Issue.record("\(looks)")
                return
            }
            #expect(try await first.plan().state == .running)
            #expect(try await second.plan().state == .paused)
            first.pass(minutes: 1)
            #expect(try await first.looks().map(\.key) == [first.key])
            #expect(try await first.plan().state == .paused)
        }
    }

    @Test("A plan whose step can't be written in time doesn't hold up others", arguments: databases, delays)
    func plans(_ dialect: DatabaseDialect, _ error: DatabaseError) async throws {
        try await GuardFixture.with(dialect) { first in
            let second = first.elsewhere("staging")
            for rollout in [first, second] {
                try await rollout.start(steps: [["share": 0, "wait": 60], ["share": 50]])
                rollout.pass(minutes: 1)
            }
            let slow = Self.failing(first.store.database, "INSERT INTO revisions", with: error)
            let steps = try await ChangeService(slow).runPlans(now: first.now)
            #expect(steps.map(\.key) == [first.key, second.key])
            guard case .postponed? = steps.first?.outcome, case .taken? = steps.last?.outcome else {
                Issue.record("\(steps)")
                return
            }
            first.pass(minutes: 1)
            #expect(try await first.store.changes.runPlans(now: first.now).map(\.key) == [first.key])
            #expect(try await first.plan().stepsTaken == 2)
        }
    }

    @Test(
        "A schedule that can't be carried out in time remains pending, and doesn't hold up others",
        arguments: databases)
    func schedules(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            for (number, name) in ["first", "second"].enumerated() {
                let change = try await store.createFlag(name)
                try await store.propose(
                    "off-\(name)",
                    [Edit(ItemKey(.targeting, name, environment: "development"), base: change, .set(["isOn": false]))],
                    due: 4_000 + Int64(number))
            }
            let slow = ChangeService(
                Self.failing(
                    store.database, "SELECT * FROM requests", with: .timeout(reason: "It took too long"),
                    value: "off-first"))
            #expect(try await slow.runSchedules(now: 6_000).map(\.id) == ["off-second"])
            // Once it alone is due, the failure is reported.
            await #expect(throws: DatabaseError.self) { try await slow.runSchedules(now: 6_000) }
            let done = try await store.changes.runSchedules(now: 6_000)
            #expect(done.map(\.id) == ["off-first"] && done.map(\.state) == [.done])
        }
    }

    // MARK: Evidence

    @Test("Evidence is read by its indexes, without the lock of the program", arguments: databases)
    func evidence(_ dialect: DatabaseDialect) async throws {
        try await GuardFixture.with(dialect) { rollout in
            try await rollout.start()
            try await rollout.receive(sessions: 600, failures: (on: 0.3, off: 0))
            let statements = Shared<[ObservedDatabase.Statement]>([])
            let node = ChangeService(
                ObservedDatabase(
                    rollout.store.database, observe: { statement in statements.change { $0.append(statement) } }))
            #expect(try await rollout.looks(on: node).count == 1)
            let evidence = statements.value.filter { statement in
                statement.sql.contains("FROM insight_counts") || statement.sql.contains("FROM insight_people")
            }
            #expect(evidence.contains { $0.sql.contains("FROM insight_people") })
            #expect(evidence.allSatisfy { !$0.isWrite })
            // SQLite says which index it uses, however few rows there are.
            for statement in dialect == .sqlite ? evidence : [] {
                let plan = try await rollout.store.database.read { database in
                    try database.query("EXPLAIN QUERY PLAN " + statement.sql, statement.arguments)
                        .map { try $0.text("detail") }
                }
                #expect(plan.contains { $0.contains("_by_variant") }, "\(plan)")
            }
            // People decide whether the guard acts, which it does once.
            statements.change { $0 = [] }
            rollout.pass(minutes: 1)
            #expect(try await rollout.looks(on: node).isEmpty)
            #expect(statements.value.contains { $0.sql.contains("FROM insight_counts") })
            #expect(!statements.value.contains { $0.sql.contains("FROM insight_people") })
        }
    }

    @Test("A plan that a person pauses while its guard reads stays paused", arguments: databases)
    func changedMeanwhile(_ dialect: DatabaseDialect) async throws {
        try await GuardFixture.with(dialect) { rollout in
            try await rollout.start()
            try await rollout.receive(sessions: 600, failures: (on: 0.3, off: 0))
            let isDone = Shared(false)
            let database = ObservedDatabase(
                rollout.store.database,
                beforeWrite: {
                    guard !isDone.value else { return }
                    isDone.change { $0 = true }
                    try await rollout.edit("pause", ["state": "paused"])
                })
            #expect(try await rollout.looks(on: ChangeService(database)).isEmpty)
            #expect(isDone.value)
            #expect(try await rollout.looks().isEmpty)
            let plan = try await rollout.plan()
            #expect(plan.state == .paused && plan.why == nil)
            let seen = try #require(try await rollout.seen())
            #expect(seen.decision == .harm && seen.acted == nil)
        }
    }
}
