import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import Testing

@Suite("Rollout plans", .timeLimit(.minutes(3)))
struct PlanTests {
    static let databases = StoreFixture.databases
    static let flag = "export"

    static func key(_ environment: String) -> ItemKey {
        ItemKey(.targeting, flag, environment: environment)
    }

    /// Steps of 1, 10 and 100 %, a minute apart.
    static func plan(_ members: [String: JSONValue] = [:]) -> JSONValue {
        let base: [String: JSONValue] = [
            "id": "p", "variant": "on", "rest": "off", "state": "running",
            "steps": [["share": 1, "wait": 60], ["share": 10, "wait": 60], ["share": 100]],
        ]
        return .object(base.merging(members) { $1 })
    }

    static func on(_ share: Int) -> JSONValue {
        ["split": [["variant": "on", "weight": .int(share)], ["variant": "off", "weight": .int(100 - share)]]]
    }

    /// Creates the flag and starts a plan in an environment without protection.
    static func start(
        _ store: StoreFixture, in environment: String = "development", _ plan: JSONValue = plan()
    ) async throws {
        let first = try await store.createFlag(flag, in: environment)
        try await store.propose(
            "start", [Edit(key(environment), base: first, .set(["otherwise": ["variant": "off"], "plan": plan]))],
            reason: "Summer")
    }

    static func value(_ store: StoreFixture, in environment: String = "development") async throws -> JSONValue {
        try await store.state().items[key(environment)]?.value ?? .null
    }

    /// Edits the plan as a person who read it now.
    @discardableResult
    private static func edit(
        _ store: StoreFixture, _ id: String, _ members: [String: JSONValue], in environment: String = "development",
        by author: Author = StoreFixture.mara, now: Int64 = 1_000
    ) async throws -> ProposalResult {
        let item = try #require(try await store.state().items[key(environment)])
        let plan = (item.value.member("plan")?.membersOfObject ?? [:]).merging(members) { $1 }
        return try await store.propose(
            id, [Edit(key(environment), base: item.change, .set(["plan": .object(plan)]))], reason: "Plan", by: author,
            now: now)
    }

