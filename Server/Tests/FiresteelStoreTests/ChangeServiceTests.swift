import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import Testing

@Suite("Changes", .timeLimit(.minutes(3)))
struct ChangeServiceTests {
    static let databases = StoreFixture.databases
    /// New targetings that are off, and whether they need approval.
    static let offs: [(JSONValue, Bool)] = [
        (["isOn": false, "off": "on"], true), (["isOn": false], false), (["isOn": false, "off": "off"], false),
    ]

    @Test("A change takes effect with its revisions, and its hash continues the one before", arguments: databases)
    func applied(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            let result = try await store.propose("off", [Edit(key, base: first, .set(["isOn": false]))])
            guard case .applied(let change, nil) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(change.number == 2)
            // The flag was created in all environments; the targeting belongs to one.
            #expect(change.body.revisions == ["development": 2])
            #expect(try await store.revision("production") == 1)
            #expect(try await store.state().items[key]?.value.members["isOn"] == false)
            let verification = try await store.verification()
            #expect(verification.findings.isEmpty)
            #expect(verification.head == change.hash)
        }
    }

    @Test("What a change was validated with is served after it, and never after another", arguments: databases)
    func validated(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            func served() async throws -> [UInt8] {
                store.changes.definitions(of: try await store.state(), in: "development").json
            }
            func stored() async throws -> [UInt8] {
                StateValidation.definitions(of: try await store.state(), in: "development").json
            }
            let first = try await store.createFlag()
            // A preview, a refused change and one of another node that differs in its bytes only.
            let key = ItemKey(.flag, "export")
            func edit(_ text: String, base: Int64) -> Edit {
                Edit(key, base: base, .set(["description": .string(text)]))
            }
            _ = try await store.changes.preview(
                store.proposal("preview", [edit("e\u{301}", base: first)]), of: store.program)
            await #expect(throws: ChangeError.self) {
                try await store.propose("refused", [edit("e\u{301}", base: first)], rights: Membership(role: .viewer))
            }
            _ = try await ChangeService(store.database).propose(
                store.proposal("other", [edit("\u{E9}", base: first)]), of: store.program, now: 1_000)
            #expect(try await served() == stored())
            _ = try await store.propose("last", [edit("e\u{301}, and more", base: first + 1)])
            #expect(try await served() == stored())
            #expect(try await served() == stored())
        }
    }

    @Test("The same request again has the same result and changes nothing", arguments: databases)
    func repeated(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            let edits = [Edit(key, base: first, .set(["isOn": false]))]
            let one = try await store.propose("off", edits, now: 2_000)
            let two = try await store.propose("off", edits, now: 3_000)
            #expect(one == two)
            #expect(try await store.state().program.changes == 2)
        }
    }

    @Test("A change of a field that another person changed is refused, with both values", arguments: databases)
    func conflict(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            try await store.propose("a", [Edit(key, base: first, .set(["otherwise": ["variant": "off"]]))])
            try await store.propose("b", [Edit(key, base: first, .set(["isOn": false]))])
            let error = await #expect(throws: ChangeError.self) {
                try await store.propose(
                    "c", [Edit(key, base: first, .set(["otherwise": ["split": [["variant": "on", "weight": 1]]]]))])
            }
            guard case .conflicts(let conflicts)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(conflicts.map(\.field) == ["otherwise"])
            #expect(conflicts.first?.theirs == ["variant": "off"])
            #expect(conflicts.first?.base == ["variant": "on"])
            // What didn't conflict was merged.
            #expect(try await store.state().items[key]?.value.members["isOn"] == false)
        }
    }

    @Test("An invalid result is refused as a whole, with its location", arguments: databases)
    func invalid(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            let error = await #expect(throws: ChangeError.self) {
                try await store.propose(
                    "a",
                    [
                        Edit(ItemKey(.segment, "beta"), base: 0, .create(["people": ["ada"]])),
                        Edit(key, base: first, .set(["otherwise": ["variant": "purple"]])),
                    ])
            }
            guard case .invalid(let diagnostics)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(diagnostics.first?.item == key)
            #expect(diagnostics.first?.path.contains("otherwise") == true)
            #expect(diagnostics.first?.message.contains("purple") == true)
            #expect(try await store.state().items[ItemKey(.segment, "beta")] == nil)
            #expect(try await store.state().program.changes == first)
        }
    }

    @Test("A segment that a rule uses can't be removed", arguments: databases)
    func segmentInUse(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            let segment = ItemKey(.segment, "beta")
            let rule: JSONValue = [
                "id": "1", "if": [["segment": "beta", "is": "in"]], "then": ["variant": "off"],
            ]
            try await store.propose(
                "a",
                [
                    Edit(segment, base: 0, .create(["people": ["ada"]])),
                    Edit(key, base: first, .set(["rules": [rule]])),
                ])
            await #expect(throws: ChangeError.self) {
                try await store.propose("b", [Edit(segment, base: 2, .remove)])
            }
            let result = try await store.propose("c", [Edit(segment, base: 2, .set(["people": ["ada", "bob"]]))])
            guard case .applied(let change, _) = result else {
                Issue.record("\(result)")
                return
            }
            // Only where it is used.
            #expect(change.body.revisions == ["development": 3])
        }
    }

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

    @Test("A schedule takes effect once, at its time, also after downtime", arguments: databases)
    func schedule(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            let result = try await store.propose("a", [Edit(key, base: first, .set(["isOn": false]))], due: 5_000)
            guard case .scheduled = result else {
                Issue.record("\(result)")
                return
            }
            #expect(try await store.changes.runSchedules(now: 4_999).isEmpty)
            // Several nodes at once.
            let done = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await ChangeService(store.database).runSchedules(now: 99_000).count }
                }
                return try await group.reduce(0, +)
            }
            #expect(done == 1)
            #expect(try await store.state().program.changes == first + 1)
            #expect(try await store.changes.runSchedules(now: 100_000).isEmpty)
            #expect(try await store.verification().findings.isEmpty)
        }
    }

    @Test("A schedule that no longer applies fails visibly and changes nothing", arguments: databases)
    func failedSchedule(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            try await store.propose(
                "a", [Edit(key, base: first, .set(["otherwise": ["variant": "off"]]))], due: 5_000)
            try await store.propose(
                "b", [Edit(key, base: first, .set(["otherwise": ["split": [["variant": "on", "weight": 1]]]]))])
            let done = try await store.changes.runSchedules(now: 6_000)
            #expect(done.map(\.state) == [.failed])
            #expect(done.first?.comment.contains("Another person changed") == true)
            #expect(try await store.state().program.changes == first + 1)
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

    @Test("A schedule without approval doesn't change a protected environment", arguments: databases)
    func grownSchedule(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag("export", in: "production")
            let segment = ItemKey(.segment, "beta")
            try await store.propose("s", [Edit(segment, base: 0, .create(["people": ["ada"]]))])
            let seen = try await store.state().program.changes
            let scheduled = try await store.propose(
                "a", [Edit(segment, base: seen, .set(["people": ["ada", "bob"]]))], due: 5_000)
            guard case .scheduled = scheduled else {
                Issue.record("\(scheduled)")
                return
            }
            // Meanwhile production uses the segment, which another person approves.
            let key = ItemKey(.targeting, "export", environment: "production")
            let rule: JSONValue = ["id": "1", "if": [["segment": "beta", "is": "in"]], "then": ["variant": "on"]]
            _ = try await store.propose(
                "r", [Edit(key, base: first, .set(["rules": [rule], "otherwise": ["variant": "off"]]))], reason: "Beta")
            _ = try await store.changes.approve(
                "r", of: store.program, Decision(by: StoreFixture.ines, rights: Membership(role: .approver)), now: 2_000
            )
            let done = try await store.changes.runSchedules(now: 6_000)
            #expect(done.map(\.state) == [.failed])
            #expect(done.first?.comment.contains("production") == true)
            #expect(try await store.state().items[segment]?.value == ["people": ["ada"]])
        }
    }

    @Test("A schedule whose author lost the rights fails", arguments: databases)
    func lostRights(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            try await store.propose("a", [Edit(key, base: first, .set(["isOn": false]))], due: 5_000)
            try await store.database.write {
                try AccountTable($0).set(Membership(role: .viewer), of: "mara", in: "documents")
            }
            #expect(try await store.changes.runSchedules(now: 6_000).map(\.state) == [.failed])
            #expect(try await store.state().program.changes == first)
        }
    }

    @Test("A schedule that can't be read or carried out doesn't stop the others", arguments: databases)
    func poisonedSchedule(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            let first = try await store.createFlag()
            let key = ItemKey(.targeting, "export", environment: "development")
            try await store.propose("a", [Edit(key, base: first, .set(["note": "a"]))], due: 4_000)
            try await store.propose("b", [Edit(key, base: first, .set(["isOn": false]))], due: 5_000)
            _ = try await store.database.write {
                try $0.execute("UPDATE requests SET body = '{oops' WHERE id = 'a'", [])
            }
            _ = try await store.changes.runSchedules(now: 6_000)
            #expect(try await store.state().items[key]?.value.members["isOn"] == false)
            let states = try await store.database.read {
                try $0.query("SELECT id, state FROM requests ORDER BY id", []).map { try $0.text("state") }
            }
            #expect(states == ["failed", "done"])
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

    @Test(
        "Names that databases and Swift could take for different or equal ones are refused",
        arguments: [
            "", "a\u{0}b", "a\nb", "e\u{301}", String(repeating: "k", count: 201),
        ])
    func names(_ name: String) async throws {
        try await StoreFixture.with(.sqlite) { store in
            await #expect(throws: ChangeError.self) {
                try await store.propose("a", [Edit(ItemKey(.flag, name), base: 0, .create(StoreFixture.flag))])
            }
        }
    }

    @Test("Two programs may have changes of the same identifier", arguments: databases)
    func sameIdentifier(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            _ = try await store.database.write { try ProgramTable($0).create("other", name: "Other", time: 1) }
            let edits = [Edit(ItemKey(.segment, "beta"), base: 0, .create(["people": ["ada"]]))]
            try await store.propose("release-12", edits)
            let result = try await store.changes.propose(
                store.proposal("release-12", edits), of: "other", now: 2_000)
            guard case .applied(let change, _) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(change.number == 1)
        }
    }

    @Test("Random concurrent changes lose nothing, repeat nothing and leave no gap", arguments: databases)
    func random(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { store in
            for index in 0..<4 { try await store.createFlag("flag\(index)") }
            let acknowledged = Shared<[Int64: [Edit]]>([:])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<6 {
                    group.addTask {
                        let service = ChangeService(store.database)
                        for step in 0..<15 {
                            let state = try #require(try await service.state(of: store.program))
                            let name = "flag\(Int.random(in: 0..<4))"
                            let key = ItemKey(.targeting, name, environment: "development")
                            let base = try #require(state.items[key])
                            let isOn = base.value.members["isOn"] == true
                            let edit = Edit(
                                key, base: base.change,
                                .set(Bool.random() ? ["isOn": .bool(!isOn)] : ["note": .string("\(writer)-\(step)")]))
                            let proposal = store.proposal("\(writer)-\(step)", [edit])
                            do {
                                for _ in 0...Int.random(in: 0...1) {
                                    let result = try await service.propose(proposal, of: store.program, now: 1_000)
                                    if case .applied(let change, _) = result {
                                        acknowledged.change { $0[change.number] = [edit] }
                                    }
                                }
                            } catch ChangeError.conflicts {
                                // Another writer was first.
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            // The model: the acknowledged edits, one after the other.
            let (changes, initial) = try await store.database.read { database in
                let table = ChangeTable(database, program: store.program)
                return (
                    try table.summaries(limit: 1_000).compactMap(\.change).reversed().filter { $0.number > 4 },
                    try ItemTable(database, program: store.program).all(after: 4).items
                )
            }
            #expect(changes.map(\.number) == Array(5..<(5 + Int64(changes.count))))
            #expect(Set(changes.map(\.number)) == Set(acknowledged.value.keys))
            #expect(Set(changes.map(\.id)).count == changes.count)
            var model = initial.mapValues(\.value)
            for change in changes {
                for edit in acknowledged.value[change.number] ?? [] {
                    guard case .set(let fields) = edit.operation, var members = model[edit.item]?.members else {
                        continue
                    }
                    for (name, value) in fields { members[name] = value }
                    model[edit.item] = .object(members)
                }
            }
            #expect(try await store.state().items.mapValues(\.value) == model)
            #expect(try await store.revision("development") == 4 + Int64(changes.count))
            #expect(try await store.verification().findings.isEmpty)
        }
    }
}
