import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelInsight
import FiresteelStore
import Synchronization

/// A guarded rollout of a flag, with programs that send segments.
final class GuardFixture: Sendable {
    let store: StoreFixture
    let key: ItemKey
    private let environment: String
    private let rollUp: RollUp
    private struct State {
        var now = InsightFixture.now
        var runs = 0
        var random = GuardRandom(state: 7)
    }
    private let state = Mutex(State())

    private init(_ store: StoreFixture, _ environment: String, _ rollUp: RollUp) {
        self.store = store
        self.environment = environment
        self.rollUp = rollUp
        key = ItemKey(.targeting, "export", environment: environment)
    }

    static func with(
        _ dialect: DatabaseDialect, environment: String = "development", _ body: (GuardFixture) async throws -> Void
    ) async throws {
        try await StoreFixture.with(dialect) { store in
            let rollUp = RollUp(
                store.database, hash: PersonHash(secret: "a secret of the installation"),
                slowLimits: PlanGuardTable.slowLimits)
            try await body(GuardFixture(store, environment, rollUp))
        }
    }

    /// Returns a rollout of the same flag in another environment.
    func elsewhere(_ environment: String) -> GuardFixture { GuardFixture(store, environment, rollUp) }

    var now: Int64 { state.withLock { $0.now } }

    func pass(minutes: Int64) { state.withLock { $0.now += minutes * 60_000 } }

    /// Starts a plan of three steps, a minute apart, and takes the first.
    func start(
        _ guardMembers: [String: JSONValue] = [:],
        steps: JSONValue = [["share": 50, "wait": 60], ["share": 50.5, "wait": 60], ["share": 100]]
    ) async throws {
        let first = try await store.createFlag("export", in: environment)
        let settings: [String: JSONValue] = ["minimumRuns": 100]
        let plan: JSONValue = [
            "id": "p", "variant": "on", "rest": "off", "state": "running", "steps": steps,
            "guard": .object(settings.merging(guardMembers) { $1 }),
        ]
        let result = try await store.propose(
            "start-\(environment)",
            [
                Edit(key, base: first, .set(["otherwise": ["variant": "off"], "plan": plan]))
            ], reason: "Summer", now: now)
        if case .requested(let request) = result {
            _ = try await store.changes.approve(
                request.id, of: store.program,
                Decision(by: StoreFixture.ines, rights: Membership(role: .approver), comment: "", perform: ""), now: now
            )
        }
        _ = try await store.changes.runPlans(now: now)
        _ = try await looks()
    }

    /// Lets some minutes pass, in each of which sessions arrive, the guard looks, and steps are taken.
    func run(minutes: Int, sessions: Int, failures: (on: Double, off: Double)) async throws {
        for _ in 0..<minutes {
            try await receive(sessions: sessions, failures: failures)
            _ = try await looks()
            _ = try await store.changes.runPlans(now: now)
            _ = try await looks()
        }
    }

    /// Receives sessions that began now, each of a person and one of both variants.
    ///
    /// A minute passes.
    func receive(
        sessions: Int, failures: (on: Double, off: Double), abnormal: (on: Double, off: Double) = (0, 0),
        slow: (on: Double, off: Double) = (0, 0), performs: (on: Int, off: Int)? = nil, person: String? = nil,
        version: String = "3.4.1",
        variant: String? = nil
    ) async throws {
        let segments = state.withLock { state in
            (0..<sessions).map { _ -> RunSegment in
                state.runs += 1
                let isOn = variant.map { $0 == "on" } ?? state.random.chance(0.5)
                let fails = state.random.chance(isOn ? failures.on : failures.off)
                let ends = state.random.chance(isOn ? abnormal.on : abnormal.off)
                let isSlow = slow != (0, 0) && state.random.chance(isOn ? slow.on : slow.off)
                var durations = [isSlow ? 60 : 40: 1]
                if let performs {
                    // One in ten is slow.
                    let times = (0..<(isOn ? performs.on : performs.off)).map { _ in state.random.chance(0.1) ? 60 : 40
                    }
                    durations = Dictionary(times.map { ($0, 1) }, uniquingKeysWith: +)
                }
                return InsightFixture.segment(
                    "run-\(state.runs)", person: person ?? "person-\(state.runs)",
                    failures: fails ? ["StorageError": 1] : [:],
                    variants: ["export": isOn ? "on" : "off"], version: version,
                    end: ends ? RunSegment.End(.signal, signal: "SIGSEGV") : nil, started: state.now - 50_000,
                    durations: durations)
            }
        }
        let scope = InsightScope(program: "documents", environment: environment)
        let now = now
        let messages = segments.map { InsightFixture.message(.segment, $0.run, $0.number, $0.json, scope: scope) }
        let hash = PersonHash(secret: "a secret of the installation")
        _ = try await store.database.write { try InboxTable($0).store(messages, hash: hash, now: now) }
        while try await rollUp.run(now: now) > 0 {}
        pass(minutes: 1)
    }

    /// Lets guards look that are due.
    func looks(on node: ChangeService? = nil) async throws -> [GuardLook] {
        try await (node ?? store.changes).runGuards(now: now) { _, _ in "App/Documents" }
    }

    func seen() async throws -> GuardState? {
        try await store.database.read { try PlanGuardTable($0).state(of: self.key, in: "documents") }
    }

    func plan() async throws -> TargetingPlan {
        let item = try await store.state().items[key]
        guard let plan = item?.value.members["plan"] else { throw StoreError.notFound("no plan") }
        return try TargetingPlan(json: plan)
    }

    /// Reverts a change as a person: the members that it set are as they were before.
    func revert(_ change: Change) async throws {
        let items = try await store.state().items
        let edits = change.body.differences.map { difference -> Edit in
            var members: [String: JSONValue?] = [:]
            for field in difference.fields { members.updateValue(difference.before?.members[field], forKey: field) }
            return Edit(difference.item, base: items[difference.item]?.change ?? 0, .set(members))
        }
        var proposal = store.proposal("revert-\(change.number)", edits, reason: "Judged")
        proposal.kind = .reversal
        proposal.reverts = change.number
        _ = try await store.changes.propose(proposal, of: store.program, now: now)
    }

    /// Edits the plan as a person who read it now.
    func edit(_ id: String, _ members: [String: JSONValue]) async throws {
        let item = try await store.state().items[key]
        let plan = (item?.value.members["plan"]?.members ?? [:]).merging(members) { $1 }
        try await store.propose(
            id, [Edit(key, base: item?.change ?? 0, .set(["plan": .object(plan)]))], reason: "Plan", now: now)
    }
}

/// Random numbers that are the same in each run: SplitMix64 (Steele, Lea and Flood, 2014).
struct GuardRandom: Sendable {
    var state: UInt64

    /// Returns whether something of this probability happens.
    mutating func chance(_ probability: Double) -> Bool {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((z ^ (z >> 31)) >> 11) * 0x1p-53 < probability
    }
}
