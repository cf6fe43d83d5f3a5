import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelStore
import Testing

@Suite("Reversals of changes", .timeLimit(.minutes(2)))
struct ReversalTests {
    private static func reversal(_ number: Int64, of reverts: Int64) -> ChangeReversal {
        ChangeReversal(number: number, time: number * 1_000, reverts: reverts)
    }

    @Test("A reversal that is reverted reverts nothing, and the newest of several counts")
    func inEffect() {
        let chain = [Self.reversal(3, of: 2), Self.reversal(4, of: 3), Self.reversal(5, of: 4)]
        #expect(ChangeReversal.inEffect(Array(chain.prefix(1))).mapValues(\.number) == [2: 3])
        #expect(ChangeReversal.inEffect(Array(chain.prefix(2))).mapValues(\.number) == [3: 4])
        #expect(ChangeReversal.inEffect(chain).mapValues(\.number) == [2: 3, 4: 5])
        let both = [Self.reversal(9, of: 2), Self.reversal(7, of: 2)]
        #expect(ChangeReversal.inEffect(both).mapValues(\.number) == [2: 9])
    }

    @Test("Reversals are found after a change, without damaged ones", arguments: StoreFixture.databases)
    func found(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            var base = first
            for number in 0..<3 {
                let edits = [Edit(key, base: base, .set(["isOn": .bool(!number.isMultiple(of: 2))]))]
                var proposal = store.proposal("change-\(number)", edits)
                proposal.kind = number == 0 ? .edit : .reversal
                proposal.reverts = number == 0 ? nil : base
                let result = try await store.changes.propose(proposal, of: store.program, now: 2_000 + Int64(number))
                guard case .applied(let change, _) = result else {
                    Issue.record("\(result)")
                    return
                }
                base = change.number
            }
            try await store.database.write { database in
                let table = ChangeTable(database, program: "documents")
                let all = try table.reversals(after: 0)
                #expect(all.map(\.number) == [first + 2, first + 3])
                #expect(all.map(\.reverts) == [first + 1, first + 2])
                #expect(all.map(\.time) == [2_001, 2_002])
                #expect(try table.reversals(after: first + 2).map(\.number) == [first + 3])
                #expect(try table.last() == first + 3)
                // Their contents aren't read.
                _ = try database.execute("UPDATE changes SET body = '{'", [])
                #expect(try table.reversals(after: 0) == all)
                guard dialect == .sqlite else { return }
                // PostgreSQL stores no value of another type.
                _ = try database.execute("UPDATE changes SET reverts = 'x' WHERE number = ?", .int(first + 2))
                #expect(try table.reversals(after: 0).map(\.number) == [first + 3])
            }
        }
    }
}
