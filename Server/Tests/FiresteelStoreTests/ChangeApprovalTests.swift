import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import Testing

@Suite("Reviews of changes", .timeLimit(.minutes(3)))
struct ChangeApprovalTests {
    static let databases = StoreFixture.databases
    /// New targetings that are off, and whether they need approval.
    static let offs: [(JSONValue, Bool)] = [
        (["isOn": false, "off": "on"], true), (["isOn": false], false), (["isOn": false, "off": "off"], false),
    ]

    @Test("A protected environment needs a reason and another person's approval", arguments: databases)
    func approval(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag("export", in: "production")
            let key = ItemKey(.targeting, "export", environment: "production")
            let edits = [Edit(key, base: first, .set(["otherwise": ["variant": "off"]]))]
            await #expect(throws: ChangeError.reasonRequired(["production"])) { try await store.propose("a", edits) }
            let result = try await store.propose("a", edits, reason: "Too slow")
            guard case .requested(let request) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(try await store.state().program.changes == first)
            await #expect(throws: ChangeError.ownRequest) {
                try await store.changes.approve(
                    request.id, of: store.program,
                    Decision(by: StoreFixture.mara, rights: Membership(role: .approver), comment: "", perform: ""),
                    now: 2_000)
            }
            let approved = try await store.changes.approve(
                request.id, of: store.program,
                Decision(by: StoreFixture.ines, rights: Membership(role: .approver), comment: "Yes", perform: "7"),
                now: 2_000)
            guard case .applied(let change, nil) = approved else {
                Issue.record("\(approved)")
                return
            }
            #expect(change.body.approvedBy == "Ines Falk")
            #expect(change.author == StoreFixture.mara)
            await #expect(throws: ChangeError.notPending(.done)) {
                try await store.changes.approve(
                    request.id, of: store.program,
                    Decision(by: StoreFixture.ines, rights: Membership(role: .approver), comment: "", perform: ""),
                    now: 2_000)
            }
        }
    }

    @Test("Switching off takes effect immediately and is reviewed afterwards", arguments: databases)
    func switchingOff(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag("export", in: "production")
            let key = ItemKey(.targeting, "export", environment: "production")
            let result = try await store.propose(
                "a", [Edit(key, base: first, .set(["isOn": false]))], reason: "It crashes")
            guard case .applied(let change, let review?) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(review.kind == .review && review.change == change.number)
            await #expect(throws: ChangeError.ownRequest) {
                try await store.changes.approve(
                    review.id, of: store.program,
                    Decision(by: StoreFixture.mara, rights: Membership(role: .approver), comment: "", perform: ""),
                    now: 2_000)
            }
            _ = try await store.changes.approve(
                review.id, of: store.program,
                Decision(by: StoreFixture.ines, rights: Membership(role: .approver), comment: "", perform: ""),
                now: 2_000)
            // On again is another matter.
            let on = try await store.propose(
                "b", [Edit(key, base: change.number, .set(["isOn": true]))], reason: "Fixed")
            guard case .requested = on else {
                Issue.record("\(on)")
                return
            }
        }
    }

    @Test(
        "Only rules that lead to off count as switching off",
        arguments: [
            ("off", false), ("on", true),
        ])
    func offRules(_ variant: String, _ needsApproval: Bool) async throws {
        try await StoreFixture.with(.sqlite) { store in
            let first = try await store.createFlag("export", in: "production")
            let key = ItemKey(.targeting, "export", environment: "production")
            let rule: JSONValue = [
                "id": "1", "if": [["attribute": "system", "is": "oneOf", "values": ["iOS 26"]]],
                "then": ["variant": .string(variant)],
            ]
            let preview = try await store.changes.preview(
                store.proposal("a", [Edit(key, base: first, .set(["rules": [rule]]))]), of: store.program)
            #expect(preview.needsApproval.isEmpty == !needsApproval)
            #expect(preview.isReviewed.isEmpty == needsApproval)
        }
    }

    @Test("An editor of one environment can't change another", arguments: databases)
    func rights(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            let edits = [Edit(key, base: first, .set(["isOn": false]))]
            await #expect(throws: ChangeError.notAllowed(["development"])) {
                try await store.propose("a", edits, rights: Membership(role: .editor, environments: ["staging"]))
            }
            await #expect(throws: ChangeError.notAllowed(["development"])) {
                try await store.propose("a", edits, rights: Membership(role: .viewer))
            }
            // What a token of one environment sends.
            let flag = Edit(ItemKey(.flag, "export"), base: first, .set(["name": "Export"]))
            await #expect(throws: ChangeError.sharedNotAllowed(["development", "production"])) {
                try await store.propose("a", [flag], rights: Membership(role: .admin, environments: ["staging"]))
            }
            #expect(try await store.state().program.changes == first)
        }
    }

    @Test("An approver of one environment can't decide about another")
    func approverOfOther() async throws {
        try await StoreFixture.with(.sqlite) { store in
            let first = try await store.createFlag("export", in: "production")
            let key = ItemKey(.targeting, "export", environment: "production")
            let result = try await store.propose(
                "a", [Edit(key, base: first, .set(["otherwise": ["variant": "off"]]))], reason: "Slow")
            guard case .requested(let request) = result else {
                Issue.record("\(result)")
                return
            }
            let decision = Decision(
                by: StoreFixture.ines, rights: Membership(role: .approver, environments: ["development"]))
            await #expect(throws: ChangeError.notAllowed(["production"])) {
                try await store.changes.approve(request.id, of: store.program, decision, now: 2_000)
            }
            await #expect(throws: ChangeError.notAllowed(["production"])) {
                try await store.changes.decline(request.id, of: store.program, decision, now: 2_000)
            }
            // What the approver read is no longer what there is.
            try await store.createFlag("other")
            let stale = Decision(by: StoreFixture.ines, rights: Membership(role: .approver), seen: first)
            await #expect(throws: ChangeError.self) {
                try await store.changes.approve(request.id, of: store.program, stale, now: 2_000)
            }
            #expect(try await store.revision("production") == first + 1)
        }
    }

    @Test("A review isn't affected by later changes, and no decision is about a later change than the last")
    func reviewedLater() async throws {
        try await StoreFixture.with(.sqlite) { store in
            let first = try await store.createFlag("export", in: "production")
            let key = ItemKey(.targeting, "export", environment: "production")
            let off = Edit(key, base: first, .set(["isOn": false]))
            let result = try await store.propose("off", [off], reason: "Crash")
            guard case .applied(_, let review?) = result else {
                Issue.record("\(result)")
                return
            }
            try await store.createFlag("other")
            func approve(at seen: Int64) async throws -> ProposalResult {
                try await store.changes.approve(
                    review.id, of: store.program,
                    Decision(by: StoreFixture.ines, rights: Membership(role: .approver), seen: seen), now: 2_000)
            }
            await #expect(throws: ChangeError.self) { try await approve(at: 99) }
            guard case .applied = try await approve(at: first) else {
                Issue.record("The review was refused.")
                return
            }
        }
    }

    @Test(
        "The person behind a token can't approve what a script or an agent proposed with it",
        arguments: [
            Author.Source.token, .agent,
        ])
    func ownToken(_ source: Author.Source) async throws {
        try await StoreFixture.with(.sqlite) { store in
            let first = try await store.createFlag("export", in: "production")
            let (token, _) = try await store.database.write { database in
                try TokenTable(database).create(
                    .admin, named: "Script", program: "documents", environment: "production", role: .editor,
                    expires: nil, by: "Ines Falk", creator: "ines", time: 1)
            }
            let script = Author(id: token.id, name: token.name, source: source)
            let key = ItemKey(.targeting, "export", environment: "production")
            let result = try await store.propose(
                "a", [Edit(key, base: first, .set(["otherwise": ["variant": "off"]]))], reason: "Slow", by: script)
            guard case .requested(let request) = result else {
                Issue.record("\(result)")
                return
            }
            await #expect(throws: ChangeError.ownRequest) {
                try await store.changes.approve(
                    request.id, of: store.program,
                    Decision(by: StoreFixture.ines, rights: Membership(role: .approver)), now: 2_000)
            }
        }
    }

    @Test(
        "Off with another variant than false needs approval",
        arguments: offs)
    func offByName(_ targeting: JSONValue, _ needsApproval: Bool) async throws {
        try await StoreFixture.with(.sqlite) { store in
            let preview = try await store.changes.preview(
                store.proposal(
                    "a",
                    [
                        Edit(ItemKey(.flag, "new"), base: 0, .create(StoreFixture.flag)),
                        Edit(ItemKey(.targeting, "new", environment: "production"), base: 0, .create(targeting)),
                    ]), of: store.program)
            #expect(preview.needsApproval == (needsApproval ? ["production"] : []))
        }
    }

    @Test("A new flag that is off everywhere leaves no review, and one added later does")
    func newFlagOff() async throws {
        try await StoreFixture.with(.sqlite) { store in
            let production = ItemKey(.targeting, "new", environment: "production")
            let off = Edit(production, base: 0, .create(["isOn": false, "otherwise": ["variant": "on"]]))
            let flag = Edit(ItemKey(.flag, "new"), base: 0, .create(StoreFixture.flag))
            let created = try await store.changes.preview(store.proposal("a", [flag, off]), of: store.program)
            #expect(created.isReviewed.isEmpty && created.needsReason.isEmpty && created.needsApproval.isEmpty)
            try await store.propose("b", [flag])
            let added = try await store.changes.preview(store.proposal("c", [off]), of: store.program)
            #expect(added.isReviewed == ["production"])
            let number: JSONValue = [
                "type": "integer", "variants": [["name": "a", "value": 1], ["name": "b", "value": 2]],
            ]
            let fromDefault = try await store.changes.preview(
                store.proposal(
                    "d",
                    [
                        Edit(ItemKey(.flag, "limit"), base: 0, .create(number)),
                        Edit(
                            ItemKey(.targeting, "limit", environment: "production"), base: 0,
                            .create(["isOn": false, "off": .null, "otherwise": ["variant": "a"]])),
                    ]), of: store.program)
            #expect(fromDefault.needsApproval.isEmpty && fromDefault.isReviewed.isEmpty)
        }
    }
}
