import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import Testing

@Suite("Experiments", .timeLimit(.minutes(3)))
struct ExperimentTests {
    static func key(_ name: String = "save") -> ItemKey { ItemKey(.experiment, name, environment: "development") }

    static func value(_ members: [String: JSONValue] = [:]) -> JSONValue {
        let base: [String: JSONValue] = [
            "name": "Save", "flag": "export", "arms": ["off", "on"], "share": 50, "days": 14, "state": "running",
            "primary": ["feature": "App", "action": "save", "measure": "count", "direction": "increase"],
        ]
        return .object(base.merging(members) { $1 })
    }

    /// Returns a member of an experiment.
    private static func member(_ name: String, _ store: StoreFixture, of experiment: String = "save") async throws
        -> JSONValue?
    {
        try await store.state().items[key(experiment)]?.value.members[name]
    }

    /// Edits an experiment as a person who read it now.
    private static func edit(
        _ store: StoreFixture, _ id: String, _ members: [String: JSONValue?], of name: String = "save",
        now: Int64 = 1_000
    ) async throws {
        let item = try #require(try await store.state().items[key(name)])
        try await store.propose(id, [Edit(key(name), base: item.change, .set(members))], now: now)
    }

    private static func message(_ body: () async throws -> Void) async throws -> String {
        let error = try await #require(throws: ChangeError.self) { try await body() }
        return "\(error)"
    }

    @Test("A larger share adds slots, others of the layer get free ones, and one that doesn't fit says why")
    func slots() async throws {
        try await StoreFixture.with(.sqlite) { store in
            try await store.createFlag()
            // Slots and phases of clients are ignored.
            let sent = Self.value(["share": 20, "slots": [[9_000, 10_000]], "phase": 7])
            try await store.propose("1", [Edit(Self.key("a"), base: 0, .create(sent))])
            #expect(try await Self.member("slots", store, of: "a") == [[0, 2_000]])
            #expect(try await Self.member("phase", store, of: "a") == 1)
            try await store.propose("2", [Edit(Self.key("b"), base: 0, .create(Self.value(["share": 30])))])
            try await Self.edit(store, "3", ["share": 40, "slots": []], of: "a")
            #expect(try await Self.member("slots", store, of: "a") == [[0, 2_000], [5_000, 7_000]])
            #expect(try await Self.member("slots", store, of: "b") == [[2_000, 5_000]])
            let message = try await Self.message { try await Self.edit(store, "4", ["share": 80], of: "a") }
            #expect(message.contains("has 70 % left: “b” has 30 %"))
            // One change may end an experiment and give its slots to another.
            let items = try await store.state().items
            try await store.propose(
                "5",
                [
                    Edit(Self.key("c"), base: 0, .create(Self.value(["share": 50]))),
                    Edit(
                        Self.key("a"), base: try #require(items[Self.key("a")]?.change),
                        .set(["state": "ended", "decision": ["arm": .null]])),
                ])
            #expect(try await Self.member("slots", store, of: "c") == [[0, 2_000], [5_000, 8_000]])
            #expect(try await store.verification().findings.isEmpty)
        }
    }

    @Test("Edits of what is compared begin the next phase, and so does a name that was used before")
    func phases() async throws {
        try await StoreFixture.with(.sqlite) { store in
            try await store.createFlag()
            try await store.propose("1", [Edit(Self.key(), base: 0, .create(Self.value(["state": "draft"])))], now: 10)
            try await Self.edit(store, "2", ["weights": [1, 2]], now: 20)
            try await Self.edit(store, "3", ["state": "running"], now: 30)
            try await Self.edit(store, "4", ["share": 60, "question": "Is it?"], now: 40)
            #expect(try await Self.member("phase", store) == 1)
            try await Self.edit(store, "5", ["weights": nil], now: 50)
            #expect(try await Self.member("phase", store) == 2)
            #expect(try await Self.member("slots", store) == [[0, 6_000]])
            let message = try await Self.message { try await Self.edit(store, "6", ["state": "draft"]) }
            #expect(message.contains("can’t be a draft again"))
            let item = try #require(try await store.state().items[Self.key()])
            try await store.propose("7", [Edit(Self.key(), base: item.change, .remove)], now: 60)
            try await store.propose("8", [Edit(Self.key(), base: 0, .create(Self.value()))], now: 70)
            #expect(try await Self.member("phase", store) == 3)
            let phases = try await store.database.read {
                try ItemTable($0, program: "documents").experimentPeriods(in: "development")["save"]
            }
            #expect(phases?.map(\.number) == [1, 2, 3])
            #expect(phases?.map(\.started) == [30, 50, 70])
            #expect(phases?.map(\.ended) == [50, 60, nil])
        }
    }

    @Test("A start, also a scheduled one, is of the draft that its author saw")
    func start() async throws {
        try await StoreFixture.with(.sqlite) { store in
            try await store.createFlag()
            try await store.propose("1", [Edit(Self.key(), base: 0, .create(Self.value(["state": "draft"])))])
            let start = Edit(Self.key(), base: 2, .set(["state": "running"]))
            try await store.propose("2", [start], due: 5_000)
            try await Self.edit(store, "3", ["arms": ["on", "off"]])
            _ = try await store.changes.runSchedules(now: 6_000)
            #expect(try await Self.member("state", store) == "draft")
            let message = try await Self.message { try await store.propose("4", [start]) }
            #expect(message.contains("Another person changed"))
        }
    }

    @Test("What an experiment needs can't be removed before it ended")
    func needs() async throws {
        try await StoreFixture.with(.sqlite) { store in
            let flag = try await store.createFlag()
            try await store.propose(
                "1", [Edit(ItemKey(.segment, "team"), base: 0, .create(["name": "Team", "people": ["u-1"]]))])
            let conditions: JSONValue = [["segment": "team", "is": "in"]]
            try await store.propose("2", [Edit(Self.key(), base: 0, .create(Self.value(["if": conditions])))])
            let removal = [
                Edit(ItemKey(.flag, "export"), base: flag, .remove),
                Edit(ItemKey(.targeting, "export", environment: "development"), base: flag, .remove),
            ]
            #expect(
                try await Self.message { try await store.propose("3", removal) }.contains(
                    "end or remove the experiment"))
            #expect(
                try await Self.message {
                    try await store.propose("4", [Edit(ItemKey(.segment, "team"), base: 2, .remove)])
                }.contains("There is no segment “team”"))
            #expect(
                try await Self.message {
                    try await Self.edit(store, "5", ["primary": nil])
                }.contains("needs a primary metric"))
            try await Self.edit(store, "6", ["state": "ended", "decision": ["arm": .null]])
            try await store.propose("7", removal)
            #expect(try await store.state().items[ItemKey(.flag, "export")] == nil)
        }
    }
}
