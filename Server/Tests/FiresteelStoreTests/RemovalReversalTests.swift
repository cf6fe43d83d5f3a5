import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelStore
import Testing

@Suite("Reverting the removal of a large environment", .timeLimit(.minutes(2)))
struct RemovalReversalTests {
    private static let name = "Development"

    /// Adds an environment again, as an admin does.
    private func addDevelopment(_ store: StoreFixture) async throws {
        let program = store.program
        try await store.database.write { database in
            let programs = ProgramTable(database)
            _ = try programs.lock(program)
            try programs.add(
                "development", name: Self.name, protection: .none, position: 2, to: program, time: 3_000)
        }
    }

    /// A proposal to revert a change, with the edits that restore its values.
    private func reversal(_ id: String, of change: Change, _ store: StoreFixture) -> Proposal {
        let edits = change.body.differences.compactMap { difference in
            difference.before.map { Edit(difference.item, base: 0, .create($0)) }
        }
        var proposal = store.proposal(id, edits, reason: "Back")
        proposal.kind = .reversal
        proposal.reverts = change.number
        return proposal
    }

    @Test("A removal with more targetings than a change may have edits is reverted", arguments: StoreFixture.databases)
    func reverted(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            for flag in ["one", "two", "three"] { try await store.createFlag(flag) }
            var limits = ChangeLimits()
            limits.edits = 2
            let changes = ChangeService(store.database, limits: limits)
            let removed = try await changes.removeEnvironment(
                "development", named: Self.name, of: store.program, by: StoreFixture.mara, perform: "", now: 2_000)
            #expect(removed.change.body.differences.count == limits.edits + 1)
            try await addDevelopment(store)
            let proposal = reversal("revert", of: removed.change, store)
            #expect(try await changes.preview(proposal, of: store.program).differences.count == limits.edits + 1)
            let result = try await changes.propose(proposal, of: store.program, now: 4_000)
            guard case .applied(let change, nil) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(change.kind == .reversal && change.body.reverts == removed.change.number)
            let keys = try await store.state().items.keys.filter { $0.environment == "development" }
            #expect(keys.count == limits.edits + 1)
            #expect(try await store.verification().findings.isEmpty)
        }
    }

    @Test("Other changes, and reversals of smaller changes, have the limit of edits")
    func limited() async throws {
        try await StoreFixture.with(.sqlite) { store in
            for flag in ["one", "two", "three"] { try await store.createFlag(flag) }
            var limits = ChangeLimits()
            limits.edits = 2
            let changes = ChangeService(store.database, limits: limits)
            let removed = try await changes.removeEnvironment(
                "development", named: Self.name, of: store.program, by: StoreFixture.mara, perform: "", now: 2_000)
            try await addDevelopment(store)
            let error = ChangeError.malformed("The change has 3 edits; the limit is 2.")
            var edit = reversal("edit", of: removed.change, store)
            edit.kind = .edit
            var smaller = reversal("smaller", of: removed.change, store)
            smaller.reverts = 1
            var unknown = reversal("unknown", of: removed.change, store)
            unknown.reverts = 99
            for proposal in [edit, smaller, unknown] {
                await #expect(throws: error) {
                    try await changes.propose(proposal, of: store.program, now: 4_000)
                }
            }
        }
    }
}