    @Test("Steps are taken at their times, also after downtime, without skipping any", arguments: databases)
    func steps(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await Self.start(store)
            #expect(try await store.changes.runPlans(now: 2_000).count == 1)
            #expect(try await Self.value(store).member("otherwise") == Self.on(1))
            #expect(try await store.changes.runPlans(now: 61_999).isEmpty)
            #expect(try await store.changes.runPlans(now: 62_000).count == 1)
            #expect(try await Self.value(store).member("otherwise") == Self.on(10))
            // After a day of downtime the wait for the next step counts from this one.
            #expect(try await store.changes.runPlans(now: 62_001).isEmpty)
            let last = try await store.changes.runPlans(now: 86_400_000)
            guard case .taken(let change)? = last.first?.outcome else {
                Issue.record("\(last)")
                return
            }
            #expect(change.kind == .plan)
            #expect(change.author == Author(id: "mara", name: "Mara Lindt", source: .plan))
            #expect(change.reason == "Step 3 of 3")
            let value = try await Self.value(store)
            #expect(value.member("otherwise") == ["variant": "on"])
            #expect(value.member("plan")?.member("state") == "finished")
            #expect(value.member("plan")?.member("started") == 2)
            #expect(try await store.changes.runPlans(now: 999_000_000).isEmpty)
            #expect(try await store.verification().findings.isEmpty)
        }
    }

    @Test("Several nodes take a step once", arguments: databases)
    func once(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await Self.start(store)
            let taken = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await ChangeService(store.database).runPlans(now: 5_000).count }
                }
                return try await group.reduce(0, +)
            }
            #expect(taken == 1)
            #expect(try await store.state().program.changes == 3)
        }
    }

    @Test("A clock that is set back neither repeats nor hurries a step")
    func clock() async throws {
        try await StoreFixture.with(.sqlite) { store in
            try await Self.start(store)
            #expect(try await store.changes.runPlans(now: 500_000).count == 1)
            for now in [Int64(0), 60_000, 400_000, 559_999] {
                #expect(try await store.changes.runPlans(now: now).isEmpty)
            }
            #expect(try await store.changes.runPlans(now: 560_000).count == 1)
        }
    }

    @Test("The times that a caller sends are ignored")
    func hostile() async throws {
        try await StoreFixture.with(.sqlite) { store in
            try await Self.start(store, Self.plan(["since": 0, "started": 99, "why": "x"]))
            _ = try await store.changes.runPlans(now: 5_000)
            try await Self.edit(store, "hurry", ["since": 0, "started": 1])
            let plan = try await Self.value(store).member("plan")
            #expect(plan?.member("since") == 5_000)
            #expect(plan?.member("started") == 2)
            #expect(try await store.changes.runPlans(now: 60_000).isEmpty)
            // A plan that claims to be further takes no step until a person resumes it.
            try await Self.edit(store, "new", ["id": "q", "step": 2])
            let copied = try await Self.value(store).member("plan")
            #expect(copied?.member("state") == "paused")
            #expect(try await store.changes.runPlans(now: 999_000).isEmpty)
        }
    }

    @Test("A paused plan takes no step; the wait begins again when it is resumed")
    func paused() async throws {
        try await StoreFixture.with(.sqlite) { store in
            try await Self.start(store)
            _ = try await store.changes.runPlans(now: 2_000)
            try await Self.edit(store, "pause", ["state": "paused"])
            #expect(try await store.changes.runPlans(now: 900_000).isEmpty)
            try await Self.edit(store, "resume", ["state": "running"], by: StoreFixture.ines, now: 900_000)
            #expect(try await store.changes.runPlans(now: 959_999).isEmpty)
            let steps = try await store.changes.runPlans(now: 960_000)
            guard case .taken(let change)? = steps.first?.outcome else {
                Issue.record("\(steps)")
                return
            }
            // The person who resumed it answers for its steps.
            #expect(change.author.name == "Ines Falk")
        }
    }

    @Test("The next step now moves the rollout, and the wait counts from then")
    func proceed() async throws {
        try await StoreFixture.with(.sqlite) { store in
            try await Self.start(store)
            _ = try await store.changes.runPlans(now: 2_000)
            try await Self.edit(store, "next", ["step": 2], now: 30_000)
            #expect(try await Self.value(store).member("otherwise") == Self.on(10))
            #expect(try await Self.value(store).member("plan")?.member("state") == "running")
            #expect(try await store.changes.runPlans(now: 89_999).isEmpty)
            #expect(try await store.changes.runPlans(now: 90_000).count == 1)
        }
    }

    @Test("A person's change of the rollout pauses the plan, other changes don't", arguments: databases)
    func changedRollout(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await Self.start(store)
            _ = try await store.changes.runPlans(now: 2_000)
            let rule: JSONValue = [
                "id": "1", "if": [["attribute": "os", "is": "oneOf", "values": ["ios"]]], "then": ["variant": "off"],
            ]
            var item = try #require(try await store.state().items[Self.key("development")])
            try await store.propose(
                "rule", [Edit(Self.key("development"), base: item.change, .set(["rules": [rule]]))])
            #expect(try await Self.value(store).member("plan")?.member("state") == "running")
            item = try #require(try await store.state().items[Self.key("development")])
            try await store.propose(
                "five", [Edit(Self.key("development"), base: item.change, .set(["otherwise": Self.on(5)]))])
            let plan = try await Self.value(store).member("plan")
            #expect(plan?.member("state") == "paused")
            #expect(plan?.member("why") == "The rollout was changed.")
            #expect(try await store.changes.runPlans(now: 900_000).isEmpty)
            #expect(try await Self.value(store).member("otherwise") == Self.on(5))
            // Resumed, it continues from what the person set.
            try await Self.edit(store, "resume", ["state": "running"], now: 900_000)
            #expect(try await Self.value(store).member("plan")?.member("why") == nil)
            #expect(try await Self.value(store).member("otherwise") == Self.on(5))
            #expect(try await store.changes.runPlans(now: 960_000).count == 1)
            #expect(try await Self.value(store).member("otherwise") == Self.on(10))
            #expect(try await store.verification().findings.isEmpty)
        }
    }

    @Test("Switching off, JsonLogic, and removing the rule that a plan moves pause it")
    func obstacles() async throws {
        try await StoreFixture.with(.sqlite) { store in
            let rule: JSONValue = [
                "id": "1", "if": [["attribute": "os", "is": "oneOf", "values": ["ios"]]], "then": ["variant": "off"],
            ]
            let first = try await store.createFlag(Self.flag)
            let key = Self.key("development")
            try await store.propose(
                "start", [Edit(key, base: first, .set(["rules": [rule], "plan": Self.plan(["rule": "1"])]))])
            _ = try await store.changes.runPlans(now: 2_000)
            guard case .array(let rules)? = try await Self.value(store).member("rules") else {
                Issue.record("no rules")
                return
            }
            #expect(rules.first?.member("then") == Self.on(1))
            let edits: [(String, [String: JSONValue?], [String: JSONValue?])] = [
                ("off", ["isOn": false], ["isOn": true]), ("logic", ["logic": ["if": []]], ["logic": .some(.null)]),
                ("removed", ["rules": []], ["rules": [rule]]),
            ]
            for (name, change, back) in edits {
                var item = try #require(try await store.state().items[key])
                try await store.propose(name, [Edit(key, base: item.change, .set(change))])
                let plan = try await Self.value(store).member("plan")
                #expect(plan?.member("state") == "paused", "\(name)")
                #expect(plan?.member("why") != nil, "\(name)")
                item = try #require(try await store.state().items[key])
                try await store.propose("\(name)-back", [Edit(key, base: item.change, .set(back))])
                #expect(try await Self.value(store).member("plan")?.member("state") == "paused", "\(name)")
                try await Self.edit(store, "\(name)-resume", ["state": "running"])
                #expect(try await Self.value(store).member("plan")?.member("state") == "running", "\(name)")
            }
        }
    }

    @Test("A reversal of a step sets the rollout back and pauses the plan")
    func reverted() async throws {
        try await StoreFixture.with(.sqlite) { store in
            try await Self.start(store)
            _ = try await store.changes.runPlans(now: 2_000)
            _ = try await store.changes.runPlans(now: 70_000)
            try await Self.edit(store, "back", ["step": 1])
            let value = try await Self.value(store)
            #expect(value.member("otherwise") == Self.on(1))
            #expect(value.member("plan")?.member("state") == "paused")
        }
    }

    @Test("An edit of the steps and a step that was taken meanwhile are both retained", arguments: databases)
    func merged(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await Self.start(store)
            let seen = try await store.state().program.changes
            _ = try await store.changes.runPlans(now: 2_000)
            let steps: JSONValue = [["share": 1, "wait": 60], ["share": 20, "wait": 60], ["share": 50]]
            try await store.propose(
                "edit", [Edit(Self.key("development"), base: seen, .set(["plan": Self.plan(["steps": steps])]))])
            let plan = try await Self.value(store).member("plan")
            #expect(plan?.member("steps") == steps)
            #expect(plan?.member("step") == 1)
            #expect(plan?.member("since") == 2_000)
            #expect(plan?.member("state") == "running")
            // Two people who set the same member differently see a conflict.
            await #expect(throws: ChangeError.self) {
                try await store.propose(
                    "other",
                    [
                        Edit(
                            Self.key("development"), base: seen,
                            .set(["plan": Self.plan(["steps": [["share": 5, "wait": 1], ["share": 6]]])]))
                    ])
            }
        }
    }

    @Test("In a protected environment the plan is approved once, and pausing needs no approval", arguments: databases)
    func approved(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await Self.start(store, in: "production")
            #expect(try await store.changes.runPlans(now: 2_000).isEmpty)
            _ = try await store.changes.approve(
                "start", of: store.program, Decision(by: StoreFixture.ines, rights: Membership(role: .approver)),
                now: 3_000)
            let steps = try await store.changes.runPlans(now: 4_000)
            guard case .taken(let change)? = steps.first?.outcome else {
                Issue.record("\(steps)")
                return
            }
            #expect(change.body.approvedBy == "Ines Falk")
            guard case .applied(_, nil) = try await Self.edit(store, "pause", ["state": "paused"], in: "production")
            else {
                Issue.record("Pausing needs an approval.")
                return
            }
            for (id, members) in [
                ("resume", ["state": "running"]), ("next", ["state": "running", "step": 2]),
                ("steps", ["steps": [["share": 1, "wait": 60], ["share": 99]]]),
            ] as [(String, [String: JSONValue])] {
                let result = try await Self.edit(store, id, members, in: "production")
                guard case .requested = result else {
                    Issue.record("\(id): \(result)")
                    return
                }
            }
            // Switching off with a running plan is still a switch.
            _ = try await store.changes.approve(
                "resume", of: store.program, Decision(by: StoreFixture.ines, rights: Membership(role: .approver)),
                now: 5_000)
            let item = try #require(try await store.state().items[Self.key("production")])
            let off = try await store.propose(
                "off", [Edit(Self.key("production"), base: item.change, .set(["isOn": false]))], reason: "It crashes")
            guard case .applied = off else {
                Issue.record("\(off)")
                return
            }
            #expect(try await Self.value(store, in: "production").member("plan")?.member("state") == "paused")
        }
    }

    @Test("A plan whose author lost the rights, or whose environment became protected, pauses with the reason")
    func rights() async throws {
        try await StoreFixture.with(.sqlite) { store in
            try await Self.start(store)
            try await store.database.write {
                try AccountTable($0).set(Membership(role: .viewer), of: "mara", in: "documents")
            }
            var steps = try await store.changes.runPlans(now: 2_000)
            guard case .paused(let change, let reason)? = steps.first?.outcome else {
                Issue.record("\(steps)")
                return
            }
            #expect(reason.contains("Mara Lindt no longer has the rights"))
            #expect(change.author.source == .plan)
            #expect(try await Self.value(store).member("otherwise") == ["variant": "off"])
            #expect(try await Self.value(store).member("plan")?.member("why") == .string(reason))
            try await Self.edit(store, "resume", ["state": "running"], by: StoreFixture.ines, now: 3_000)
            _ = try await store.database.write {
                try $0.execute("UPDATE environments SET protection = 'approval' WHERE id = 'development'", [])
            }
            steps = try await ChangeService(store.database).runPlans(now: 90_000)
            guard case .paused(_, let other)? = steps.first?.outcome else {
                Issue.record("\(steps)")
                return
            }
            #expect(other.contains("needs an approval now"))
            #expect(try await store.verification().findings.isEmpty)
        }
    }

    @Test("A plan whose variant was removed can't be left behind, and an archived flag's plan pauses")
    func archived() async throws {
        try await StoreFixture.with(.sqlite) { store in
            try await Self.start(store)
            let flag = ItemKey(.flag, Self.flag)
            await #expect(throws: ChangeError.self) {
                try await store.propose(
                    "variants", [Edit(flag, base: 1, .set(["variants": [["name": "off", "value": false]]]))])
            }
            try await store.propose("archive", [Edit(flag, base: 1, .set(["isArchived": true]))])
            let steps = try await store.changes.runPlans(now: 2_000)
            guard case .paused(_, "The flag is archived.")? = steps.first?.outcome else {
                Issue.record("\(steps)")
                return
            }
        }
    }

    @Test("A plan that can't be read doesn't stop the others, and is read again later", arguments: databases)
    func damaged(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            try await Self.start(store)
            try await store.createFlag("other")
            let other = ItemKey(.targeting, "other", environment: "development")
            let item = try #require(try await store.state().items[other])
            try await store.propose("other", [Edit(other, base: item.change, .set(["plan": Self.plan()]))])
            _ = try await store.database.write {
                try $0.execute("UPDATE changes SET body = '{oops' WHERE number = 2", [])
            }
            let steps = try await ChangeService(store.database).runPlans(now: 2_000)
            #expect(steps.count == 2)
            guard case .postponed? = steps.first(where: { $0.key.name == Self.flag })?.outcome,
                case .taken? = steps.first(where: { $0.key.name == "other" })?.outcome
            else {
                Issue.record("\(steps)")
                return
            }
            #expect(try await store.changes.runPlans(now: 3_000).isEmpty)
        }
    }

    @Test("A removed targeting leaves no pending step, and a lost one is found by verification")
    func removed() async throws {
        try await StoreFixture.with(.sqlite) { store in
            try await Self.start(store)
            _ = try await store.database.write { try $0.execute("DELETE FROM plan_steps", []) }
            #expect(
                try await store.verification().findings == [
                    "The pending step of the plan of the targeting of “export” in development isn't what its changes lead to."
                ])
            try await store.propose("remove", [Edit(Self.key("development"), base: 2, .remove)])
            #expect(try await store.verification().findings.isEmpty)
        }
    }
}

extension JSONValue {
    /// The members of an object, or none.
    fileprivate var membersOfObject: [String: JSONValue] {
        if case .object(let members) = self { members } else { [:] }
    }

    fileprivate func member(_ name: String) -> JSONValue? { membersOfObject[name] }
}
